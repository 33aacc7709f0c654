"""A `BeadQuery` as SQL for the embedded store, with the most selective condition leading.

SQLite keeps no statistics here, so the query says itself which index to use: the leading condition,
the one that fewest beads meet, collects ids by its index; all others only look at those beads.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Final

from fabric.models.frozen import dataclass
from fabric.models.instants import format_instant, parse_instant
from fabric.models.query import BeadQuery
from fabric.store.sqlite_rows import stored
from fabric.store.statements import Condition, marks


def within(column: str, values: Sequence[str], *, is_not: bool = False) -> Condition:
    """That a column holds one of the values."""
    word = "NOT IN" if is_not else "IN"
    return Condition(f"{column} {word} ({marks(values)})", tuple(map(stored, values)))


ALL: Final = Condition("1")
"""What everything meets."""

_NONE: Final = Condition("0")


def both(one: Condition, other: Condition) -> Condition:
    """That two conditions hold."""
    return Condition(f"({one.sql}) AND ({other.sql})", (*one.parameters, *other.parameters))


def needed_edges(query: BeadQuery) -> Condition:
    """Which dependencies of what is found must be read."""
    if not query.spare_edges:
        return ALL
    if not query.points_at:
        return within("type", query.by_types) if query.by_types else _NONE
    target = within("depends_on_id", query.points_at)
    return both(target, within("type", query.by_types)) if query.by_types else target


def begins_with(column: str, prefix: str) -> Condition:
    """That a column begins with a text, said so that its index serves."""
    if not prefix:
        return Condition("1")
    after = _after(prefix)
    if not after:
        return Condition(f"{column} >= ?", (stored(prefix),))
    return Condition(f"{column} >= ? AND {column} < ?", (stored(prefix), stored(after)))


def names_something(query: BeadQuery) -> bool:
    """Whether a query says what beads must be, and not only what they must not be."""
    wanted = (query.points_at, query.labels_all, query.labels_any, query.closed_since)
    return any(wanted) or bool(query.statuses)


def where(query: BeadQuery, size_of: Callable[[Condition], int]) -> Condition:
    """All conditions of a query; `size_of` counts the ids that a SELECT gives (it may stop early).

    `closed_since` is met generously: the caller looks again at what comes back.
    """
    candidates = list(_candidates(query))
    leading = _fewest(candidates, size_of)
    conditions = [each.bare for each in candidates if each is not leading]
    if leading:
        conditions.insert(0, Condition(f"id IN ({leading.ids.sql})", leading.ids.parameters))
    if query.not_statuses:
        conditions.append(within("+status", query.not_statuses, is_not=True))
    return Condition(
        " AND ".join(f"({each.sql})" for each in conditions) or "1",
        tuple(value for each in conditions for value in each.parameters),
    )


def fewest_labelled(query: BeadQuery, size_of: Callable[[Condition], int]) -> Condition:
    """A SELECT of the ids that meet the label condition of a query that fewest beads meet."""
    leading = _fewest(list(_labelled(query)), size_of)
    return leading.ids if leading else Condition("SELECT id FROM issues")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A condition that may lead: the ids by its index, and the question to one bead."""

    ids: Condition
    bare: Condition


def _fewest(
    candidates: Sequence[_Candidate], size_of: Callable[[Condition], int]
) -> _Candidate | None:
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    return min(candidates, key=lambda each: size_of(each.ids))  # of equal ones the first


def _candidates(query: BeadQuery) -> Iterator[_Candidate]:
    if query.points_at:
        target = within("depends_on_id", query.points_at)
        kind = within("type", query.by_types) if query.by_types else Condition("1")
        pointing = Condition(f"{target.sql} AND {kind.sql}", target.parameters + kind.parameters)
        yield _belonging("dependencies", pointing)
    yield from _labelled(query)
    if query.closed_since:
        yield _own(_closed_since(query.closed_since, ""), _closed_since(query.closed_since, "+"))
    for column, values in (("status", query.statuses), ("issue_type", query.issue_types)):
        if values:
            yield _own(within(column, values), within(f"+{column}", values))


def _labelled(query: BeadQuery) -> Iterator[_Candidate]:
    groups: list[tuple[str, ...]] = [(label,) for label in query.labels_all]
    for labels in [*groups, query.labels_any] if query.labels_any else groups:
        yield _belonging("labels", within("label", labels))


def _belonging(table: str, condition: Condition) -> _Candidate:
    return _Candidate(
        Condition(f"SELECT issue_id FROM {table} WHERE {condition.sql}", condition.parameters),  # noqa: S608  # values are bound
        Condition(
            f"EXISTS (SELECT 1 FROM {table} WHERE issue_id = issues.id AND {condition.sql})",  # noqa: S608  # values are bound
            condition.parameters,
        ),
    )


def _own(indexed: Condition, bare: Condition) -> _Candidate:
    ids = f"SELECT id FROM issues WHERE {indexed.sql}"  # noqa: S608  # values are bound
    return _Candidate(Condition(ids, indexed.parameters), bare)


def _closed_since(since: str, sign: str) -> Condition:
    instant = parse_instant(since)
    if instant is None:
        return Condition("0")
    # As text, whatever the offset: an instant is written at most one day before its UTC date.
    # The form that bd writes is compared whole; a blank may stand before a time in another form.
    day = date.fromordinal(max(1, instant.toordinal() - 1)).isoformat()
    closed = f"{sign}closed_at"
    return Condition(
        f"({closed} >= ? AND (length(closed_at) <> 20 OR substr(closed_at, 20) <> 'Z'"
        f" OR +closed_at >= ?)) OR ({closed} > '' AND {closed} < '0')",
        (day, format_instant(instant)),
    )


def _after(prefix: str) -> str:
    """The first text that sorts behind all texts with this prefix; empty where there is none."""
    head = prefix.rstrip("\U0010ffff")
    if not head:
        return ""
    following = ord(head[-1]) + 1
    return head[:-1] + chr(0xE000 if following == 0xD800 else following)

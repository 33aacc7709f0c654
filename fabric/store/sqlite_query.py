"""A `BeadQuery` as SQL for the embedded store, with the most selective condition leading.

SQLite keeps no statistics here, so the query says itself which index to use: the leading condition
collects ids by its index, and all others only look at those beads.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Final, TypeVar

from fabric.models.instants import parse_instant
from fabric.ports import BeadQuery
from fabric.store.sqlite_rows import stored

CHUNK: Final = 500
"""How many values go into one IN list."""

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on table `issues`, with its parameters."""

    sql: str
    parameters: tuple[str | bytes, ...] = ()


def chunks(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    """The items in groups that fit into one IN list."""
    rest = iter(items)
    while group := list(islice(rest, CHUNK)):
        yield group


def marks(values: Sequence[object]) -> str:
    """As many question marks as there are values."""
    return ",".join("?" * len(values))


def within(column: str, values: Sequence[str], *, is_not: bool = False) -> Condition:
    """That a column holds one of the values."""
    word = "NOT IN" if is_not else "IN"
    return Condition(f"{column} {word} ({marks(values)})", tuple(map(stored, values)))


def begins_with(column: str, prefix: str) -> Condition:
    """That a column begins with a text, said so that its index serves."""
    if not prefix:
        return Condition("1")
    after = _after(prefix)
    if not after:
        return Condition(f"{column} >= ?", (stored(prefix),))
    return Condition(f"{column} >= ? AND {column} < ?", (stored(prefix), stored(after)))


def is_indexed(query: BeadQuery) -> bool:
    """Whether something better than the statuses to leave out can lead."""
    leaders = (query.points_at, query.labels_all, query.labels_any, query.closed_since)
    return any(leaders) or bool(query.statuses)


def label_groups(query: BeadQuery) -> list[tuple[str, ...]]:
    """Groups of labels: of each, a bead must carry one."""
    groups: list[tuple[str, ...]] = [(label,) for label in query.labels_all]
    return [*groups, query.labels_any] if query.labels_any else groups


def where(query: BeadQuery, rarest: Callable[[list[tuple[str, ...]]], int]) -> Condition:
    """All conditions of a query; `rarest` says which of several label groups fewest beads carry.

    `closed_since` is met generously, by date: the caller looks again at what comes back.
    """
    conditions = list(_conditions(query, rarest)) or [Condition("1")]
    return Condition(
        " AND ".join(f"({each.sql})" for each in conditions),
        tuple(value for each in conditions for value in each.parameters),
    )


def _conditions(
    query: BeadQuery, rarest: Callable[[list[tuple[str, ...]]], int]
) -> Iterator[Condition]:
    leads = True
    if query.points_at:
        yield _pointing(query)
        leads = False
    groups = label_groups(query)
    if groups and leads:
        first = groups.pop(rarest(groups) if len(groups) > 1 else 0)
        yield _carried_by(first)
        leads = False
    yield from map(_carries, groups)
    own = list(_own(query, "+"))
    if own and leads:
        own[0] = _leading(next(_own(query, "")))
    yield from own
    if query.not_statuses:
        yield within("+status", query.not_statuses, is_not=True)


def _own(query: BeadQuery, sign: str) -> Iterator[Condition]:
    """The conditions on the bead's own row, the most selective first; `+` bars their indexes."""
    if query.closed_since:
        yield _closed_since(query.closed_since, f"{sign}closed_at")
    if query.statuses:
        yield within(f"{sign}status", query.statuses)
    if query.issue_types:
        yield within(f"{sign}issue_type", query.issue_types)


def _leading(own: Condition) -> Condition:
    return Condition(f"id IN (SELECT id FROM issues WHERE {own.sql})", own.parameters)  # noqa: S608  # values are bound


def _pointing(query: BeadQuery) -> Condition:
    target = within("depends_on_id", query.points_at)
    kind = within("type", query.by_types) if query.by_types else Condition("1")
    return Condition(
        f"id IN (SELECT issue_id FROM dependencies WHERE {target.sql} AND {kind.sql})",  # noqa: S608  # values are bound
        target.parameters + kind.parameters,
    )


def _carried_by(labels: tuple[str, ...]) -> Condition:
    carried = within("label", labels)
    return Condition(f"id IN (SELECT issue_id FROM labels WHERE {carried.sql})", carried.parameters)  # noqa: S608  # values are bound


def _carries(labels: tuple[str, ...]) -> Condition:
    carried = within("label", labels)
    own = "SELECT 1 FROM labels WHERE issue_id = issues.id"
    return Condition(f"EXISTS ({own} AND {carried.sql})", carried.parameters)


def _closed_since(since: str, column: str) -> Condition:
    instant = parse_instant(since)
    if instant is None:
        return Condition("0")
    # As text, whatever the offset: an instant is written at most one day before its UTC date.
    # Texts that do not begin with a digit (a blank before the date) are looked at by the caller.
    day = date.fromordinal(max(1, instant.toordinal() - 1)).isoformat()
    return Condition(f"({column} >= ? OR {column} > '' AND {column} < '0')", (day,))


def _after(prefix: str) -> str:
    """The first text that sorts behind all texts with this prefix; empty where there is none."""
    head = prefix.rstrip("\U0010ffff")
    if not head:
        return ""
    following = ord(head[-1]) + 1
    return head[:-1] + chr(0xE000 if following == 0xD800 else following)

"""Reading beads by SQL, filtered in the database, a few statements for however many beads."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from fabric.models.bead import Bead, Comment
from fabric.models.dependency import NOTHING_MORE, Dependency
from fabric.models.frozen import replace
from fabric.models.instants import parse_instant
from fabric.models.query import BeadQuery
from fabric.store.dolt.probe import Schema
from fabric.store.dolt.rows import (
    COMMENT_PLACE,
    Row,
    bead_of,
    comment_of,
    decoded,
    edge_of,
    spare_columns,
)
from fabric.store.dolt.session import DoltSession
from fabric.store.matching import matches
from fabric.store.statements import CHUNK, Condition, chunks, marks

_Beyond = Mapping[tuple[str, str], Mapping[str, object]]

_KNOWN: Final = (
    *("id", "title", "description", "design", "acceptance_criteria", "notes", "status"),
    *("issue_type", "owner", "created_by", "close_reason", "assignee", "priority", "metadata"),
    *("created_at", "updated_at", "closed_at", "pinned", "ephemeral", "is_template"),
)
_TARGETS: Final = ("depends_on_issue_id", "depends_on_wisp_id", "depends_on_external")
_TARGET: Final = f"COALESCE({', '.join(_TARGETS)})"
_NOTHING: Final = Condition("")


class DoltRows:
    """Beads from one session; counts the rows that it fetched."""

    def __init__(self, session: DoltSession, schema: Schema) -> None:
        self._session = session
        self._schema = schema
        columns = [*_KNOWN, *spare_columns(schema)]
        there = schema.columns["issues"]
        self._columns = ", ".join(f"issues.`{name}`" for name in columns if name in there)
        self.rows_read = 0

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there, sorted, with their comments."""
        found: dict[str, Bead] = {}
        for group in chunks(sorted(set(ids))):
            beads = self._select(_within("issues.id", group), with_comments=True)
            found.update((bead.id, bead) for bead in beads)
        return {bead_id: found[bead_id] for bead_id in sorted(found)}

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        conditions, joined = list(_conditions(query)), _labelled(query)
        comments = query.with_comments
        if not query.points_at:
            beads = list(self._select(_all(conditions), joined, with_comments=comments))
            return self._asked(query, beads)
        # First who points there, then those beads: in one statement the server goes through all.
        found: dict[str, Bead] = {}
        for group in chunks(sorted(self._pointing(query.points_at, query.by_types))):
            condition = _all([_within("issues.id", group), *conditions])
            some = self._select(condition, joined, with_comments=comments)
            found.update((bead.id, bead) for bead in some)
        return self._asked(query, [found[each] for each in sorted(found)])

    def everything(self) -> Iterator[Bead]:
        """Every bead, sorted by id, a few hundred at a time."""
        last = ""
        while True:
            rows = self.named(
                f"SELECT {self._columns} FROM issues WHERE id > ? ORDER BY id LIMIT {CHUNK}",  # noqa: S608  # our own names
                (last,),
            )
            if not rows:
                return
            last = str(rows[-1]["id"])
            yield from self._whole(rows, with_comments=True)

    def named(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """The rows of any statement of ours."""
        rows = self._session.named(sql, values)
        self.rows_read += len(rows)
        return rows

    def _asked(self, query: BeadQuery, beads: list[Bead]) -> list[Bead]:
        return [bead for bead in beads if matches(bead, query)] if query.closed_since else beads

    def _pointing(self, targets: Sequence[str], by_types: Sequence[str]) -> set[str]:
        """The ids of the beads that point at some others."""
        found: set[str] = set()
        typed = f" AND type IN ({marks(by_types)})" if by_types else ""
        for group in chunks(targets):
            sql = " UNION ".join(
                f"SELECT issue_id FROM dependencies WHERE {column} IN ({marks(group)}){typed}"  # noqa: S608  # our own names
                for column in _TARGETS
            )
            rows = self.named(sql, (*group, *by_types) * len(_TARGETS))
            found.update(str(row["issue_id"]) for row in rows)
        return found

    def _select(
        self, condition: Condition, joined: Condition = _NOTHING, *, with_comments: bool
    ) -> Iterator[Bead]:
        sql = f"SELECT {self._columns} FROM issues{joined.sql} WHERE {condition.sql}"  # noqa: S608  # our own names
        values = joined.parameters + condition.parameters
        rows = self.named(f"{sql} ORDER BY issues.id", values)
        return self._whole(rows, with_comments=with_comments)

    def _whole(self, rows: Sequence[Row], *, with_comments: bool) -> Iterator[Bead]:
        for group in chunks(rows):
            ids = [str(row["id"]) for row in group]
            beyond = self._beyond(ids)
            labels = self._labels(ids)
            edges = self._edges(ids, beyond)
            comments = self._comments(ids, beyond) if with_comments else {}
            for row in group:
                key = str(row["id"])
                belonging = (labels[key], edges[key], comments.get(key, ()))
                yield bead_of(row, self._schema, belonging, beyond.get((key, ""), NOTHING_MORE))

    def _labels(self, ids: Collection[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for row in self._of("SELECT issue_id, label FROM labels", ids):
            found[str(row["issue_id"])].append(str(row["label"]))
        return found

    def _edges(self, ids: Collection[str], beyond: _Beyond) -> dict[str, list[Dependency]]:
        found: dict[str, list[Dependency]] = defaultdict(list)
        for row in self._of("SELECT * FROM dependencies", ids, f"ORDER BY {_TARGET}, type"):
            edge = edge_of(row)
            spare = beyond.get(edge.pair)
            found[edge.issue_id].append(replace(edge, extra=spare) if spare else edge)
        return found

    def _comments(self, ids: Collection[str], beyond: _Beyond) -> dict[str, list[Comment]]:
        found: dict[str, list[Comment]] = defaultdict(list)
        columns = "SELECT id, issue_id, author, text, created_at FROM comments"
        for row in self._of(columns, ids, "ORDER BY created_at, id"):
            owner = str(row["issue_id"])
            spare = beyond.get((owner, f"{COMMENT_PLACE}{row['id']}"), NOTHING_MORE)
            found[owner].append(comment_of(row, spare))
        return found

    def _beyond(self, ids: Collection[str]) -> _Beyond:
        if not self._schema.has("fabric_extra"):
            return {}
        return decoded(self._of("SELECT issue_id, place, extra FROM fabric_extra", ids))

    def _of(self, select: str, ids: Collection[str], order: str = "") -> list[Row]:
        """The rows that belong to some beads."""
        return self.named(f"{select} WHERE issue_id IN ({marks([*ids])}) {order}", [*ids])


def _within(column: str, values: Sequence[str], *, is_not: bool = False) -> Condition:
    word = "NOT IN" if is_not else "IN"
    return Condition(f"{column} {word} ({marks(values)})", tuple(values))


def _all(conditions: Sequence[Condition]) -> Condition:
    return Condition(
        " AND ".join(each.sql for each in conditions) or "1 = 1",
        tuple(value for each in conditions for value in each.parameters),
    )


def _labelled(query: BeadQuery) -> Condition:
    """The labels that a bead must have, as joins: the server begins with the rarest one then."""
    labels = query.labels_all + (query.labels_any if len(query.labels_any) == 1 else ())
    return Condition(
        "".join(
            f" JOIN labels l{number} ON l{number}.issue_id = issues.id AND l{number}.label = ?"
            for number in range(len(labels))
        ),
        labels,
    )


def _conditions(query: BeadQuery) -> Iterator[Condition]:
    """What a query asks of a bead itself, but for the labels that it must have."""
    if len(query.labels_any) > 1:
        has = _within("label", query.labels_any)
        sql = f"issues.id IN (SELECT issue_id FROM labels WHERE {has.sql})"  # noqa: S608  # values are bound
        yield Condition(sql, has.parameters)
    for column, values in (("status", query.statuses), ("issue_type", query.issue_types)):
        if values:
            yield _within(f"issues.{column}", values)
    if query.not_statuses:
        yield _within("issues.status", query.not_statuses, is_not=True)
    since = parse_instant(query.closed_since)
    if since is not None:
        yield Condition("issues.closed_at >= ?", (since.strftime("%Y-%m-%d %H:%M:%S"),))

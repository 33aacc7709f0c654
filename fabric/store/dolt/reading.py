"""Reading beads by SQL, filtered in the database, a few statements for however many beads."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from sqlalchemy import BindParameter, Connection, TextClause, bindparam, text

from fabric.models.bead import Bead, Comment
from fabric.models.dependency import NOTHING_MORE, Dependency
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
from fabric.store.matching import matches

CHUNK: Final = 500
_Item = TypeVar("_Item")
_Beyond = Mapping[tuple[str, str], Mapping[str, object]]

_KNOWN: Final = (
    *("id", "title", "description", "design", "acceptance_criteria", "notes", "status"),
    *("issue_type", "owner", "created_by", "close_reason", "assignee", "priority", "metadata"),
    *("created_at", "updated_at", "closed_at", "pinned", "ephemeral", "is_template"),
)
_TARGET: Final = "COALESCE(depends_on_issue_id, depends_on_wisp_id, depends_on_external)"


class DoltRows:
    """Beads from one connection; counts the rows that it fetched."""

    def __init__(self, connection: Connection, schema: Schema) -> None:
        self._connection = connection
        self._schema = schema
        columns = [*_KNOWN, *spare_columns(schema)]
        there = schema.columns["issues"]
        self._columns = ", ".join(f"issues.`{name}`" for name in columns if name in there)
        self.rows_read = 0

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there, sorted, with their comments."""
        found: dict[str, Bead] = {}
        for group in _chunks(sorted(set(ids))):
            sql = f"SELECT {self._columns} FROM issues WHERE id IN :ids"  # noqa: S608  # our own names
            rows = self._rows(_listed(sql, group))
            found.update((bead.id, bead) for bead in self._whole(rows, with_comments=True))
        return {bead_id: found[bead_id] for bead_id in sorted(found)}

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        found: dict[str, Bead] = {}
        for group in _chunks(query.points_at) if query.points_at else ((),):
            clause = _where(query, group)
            sql = f"SELECT {self._columns} FROM issues WHERE {clause.sql} ORDER BY id"  # noqa: S608  # our own names, values are bound
            rows = self._rows(clause.bound(sql))
            beads = self._whole(rows, with_comments=query.with_comments)
            found.update((bead.id, bead) for bead in beads)
        asked = [found[each] for each in sorted(found)]
        return [bead for bead in asked if matches(bead, query)] if query.closed_since else asked

    def everything(self) -> Iterator[Bead]:
        """Every bead, sorted by id, a few hundred at a time."""
        last = ""
        while True:
            sql = text(
                f"SELECT {self._columns} FROM issues WHERE id > :last ORDER BY id LIMIT {CHUNK}"  # noqa: S608  # our own names
            ).bindparams(last=last)
            rows = self._rows(sql)
            if not rows:
                return
            last = str(rows[-1]["id"])
            yield from self._whole(rows, with_comments=True)

    def texts(self, sql: TextClause) -> list[Row]:
        """The rows of any statement of ours."""
        return self._rows(sql)

    def _rows(self, sql: TextClause) -> list[Row]:
        rows: list[Row] = [{**row} for row in self._connection.execute(sql).mappings()]
        self.rows_read += len(rows)
        return rows

    def _whole(self, rows: Sequence[Row], *, with_comments: bool) -> Iterator[Bead]:
        for group in _chunks(rows):
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
        sql = _listed("SELECT issue_id, label FROM labels WHERE issue_id IN :ids", ids)
        for row in self._rows(sql):
            found[str(row["issue_id"])].append(str(row["label"]))
        return found

    def _edges(self, ids: Collection[str], beyond: _Beyond) -> dict[str, list[Dependency]]:
        found: dict[str, list[Dependency]] = defaultdict(list)
        sql = _listed(
            f"SELECT * FROM dependencies WHERE issue_id IN :ids ORDER BY {_TARGET}, type",  # noqa: S608  # a constant
            ids,
        )
        for row in self._rows(sql):
            edge = edge_of(row)
            spare = beyond.get(edge.pair)
            found[edge.issue_id].append(replace(edge, extra=spare) if spare else edge)
        return found

    def _comments(self, ids: Collection[str], beyond: _Beyond) -> dict[str, list[Comment]]:
        found: dict[str, list[Comment]] = defaultdict(list)
        sql = _listed(
            "SELECT id, issue_id, author, text, created_at FROM comments"
            " WHERE issue_id IN :ids ORDER BY created_at, id",
            ids,
        )
        for row in self._rows(sql):
            owner = str(row["issue_id"])
            spare = beyond.get((owner, f"{COMMENT_PLACE}{row['id']}"), NOTHING_MORE)
            found[owner].append(comment_of(row, spare))
        return found

    def _beyond(self, ids: Collection[str]) -> _Beyond:
        if not self._schema.has("fabric_extra"):
            return {}
        sql = _listed("SELECT issue_id, place, extra FROM fabric_extra WHERE issue_id IN :ids", ids)
        return decoded(self._rows(sql))


class _Clause:
    """Conditions joined by AND, with the values that they bind."""

    def __init__(self) -> None:
        self._terms: list[str] = ["1 = 1"]
        self._values: list[BindParameter[object]] = []

    def add(self, term: str, **values: object) -> None:
        """Ask for one thing more; lists are bound as lists."""
        self._terms.append(term)
        self._values += [
            bindparam(name, value=value, expanding=isinstance(value, list))
            for name, value in values.items()
        ]

    def add_list(self, term: str, name: str, values: Sequence[str]) -> None:
        """Ask for one of some values, where there are any."""
        if values:
            self.add(term, **{name: list(values)})

    @property
    def sql(self) -> str:
        """The conditions."""
        return " AND ".join(self._terms)

    def bound(self, sql: str) -> TextClause:
        """A statement that holds these conditions, with their values."""
        return text(sql).bindparams(*self._values)


def _where(query: BeadQuery, points_at: Sequence[str]) -> _Clause:
    clause = _Clause()
    has_label = "EXISTS (SELECT 1 FROM labels WHERE issue_id = issues.id AND label"
    for number, label in enumerate(query.labels_all):
        clause.add(f"{has_label} = :label_{number})", **{f"label_{number}": label})
    clause.add_list(f"{has_label} IN :labels_any)", "labels_any", query.labels_any)
    clause.add_list("issues.status IN :statuses", "statuses", query.statuses)
    clause.add_list("issues.status NOT IN :not_statuses", "not_statuses", query.not_statuses)
    clause.add_list("issues.issue_type IN :issue_types", "issue_types", query.issue_types)
    if points_at:
        _add_pointing(clause, points_at, query.by_types)
    since = parse_instant(query.closed_since)
    if since is not None:
        clause.add("issues.closed_at >= :since", since=since.strftime("%Y-%m-%d %H:%M:%S"))
    return clause


def _add_pointing(clause: _Clause, points_at: Sequence[str], by_types: Sequence[str]) -> None:
    typed = " AND type IN :by_types" if by_types else ""
    columns = ("depends_on_issue_id", "depends_on_wisp_id", "depends_on_external")
    parts = [f"SELECT issue_id FROM dependencies WHERE {c} IN :points_at{typed}" for c in columns]  # noqa: S608  # our own names
    clause.add(f"issues.id IN ({' UNION '.join(parts)})", points_at=list(points_at))
    if by_types:
        clause.add("1 = 1", by_types=list(by_types))


def _listed(sql: str, ids: Collection[str]) -> TextClause:
    return text(sql).bindparams(bindparam("ids", value=list(ids), expanding=True))


def _chunks(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    return (items[start : start + CHUNK] for start in range(0, len(items), CHUNK))

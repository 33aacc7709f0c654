"""Beads as rows of bd's tables, and back; careless rows are read without complaint."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from fabric.errors import ChangeRefused
from fabric.models.bead import Bead, Comment
from fabric.models.canonical_json import canonical_json
from fabric.models.dependency import NOTHING_MORE, Dependency
from fabric.models.frozen import field_names
from fabric.models.instants import parse_instant
from fabric.store.dolt.probe import ColumnInfo, Schema
from fabric.store.row_ids import comment_id, edge_id

Row = Mapping[str, object]

_KNOWN: Final = frozenset(field_names(Bead))
_OWN_BOOKS: Final = frozenset({"content_hash", "is_blocked", "row_lock"})
"""Columns that bd keeps for itself: neither read into a bead nor written from one."""

_TIMES: Final = ("created_at", "updated_at", "closed_at")
_FLAGS: Final = ("pinned", "ephemeral", "is_template")
_TEXTS: Final = (
    *("id", "title", "description", "design", "acceptance_criteria", "notes", "status"),
    *("issue_type", "assignee", "owner", "created_by", "close_reason"),
)
_INTEGERS: Final = frozenset({"int", "bigint", "tinyint", "smallint", "mediumint"})
_SAID_AS_NOTHING: Final = frozenset({"work_type"})
"""Text columns that bd itself leaves empty, whatever their default is."""

_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
COMMENT_PLACE: Final = "comment:"
_BEGINNING: Final = "1970-01-01 00:00:00"


def issue_row(bead: Bead, schema: Schema) -> dict[str, object]:
    """The row of a bead: every column that a bead can say something about."""
    row: dict[str, object] = {name: getattr(bead, name) for name in _TEXTS}
    row["assignee"] = bead.assignee or None
    row["priority"] = bead.priority
    row |= {name: int(getattr(bead, name)) for name in _FLAGS}
    row |= {name: to_datetime(getattr(bead, name)) for name in _TIMES}
    row["created_at"] = row["created_at"] or row["updated_at"] or _BEGINNING
    row["updated_at"] = row["updated_at"] or row["created_at"]
    row["metadata"] = canonical_json(dict(bead.metadata))
    for name, info in spare_columns(schema).items():
        row[name] = _to_column(bead.extra.get(name), info)
    row |= {
        name: row[name] if bead.extra.get(name) else "" for name in _SAID_AS_NOTHING & row.keys()
    }
    return row


def spare_columns(schema: Schema) -> dict[str, ColumnInfo]:
    """The columns of a bead that our model has no field for."""
    columns = schema.columns["issues"]
    return {n: columns[n] for n in sorted(columns) if n not in _KNOWN and n not in _OWN_BOOKS}


def beyond_columns(bead: Bead, schema: Schema) -> dict[str, object]:
    """The unknown fields of a bead that bd has no column for."""
    spare = spare_columns(schema)
    return {key: value for key, value in bead.extra.items() if not _fits(value, spare.get(key))}


def extra_rows(bead: Bead, schema: Schema) -> list[Row]:
    """What only our own table can keep of a bead and its edges."""
    rows: list[Row] = []
    beyond = beyond_columns(bead, schema)
    if beyond:
        rows.append({"issue_id": bead.id, "place": "", "extra": canonical_json(beyond)})
    places: list[tuple[str, Mapping[str, object]]]
    places = [(edge.depends_on_id, edge.extra) for edge in bead.dependencies]
    for key, comment in _with_keys(bead):
        own_id = {"id": comment.id} if comment.id and comment.id != key else {}
        places.append((COMMENT_PLACE + key, {**comment.extra, **own_id}))
    rows += [
        {"issue_id": bead.id, "place": place, "extra": canonical_json(dict(extra))}
        for place, extra in places
        if extra
    ]
    return rows


def label_rows(bead: Bead) -> list[Row]:
    """A row a label."""
    return [{"issue_id": bead.id, "label": label} for label in bead.labels]


def edge_rows(bead: Bead) -> list[Row]:
    """A row an edge, its id as bd derives it. Raises ChangeRefused for two edges of one pair."""
    counts = Counter(edge.depends_on_id for edge in bead.dependencies)
    twice = [target for target, count in counts.items() if count > 1]
    if twice:
        raise ChangeRefused(
            f"{bead.id} and {twice[0]} would be linked twice.",
            "bd keeps one dependency a pair: take one of them away.",
        )
    return [
        {
            "id": edge_id(edge.issue_id, edge.depends_on_id),
            "issue_id": edge.issue_id,
            "depends_on_issue_id": None if edge.is_external else edge.depends_on_id,
            "depends_on_wisp_id": None,
            "depends_on_external": edge.depends_on_id if edge.is_external else None,
            "type": edge.type,
            "created_at": to_datetime(edge.created_at) or _BEGINNING,
            "created_by": edge.created_by,
            "metadata": edge.metadata,
            "thread_id": edge.thread_id,
        }
        for edge in bead.dependencies
    ]


def comment_rows(bead: Bead) -> list[Row]:
    """A row a comment, its id its own or as bd derives it."""
    return [
        {
            "id": key,
            "issue_id": bead.id,
            "author": comment.author,
            "text": comment.text,
            "created_at": to_datetime(comment.created_at) or _BEGINNING,
        }
        for key, comment in _with_keys(bead)
    ]


def _with_keys(bead: Bead) -> list[tuple[str, Comment]]:
    keyed: dict[str, Comment] = {}
    for comment in bead.comments:
        # Projects number their comments alike; the column takes one of each number for all beads.
        key, ordinal = (comment.id if _UUID.fullmatch(comment.id) else ""), 0
        while not key or key in keyed:
            key = comment_id(bead.id, comment, ordinal)
            ordinal += 1
        keyed[key] = comment
    return list(keyed.items())


def bead_of(
    row: Row,
    schema: Schema,
    belonging: tuple[Sequence[str], Sequence[Dependency], Sequence[Comment]],
    beyond: Mapping[str, object],
) -> Bead:
    """The bead that a row and what belongs to it say."""
    labels, edges, comments = belonging
    metadata, odd = _metadata(row.get("metadata"))
    extra = {name: _from_column(row[name], info) for name, info in spare_columns(schema).items()}
    kept = {name: value for name, value in extra.items() if value is not None}
    values: dict[str, object] = {name: plain_text(row.get(name)) for name in _TEXTS}
    values |= {name: from_datetime(row.get(name)) for name in _TIMES}
    values |= {name: bool(row.get(name)) for name in _FLAGS}
    return Bead(
        **values,  # type: ignore[arg-type]  # the names are the model's own fields
        priority=_integer(row.get("priority"), 2),
        labels=tuple(sorted(labels)),
        metadata=metadata,
        dependencies=tuple(edges),
        comments=tuple(comments),
        extra={**kept, **odd, **beyond},
    )


def edge_of(row: Row) -> Dependency:
    """The edge that a row says."""
    targets = ("depends_on_issue_id", "depends_on_wisp_id", "depends_on_external")
    return Dependency(
        issue_id=plain_text(row["issue_id"]),
        depends_on_id=next((plain_text(row[name]) for name in targets if row.get(name)), ""),
        type=plain_text(row["type"]),
        created_at=from_datetime(row["created_at"]),
        created_by=plain_text(row["created_by"]),
        metadata=plain_text(row["metadata"]) or "{}",
        thread_id=plain_text(row.get("thread_id")),
    )


def comment_of(row: Row, beyond: Mapping[str, object]) -> Comment:
    """The comment that a row says."""
    return Comment(
        author=plain_text(row["author"]),
        text=plain_text(row["text"]),
        created_at=from_datetime(row["created_at"]),
        id=plain_text(beyond.get("id", row["id"])),
        extra={key: value for key, value in beyond.items() if key != "id"} or NOTHING_MORE,
    )


def to_datetime(value: str) -> str | None:
    """A time as bd stores it: whole seconds, naive UTC; None for what is no time."""
    instant = parse_instant(value)
    return instant.strftime("%Y-%m-%d %H:%M:%S") if instant else None


def from_datetime(value: object) -> str:
    """A stored time as bd prints it; empty for NULL."""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    return ""


def decoded(rows: Iterable[Row]) -> dict[tuple[str, str], dict[str, object]]:
    """Rows of our own table: unknown fields by (bead, place)."""
    found: dict[tuple[str, str], dict[str, object]] = {}
    for row in rows:
        with suppress(ValueError):  # written by somebody else: it says nothing that we know
            value = json.loads(plain_text(row["extra"]))
            if isinstance(value, dict):
                found[plain_text(row["issue_id"]), plain_text(row["place"])] = value
    return found


def plain_text(value: object) -> str:
    """A text that a careless writer may have left out."""
    return value if isinstance(value, str) else "" if value is None else str(value)


def _metadata(value: object) -> tuple[dict[str, object], dict[str, object]]:
    """The metadata object; what is no object is kept beside, as it is."""
    if value is None or value == "":
        return {}, {}
    try:
        read = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return {}, {"metadata": value}
    if isinstance(read, dict):
        return read, {}
    return {}, ({"metadata": read} if read is not None else {})


def _fits(value: object, info: ColumnInfo | None) -> bool:
    """Whether a column gives a value back as it was."""
    if info is None:
        return False
    return _from_column(_as_read(_to_column(value, info), info), info) == value


def _as_read(value: object, info: ColumnInfo) -> object:
    """What the driver would give for a value that was written."""
    if info.type == "datetime" and isinstance(value, str):
        return datetime.fromisoformat(value)
    return value


def _to_column(value: object, info: ColumnInfo) -> object:
    if value is None:
        return _default(info)
    if info.type == "datetime":
        return to_datetime(value) if isinstance(value, str) else None
    if info.type in _INTEGERS:
        return int(value) if isinstance(value, int) else _default(info)
    return value if isinstance(value, str) else _default(info)


def _from_column(value: object, info: ColumnInfo) -> object:
    """A value worth keeping; None where the column only holds its default."""
    if isinstance(value, datetime | date):
        return from_datetime(value)
    if isinstance(value, Decimal):
        value = int(value)
    return None if value in (None, "", _default(info)) else value


def _default(info: ColumnInfo) -> object:
    if info.default is None or info.default.upper() == "NULL":
        return None
    bare = info.default.strip("'\"")
    if info.type in _INTEGERS:
        return int(bare) if bare.lstrip("-").isdecimal() else None
    return bare


def _integer(value: object, otherwise: int) -> int:
    return int(value) if isinstance(value, int | Decimal) else otherwise

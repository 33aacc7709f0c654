"""How a bead lies in the rows of the embedded store, in both directions; nothing is lost.

Times stay the text they came as. What `Bead` does not know lies as JSON in the column `extra`.
A text with a lone surrogate has no UTF-8 and is stored as the bytes of its nearest encoding.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from fabric.models.bead import Bead, Comment
from fabric.models.dependency import NOTHING_MORE, Dependency
from fabric.models.frozen_fast import fast_maker

Value = str | bytes | int | None
Row = Mapping[str, Value]

ISSUE_COLUMNS: Final = (
    *("id", "title", "description", "design", "acceptance_criteria", "notes"),
    *("status", "priority", "issue_type", "assignee", "owner"),
    *("created_at", "created_by", "updated_at", "closed_at", "close_reason"),
    *("pinned", "ephemeral", "is_template", "metadata", "extra"),
)
LABEL_COLUMNS: Final = ("issue_id", "label")
EDGE_COLUMNS: Final = (
    *("issue_id", "depends_on_id", "type"),
    *("created_at", "created_by", "metadata", "thread_id", "extra"),
)
COMMENT_COLUMNS: Final = ("issue_id", "position", "id", "author", "text", "created_at", "extra")

_SCALARS: Final = 16  # the columns before the flags: they stand in the order of Bead's fields
_EMPTY: Final = "{}"
_decoded: Final = json.JSONDecoder().raw_decode
_Item = TypeVar("_Item")
_bead: Final = fast_maker(Bead)  # from values in the order of the fields
_edge: Final = fast_maker(Dependency)


def stored(text: str) -> str | bytes:
    """A text as SQLite takes it: itself, or bytes where it has no UTF-8."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def plain(value: object) -> str:
    """The text that was stored."""
    if isinstance(value, str):
        return value
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else str(value)


def readable(row: Sequence[_Item]) -> Sequence[_Item]:
    """The row with every text as text; most rows hold nothing else and are given back as they are."""
    if bytes not in map(type, row):
        return row
    return [plain(value) if isinstance(value, bytes) else value for value in row]  # type: ignore[misc]  # a text stays a value of the row


def issue_row(bead: Bead) -> dict[str, Value]:
    """The row of table `issues`."""
    row: dict[str, Value] = {}
    for column in ISSUE_COLUMNS[:_SCALARS]:
        value = getattr(bead, column)
        row[column] = stored(value) if isinstance(value, str) else value
    return row | {
        "pinned": int(bead.pinned),
        "ephemeral": int(bead.ephemeral),
        "is_template": int(bead.is_template),
        "metadata": _json(bead.metadata),
        "extra": _json(bead.extra),
    }


def label_rows(bead: Bead) -> list[Row]:
    """The rows of table `labels`."""
    bead_id = stored(bead.id)
    return [{"issue_id": bead_id, "label": stored(each)} for each in dict.fromkeys(bead.labels)]


def edge_rows(bead: Bead) -> list[Row]:
    """The rows of table `dependencies`."""
    return [
        {
            "issue_id": stored(bead.id),
            "depends_on_id": stored(edge.depends_on_id),
            "type": stored(edge.type),
            "created_at": stored(edge.created_at),
            "created_by": stored(edge.created_by),
            "metadata": stored(edge.metadata),
            "thread_id": stored(edge.thread_id),
            "extra": _json(edge.extra),
        }
        for edge in bead.dependencies
    ]


def comment_rows(bead: Bead) -> list[Row]:
    """The rows of table `comments`, in the order of the comments; each has an id."""
    from fabric.store.row_ids import comment_id  # noqa: PLC0415  # its libraries serve no reader

    rows: list[Row] = []
    said: Counter[tuple[str, str, str]] = Counter()
    for position, comment in enumerate(bead.comments):
        same = (comment.author, comment.text, comment.created_at)
        rows.append(
            {
                "issue_id": stored(bead.id),
                "position": position,
                "id": stored(comment.id or comment_id(bead.id, comment, said[same])),
                "author": stored(comment.author),
                "text": stored(comment.text),
                "created_at": stored(comment.created_at),
                "extra": _json(comment.extra),
            }
        )
        said[same] += 1
    return rows


def bead_of(
    row: Sequence[object],
    labels: tuple[str, ...],
    edges: tuple[Dependency, ...],
    comments: tuple[Comment, ...],
) -> Bead:
    """The bead of a row of `issues` (columns as ISSUE_COLUMNS) and what belongs to it."""
    row = readable(row)
    pinned, ephemeral, is_template, metadata, extra = row[_SCALARS:]
    flags = (bool(pinned), bool(ephemeral), bool(is_template))
    values = (
        *row[:_SCALARS],
        *flags,
        labels,
        object_of(metadata),
        edges,
        comments,
        object_of(extra),
    )
    return _bead(*values)


def edge_of(row: Sequence[object]) -> Dependency:
    """The edge of a row of `dependencies` (columns as EDGE_COLUMNS)."""
    *values, extra = readable(row)
    return _edge(*values, object_of(extra))


def comment_of(row: Sequence[object]) -> Comment:
    """The comment of a row of `comments` (columns as COMMENT_COLUMNS)."""
    _, _, own_id, author, text, created_at, extra = readable(row)
    return Comment(str(author), str(text), str(created_at), str(own_id), object_of(extra))


def _json(value: Mapping[str, object]) -> str | bytes:
    if not value:
        return _EMPTY
    return stored(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def object_of(text: object) -> Mapping[str, object]:
    """The object of a column that holds JSON."""
    if text == _EMPTY:
        return NOTHING_MORE
    read: dict[str, object] = _decoded(str(text))[0]  # quicker than `loads`: we wrote it ourselves
    return read

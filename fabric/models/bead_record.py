"""Beads as the JSON records of an export: read tolerantly, written in one order, nothing lost."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Final

from fabric.errors import UnreadableRecord
from fabric.models.bead import Bead, Comment
from fabric.models.dependency import Dependency, dependency_from_record, dependency_to_record

_TEXTS: Final = frozenset(
    {
        *("id", "title", "description", "design", "acceptance_criteria", "notes"),
        *("status", "issue_type", "assignee", "owner"),
        *("created_at", "created_by", "updated_at", "closed_at", "close_reason"),
    }
)
_FLAGS: Final = ("pinned", "ephemeral", "is_template")
_COMMENT_TEXTS: Final = frozenset({"id", "author", "text", "created_at"})
_NEVER_EMPTY: Final = frozenset({"status", "issue_type"})
_INT_BOUND: Final = 2**31  # bd's numbers; a larger one is kept as unknown
_COUNTS: Final = ("dependency_count", "dependent_count", "comment_count")
_DERIVED: Final = frozenset({"_type", *_COUNTS})
KNOWN_FIELDS: Final = frozenset(field.name for field in fields(Bead)) - {"extra"}
_PLACES: Final = {field.name: place for place, field in enumerate(fields(Bead))}
_DEFAULTS: Final = tuple(getattr(Bead(id=""), name) for name in _PLACES)

_ORDER: Final = (
    *("id", "title", "description", "design", "acceptance_criteria", "notes"),
    *("status", "priority", "issue_type", "assignee", "owner"),
    *("created_at", "created_by", "updated_at", "closed_at", "close_reason"),
)
_ALWAYS: Final = frozenset({"id", "title", "status", "priority", "issue_type"})


def bead_from_record(record: Mapping[str, object]) -> Bead:
    """Read one record; a known field of a wrong type is kept in `extra` as it came.

    Raises UnreadableRecord when there is no usable id.
    """
    bead_id = record.get("id")
    if not isinstance(bead_id, str) or not bead_id.strip():
        raise UnreadableRecord("The record has no id.", "Give it a text `id`, or remove the line.")
    # By position, because this runs for every line of a file and keywords cost twice as much.
    values = list(_DEFAULTS)
    extra: dict[str, object] = {}
    for key, value in record.items():
        if key in _TEXTS and isinstance(value, str):
            if value or key not in _NEVER_EMPTY:
                values[_PLACES[key]] = value
        elif key not in _DERIVED and not (value is None and key in KNOWN_FIELDS):
            reader = _READERS.get(key)
            read = reader(value, bead_id) if reader else None
            if read is None:
                extra[key] = value
            else:
                values[_PLACES[key]] = read
    values[_PLACES["extra"]] = extra
    return Bead(*values)


def bead_to_record(bead: Bead) -> dict[str, object]:
    """Write a bead in bd's field order; empty fields are left out, unknown ones stay."""
    record: dict[str, object] = {"_type": "issue"}
    for key in _ORDER:
        value = getattr(bead, key)
        if (value or key in _ALWAYS) and key not in bead.extra:
            record[key] = value
    record.update({flag: True for flag in _FLAGS if getattr(bead, flag)})
    record.update(sorted(bead.extra.items()))
    if bead.metadata and "metadata" not in bead.extra:
        record["metadata"] = dict(bead.metadata)
    if bead.labels:
        record["labels"] = sorted(bead.labels)
    if bead.dependencies:
        edges = sorted(bead.dependencies, key=lambda edge: (edge.depends_on_id, edge.type))
        record["dependencies"] = [dependency_to_record(edge) for edge in edges]
    if bead.comments:
        record["comments"] = [_comment_to_record(bead.id, each) for each in bead.comments]
    return record


def _read_int(value: object, _: str) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if -_INT_BOUND <= value < _INT_BOUND else None


def _read_flag(value: object, _: str) -> bool | None:
    return bool(value) if value in (True, False, 0, 1) else None


def _read_labels(value: object, _: str) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not all(isinstance(label, str) for label in value):
        return None
    return tuple(dict.fromkeys(value))


def _read_metadata(value: object, _: str) -> Mapping[str, object] | None:
    if isinstance(value, str):  # a table dump stores the object as text
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None


def _read_dependencies(value: object, owner: str) -> tuple[Dependency, ...] | None:
    if not isinstance(value, list):
        return None
    edges = [dependency_from_record(each, owner) for each in value if isinstance(each, dict)]
    whole = [edge for edge in edges if edge is not None]
    if len(whole) != len(value):
        return None
    first: dict[tuple[str, str], Dependency] = {}
    for edge in whole:  # the same edge said twice is one edge
        first.setdefault((edge.depends_on_id, edge.type), edge)
    return tuple(first.values())


def _read_comments(value: object, owner: str) -> tuple[Comment, ...] | None:
    if not isinstance(value, list):
        return None
    read = [_comment_from_record(each, owner) for each in value if isinstance(each, dict)]
    return tuple(read) if len(read) == len(value) else None


def _comment_from_record(record: Mapping[str, object], owner: str) -> Comment:
    known = {"author": "", "text": "", "created_at": ""}
    extra: dict[str, object] = {}
    for key, value in record.items():
        if key in _COMMENT_TEXTS and isinstance(value, str):
            known[key] = value
        elif key == "id" and isinstance(value, int):  # older exports number comments
            known[key] = str(value)
        elif key != "issue_id" or value != owner:
            extra[key] = value
    return Comment(**known, extra=extra)


def _comment_to_record(bead_id: str, comment: Comment) -> dict[str, object]:
    record: dict[str, object] = {"id": comment.id} if comment.id else {}
    record |= {
        "issue_id": bead_id,
        "author": comment.author,
        "text": comment.text,
        "created_at": comment.created_at,
    }
    record.update(sorted(comment.extra.items()))
    return record


_Reader = Callable[[object, str], object]
_READERS: Final[Mapping[str, _Reader]] = {
    **dict.fromkeys(_FLAGS, _read_flag),
    "priority": _read_int,
    "labels": _read_labels,
    "metadata": _read_metadata,
    "dependencies": _read_dependencies,
    "comments": _read_comments,
}

"""Beads as the JSON records of an export: read tolerantly, written in one order, nothing lost."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fabric.errors import UnreadableRecord
from fabric.models.bead import Bead, Comment
from fabric.models.dependency import (
    NOTHING_MORE,
    Dependency,
    dependency_from_record,
    dependency_to_record,
)
from fabric.models.frozen import field_names
from fabric.models.frozen_fast import fast_maker

_TEXTS: Final = frozenset(
    {
        *("id", "title", "description", "design", "acceptance_criteria", "notes"),
        *("status", "issue_type", "assignee", "owner"),
        *("created_at", "created_by", "updated_at", "closed_at", "close_reason"),
    }
)
_FLAGS: Final = ("ephemeral", "pinned", "is_template")
_COMMENT_TEXTS: Final = frozenset({"id", "author", "text", "created_at"})
_INT_BOUND: Final = 2**31  # bd's numbers; a larger one is kept as unknown
_DERIVED: Final = frozenset({"dependency_count", "dependent_count", "comment_count"})
_ISSUE: Final = ("_type", "issue")
_made: Final = fast_maker(Bead)
KNOWN_FIELDS: Final = frozenset(field_names(Bead)) - {"extra"}
_NAMES: Final = field_names(Bead)
_PLACES: Final = {name: place for place, name in enumerate(_NAMES) if name in KNOWN_FIELDS}
_EXTRA: Final = _NAMES.index("extra")
_DEFAULTS: Final = tuple(getattr(Bead(id=""), name) for name in _NAMES)

_SCALARS: Final = (
    *("id", "title", "description", "design", "acceptance_criteria", "notes"),
    *("status", "priority", "issue_type", "assignee", "owner"),
    *("created_at", "created_by", "updated_at", "closed_at", "close_reason"),
)
_RANKS: Final = {  # of bd 1.3's own export, so that its lines and ours differ by content only
    key: rank
    for rank, key in enumerate(
        (
            *("_type", "id", "title", "description", "design", "acceptance_criteria", "notes"),
            *("spec_id", "status", "priority", "issue_type", "assignee", "owner"),
            *("estimated_minutes", "created_at", "created_by", "updated_at", "started_at"),
            *("closed_at", "close_reason", "closed_by_session", "due_at", "defer_until"),
            *("external_ref", "source_system", "metadata", "compaction_level", "compacted_at"),
            *("compacted_at_commit", "original_size", "labels", "dependencies", "comments"),
            *("deleted_at", "deleted_by", "delete_reason", "original_type", "sender"),
            *("ephemeral", "no_history", "wisp_type", "storage_class", "pinned", "is_template"),
            *("bonded_from", "await_type", "await_id", "timeout", "waiters", "source_formula"),
            *("source_location", "agent_state", "last_activity", "mol_type", "work_type"),
            *("event_kind", "actor", "target", "payload"),
        )
    )
}
_ALWAYS: Final = frozenset({"id", "title", "status", "priority", "issue_type"})


def bead_from_record(record: Mapping[str, object]) -> Bead:
    """Read one record; what cannot be read of a known field is kept in `extra` as it came.

    Labels and dependencies are sorted. Raises UnreadableRecord when there is no usable id.
    """
    bead_id = _id_of(record)
    # By position and without calls, because this runs for every line of a file.
    values = list(_DEFAULTS)
    extra: dict[str, object] = {}
    for key, value in record.items():
        place = _PLACES.get(key)
        if place is None:
            if key not in _DERIVED and (key, value) != _ISSUE:
                extra[key] = value
        elif isinstance(value, str) and key in _TEXTS:
            values[place] = value or _DEFAULTS[place]
        elif value is not None and value != "":  # null and "" say nothing
            read, unread = _READERS[key](value, bead_id)
            if read is not None:
                values[place] = read
            if unread is not None and unread != []:
                extra[key] = unread
    values[_EXTRA] = extra or NOTHING_MORE
    return _made(*values)


def _id_of(record: Mapping[str, object]) -> str:
    bead_id = record.get("id")
    if not isinstance(bead_id, str) or not bead_id.strip():
        raise UnreadableRecord("The record has no id.", "Give it a text `id`, or remove the line.")
    return bead_id


def bead_to_record(bead: Bead) -> dict[str, object]:
    """Write a bead in bd's field order; empty fields are left out, unknown ones stay."""
    record: dict[str, object] = dict((_ISSUE,))
    for key in _SCALARS:
        value = getattr(bead, key)
        if (value or key in _ALWAYS) and key not in bead.extra:
            record[key] = value
    record.update(bead.extra)
    if bead.metadata:
        record["metadata"] = dict(bead.metadata)
    edges = sorted(bead.dependencies, key=lambda edge: edge.order)
    _write_list(record, "labels", sorted(bead.labels))
    _write_list(record, "dependencies", [dependency_to_record(edge) for edge in edges])
    _write_list(record, "comments", [_comment_to_record(bead.id, each) for each in bead.comments])
    record.update({flag: True for flag in _FLAGS if getattr(bead, flag)})
    return {key: record[key] for key in sorted(record, key=_rank)} if bead.extra else record


def _rank(key: str) -> tuple[int, str]:
    return (_RANKS.get(key, len(_RANKS)), key)


def _write_list(record: dict[str, object], key: str, items: Sequence[object]) -> None:
    """Put a list in its place, before the items of it that could not be read."""
    unread = record.pop(key, [])
    if items:
        record[key] = [*items, *unread] if isinstance(unread, list) else items
    elif unread != []:
        record[key] = unread


def _read_text(value: object, _: str) -> "_Reading":
    return None, value  # what is text is not asked


def _read_int(value: object, _: str) -> "_Reading":
    if isinstance(value, bool) or not isinstance(value, int):
        return None, value
    return (value, None) if -_INT_BOUND <= value < _INT_BOUND else (None, value)


def _read_flag(value: object, _: str) -> "_Reading":
    is_flag = isinstance(value, int) and value in (0, 1)
    return (bool(value), None) if is_flag else (None, value)


def _read_labels(value: object, _: str) -> "_Reading":
    if not isinstance(value, list):
        return None, value
    if len(value) == 1 and isinstance(value[0], str):
        return (value[0],), None
    labels = {each for each in value if isinstance(each, str)}
    return tuple(sorted(labels)), [each for each in value if not isinstance(each, str)]


def _read_metadata(value: object, _: str) -> "_Reading":
    read = value
    if isinstance(value, str):  # a table dump stores the object as text
        try:
            read = json.loads(value)
        except (ValueError, RecursionError):
            return None, value
    if read is None:
        return None, None
    return (read, None) if isinstance(read, dict) else (None, value)


def _read_dependencies(value: object, owner: str) -> "_Reading":
    if not isinstance(value, list):
        return None, value
    unread: list[object] = []
    edges: list[Dependency] = []
    for each in value:
        edge = dependency_from_record(each, owner) if isinstance(each, dict) else None
        if edge is None:
            unread.append(each)
        else:
            edges.append(edge)
    if len(edges) < 2:
        return tuple(edges), unread or None
    found: dict[tuple[str, str], Dependency] = {}
    for edge in edges:
        found.setdefault((edge.depends_on_id, edge.type), edge)  # said twice, it is one
    return tuple(found[order] for order in sorted(found)), unread


def _read_comments(value: object, owner: str) -> "_Reading":
    if not isinstance(value, list):
        return None, value
    read = [_comment_from_record(each, owner) for each in value if isinstance(each, dict)]
    return tuple(read), [each for each in value if not isinstance(each, dict)]


def _comment_from_record(record: Mapping[str, object], owner: str) -> Comment:
    known = {"author": "", "text": "", "created_at": ""}
    extra: dict[str, object] = {}
    for key, value in record.items():
        if key in _COMMENT_TEXTS and isinstance(value, str):
            known[key] = value
        elif key == "id" and type(value) is int:  # older exports number comments
            known[key] = str(value)
        elif key != "issue_id" or value != owner:
            extra[key] = value
    return Comment(**known, extra=extra or NOTHING_MORE)


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


_Reading = tuple[object, object]  # what was read (None: nothing), and what could not be
_READERS: Final[Mapping[str, Callable[[object, str], _Reading]]] = {
    **dict.fromkeys(_TEXTS, _read_text),
    **dict.fromkeys(_FLAGS, _read_flag),
    "priority": _read_int,
    "labels": _read_labels,
    "metadata": _read_metadata,
    "dependencies": _read_dependencies,
    "comments": _read_comments,
}

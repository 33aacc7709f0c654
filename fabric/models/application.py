"""What a change set does to beads, as a pure function: every store means the same by it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from fabric.errors import ChangeRefused
from fabric.models.bead import Bead, Comment
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    AppendNote,
    BeadOperation,
    CloseBead,
    InsertBead,
    Operation,
    RemoveDependency,
    RemoveLabel,
    ReopenBead,
    ReplaceBead,
    SetFields,
    SetMetadata,
    SetStatus,
    bead_operations,
)
from fabric.models.dependency import Dependency
from fabric.models.frozen import dataclass, replace
from fabric.models.words import CLOSED, TOMBSTONE

_SETTABLE = frozenset(
    {
        *("title", "description", "design", "acceptance_criteria", "notes", "priority"),
        *("issue_type", "assignee", "owner", "close_reason", "pinned"),
    }
)
_LISTS = frozenset({"labels", "dependencies", "comments"})
_FINAL = frozenset({CLOSED, TOMBSTONE})


@dataclass(frozen=True, slots=True)
class Stamp:
    """When a change set is applied, and by whom (bd's whole-second text form, an actor's name)."""

    at: str
    by: str


def after_images(
    before: Mapping[str, Bead], operations: Sequence[Operation], stamp: Stamp
) -> dict[str, Bead]:
    """The touched beads as they are once the operations are applied, in order.

    `before` holds every touched bead that is there. Beads that end as they began are left out.
    Raises ChangeRefused for an operation that makes no sense on what is there.
    """
    now: dict[str, Bead] = dict(before)
    touched: set[str] = set()
    for operation in _in_runs(bead_operations(operations)):
        bead_id = operation.bead_id
        now[bead_id] = _apply(operation, now.get(bead_id), stamp)
        touched.add(bead_id)
    return {each: now[each] for each in sorted(touched) if now[each] != before.get(each)}


@dataclass(frozen=True, slots=True)
class _RemoveDependencies:
    """Edges of one bead that go in a row, each as (target, type): many go as fast as one."""

    bead_id: str
    gone: frozenset[tuple[str, str]]


def _in_runs(operations: Iterable[BeadOperation]) -> Iterator[BeadOperation | _RemoveDependencies]:
    """The operations, those that take edges of the same bead away one after the other as one."""
    for (kind, bead_id), run in groupby(operations, key=lambda each: (type(each), each.bead_id)):
        if kind is RemoveDependency:
            some = (each for each in run if isinstance(each, RemoveDependency))
            yield _RemoveDependencies(bead_id, frozenset((e.depends_on_id, e.type) for e in some))
        else:
            yield from run


def _apply(operation: BeadOperation | _RemoveDependencies, bead: Bead | None, stamp: Stamp) -> Bead:
    if isinstance(operation, ReplaceBead):
        return operation.bead
    if isinstance(operation, InsertBead):
        return _insert(operation, bead, stamp)
    if bead is None or bead.is_deleted:
        raise ChangeRefused(
            f"Bead {operation.bead_id} is not there any more.", "Read again and retry."
        )
    changed = _CHANGES[type(operation)](operation, bead, stamp)
    scalars_moved = replace(changed, comments=(), labels=(), dependencies=()) != replace(
        bead, comments=(), labels=(), dependencies=()
    )
    return _with(changed, updated_at=stamp.at) if scalars_moved else changed


def _insert(operation: InsertBead, bead: Bead | None, stamp: Stamp) -> Bead:
    if bead is not None:
        raise ChangeRefused(
            f"Bead {operation.bead_id} is there already.", "Read again and retry with a new id."
        )
    new = operation.bead
    _need_title(new.id, new.title)
    stamps = {
        "created_at": stamp.at,
        "created_by": stamp.by,
        "updated_at": stamp.at,
        "closed_at": stamp.at if new.status == CLOSED else "",
    }
    missing = {key: value for key, value in stamps.items() if value and not getattr(new, key)}
    return replace(
        _with(new, **missing),
        labels=tuple(sorted(set(new.labels))),
        dependencies=_in_order(_stamped(edge, stamp) for edge in new.dependencies),
        comments=tuple(replace(c, created_at=c.created_at or stamp.at) for c in new.comments),
    )


def _set_fields(operation: SetFields, bead: Bead, _: Stamp) -> Bead:
    unknown = sorted(set(operation.fields) - _SETTABLE)
    if unknown:
        raise ChangeRefused(
            f"Fields {', '.join(unknown)} cannot be set like this.",
            "Each of them has an operation of its own.",
        )
    if "title" in operation.fields:
        _need_title(bead.id, operation.fields["title"])
    return _with(bead, **operation.fields)


def _set_status(operation: SetStatus, bead: Bead, _: Stamp) -> Bead:
    if operation.status in _FINAL or bead.is_closed:
        raise ChangeRefused(
            f"Bead {bead.id} cannot go from {bead.status} to {operation.status} like this.",
            "Closing and reopening also set times and reasons.",
        )
    assignee = bead.assignee if operation.assignee is None else operation.assignee
    return _with(bead, status=operation.status, assignee=assignee)


def _set_metadata(operation: SetMetadata, bead: Bead, _: Stamp) -> Bead:
    _need_readable(bead, "metadata")
    metadata = {key: value for key, value in bead.metadata.items() if key != operation.key}
    if operation.value is not None:
        metadata[operation.key] = operation.value
    return replace(bead, metadata=metadata)


def _add_label(operation: AddLabel, bead: Bead, _: Stamp) -> Bead:
    if bead.has(operation.label):
        return bead
    if not operation.label.strip():
        raise ChangeRefused(f"A blank label for {bead.id}.", "Give it letters.")
    _need_readable(bead, "labels")
    return replace(bead, labels=tuple(sorted((*bead.labels, operation.label))))


def _remove_label(operation: RemoveLabel, bead: Bead, _: Stamp) -> Bead:
    return replace(bead, labels=tuple(each for each in bead.labels if each != operation.label))


def _add_dependency(operation: AddDependency, bead: Bead, stamp: Stamp) -> Bead:
    edge = operation.dependency
    there = [each for each in bead.dependencies if each.pair == edge.pair]
    if any(each.type == edge.type for each in there):
        return bead
    if there:
        raise ChangeRefused(
            f"{edge.issue_id} and {edge.depends_on_id} are linked already, as {there[0].type}.",
            "bd keeps one dependency a pair: remove that one first.",
        )
    if edge.issue_id == edge.depends_on_id:
        raise ChangeRefused(f"{bead.id} would depend on itself.", "Name another bead.")
    _need_readable(bead, "dependencies")
    return replace(bead, dependencies=_in_order((*bead.dependencies, _stamped(edge, stamp))))


def _remove_dependencies(operation: _RemoveDependencies, bead: Bead, _: Stamp) -> Bead:
    left = tuple(edge for edge in bead.dependencies if edge.order not in operation.gone)
    return replace(bead, dependencies=left)


def _add_comment(operation: AddComment, bead: Bead, stamp: Stamp) -> Bead:
    _need_readable(bead, "comments")
    comment = Comment(operation.author, operation.text, stamp.at)
    return replace(bead, comments=(*bead.comments, comment))


def _append_note(operation: AppendNote, bead: Bead, _: Stamp) -> Bead:
    _need_readable(bead, "notes")
    notes = f"{bead.notes}\n{operation.line}" if bead.notes else operation.line
    return replace(bead, notes=notes)


def _close(operation: CloseBead, bead: Bead, stamp: Stamp) -> Bead:
    if bead.is_closed:
        return bead
    return _with(
        bead,
        status=CLOSED,
        closed_at=stamp.at,
        close_reason=operation.reason,
        pinned=operation.pinned,
    )


def _reopen(_: ReopenBead, bead: Bead, __: Stamp) -> Bead:
    return _with(bead, status="open", closed_at="", close_reason="") if bead.is_closed else bead


def _with(bead: Bead, **changes: object) -> Bead:
    """The bead with whole fields set, in place of what could not be read of them too."""
    extra = bead.extra
    if not changes.keys().isdisjoint(extra):
        extra = {key: value for key, value in extra.items() if key not in changes}
    return replace(bead, **changes, extra=extra)  # type: ignore[arg-type]  # callers name fields


def _need_readable(bead: Bead, field: str) -> None:
    """Refuse to add to a field that holds something else than it should: that would be lost."""
    unread = bead.extra.get(field)
    if unread is not None and not (isinstance(unread, list) and field in _LISTS):
        raise ChangeRefused(
            f"The {field} of {bead.id} cannot be read, so nothing can be added to it.",
            f"Mend that field first, with `bd update {bead.id}` or in the file.",
        )


def _need_title(bead_id: str, title: object) -> None:
    if not str(title).strip():
        raise ChangeRefused(f"Bead {bead_id} has no title.", "Give it one.")


def _stamped(edge: Dependency, stamp: Stamp) -> Dependency:
    return replace(
        edge, created_at=edge.created_at or stamp.at, created_by=edge.created_by or stamp.by
    )


def _in_order(edges: Iterable[Dependency]) -> tuple[Dependency, ...]:
    return tuple(sorted(edges, key=lambda edge: edge.order))


_CHANGES: Mapping[type, Callable[..., Bead]] = {
    SetFields: _set_fields,
    SetStatus: _set_status,
    SetMetadata: _set_metadata,
    AddLabel: _add_label,
    RemoveLabel: _remove_label,
    AddDependency: _add_dependency,
    _RemoveDependencies: _remove_dependencies,
    AddComment: _add_comment,
    AppendNote: _append_note,
    CloseBead: _close,
    ReopenBead: _reopen,
}

"""What a change set does to beads, as a pure function: every store means the same by it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

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
from fabric.models.words import CLOSED

_SETTABLE = frozenset(
    {
        *("title", "description", "design", "acceptance_criteria", "notes", "priority"),
        *("issue_type", "assignee", "owner", "close_reason", "pinned"),
    }
)


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
    for operation in bead_operations(operations):
        bead_id = operation.bead_id
        now[bead_id] = _apply(operation, now.get(bead_id), stamp)
        touched.add(bead_id)
    return {each: now[each] for each in sorted(touched) if now[each] != before.get(each)}


def _apply(operation: BeadOperation, bead: Bead | None, stamp: Stamp) -> Bead:
    if isinstance(operation, ReplaceBead):
        return operation.bead
    if isinstance(operation, InsertBead):
        return _insert(operation, bead, stamp)
    if bead is None:
        raise ChangeRefused(
            f"Bead {operation.bead_id} is not there any more.", "Read again and retry."
        )
    changed = _CHANGES[type(operation)](operation, bead, stamp)
    scalars_moved = replace(changed, comments=(), labels=(), dependencies=()) != replace(
        bead, comments=(), labels=(), dependencies=()
    )
    return replace(changed, updated_at=stamp.at) if scalars_moved else changed


def _insert(operation: InsertBead, bead: Bead | None, stamp: Stamp) -> Bead:
    if bead is not None:
        raise ChangeRefused(
            f"Bead {operation.bead_id} is there already.", "Read again and retry with a new id."
        )
    new = operation.bead
    if not new.title.strip():
        raise ChangeRefused(f"Bead {new.id} has no title.", "Give it one.")
    return replace(
        new,
        created_at=new.created_at or stamp.at,
        created_by=new.created_by or stamp.by,
        updated_at=new.updated_at or stamp.at,
        closed_at=new.closed_at or (stamp.at if new.status == CLOSED else ""),
        dependencies=tuple(
            replace(e, created_at=e.created_at or stamp.at, created_by=e.created_by or stamp.by)
            for e in new.dependencies
        ),
    )


def _set_fields(operation: SetFields, bead: Bead, _: Stamp) -> Bead:
    unknown = sorted(set(operation.fields) - _SETTABLE)
    if unknown:
        raise ChangeRefused(f"Fields {', '.join(unknown)} cannot be set like this.", "")
    return replace(bead, **operation.fields)  # type: ignore[arg-type]  # names were just checked


def _set_status(operation: SetStatus, bead: Bead, _: Stamp) -> Bead:
    assignee = bead.assignee if operation.assignee is None else operation.assignee
    return replace(bead, status=operation.status, assignee=assignee)


def _set_metadata(operation: SetMetadata, bead: Bead, _: Stamp) -> Bead:
    metadata = {key: value for key, value in bead.metadata.items() if key != operation.key}
    if operation.value is not None:
        metadata[operation.key] = operation.value
    return replace(bead, metadata=metadata)


def _add_label(operation: AddLabel, bead: Bead, _: Stamp) -> Bead:
    if bead.has(operation.label):
        return bead
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
    stamped = replace(
        edge, created_at=edge.created_at or stamp.at, created_by=edge.created_by or stamp.by
    )
    return replace(bead, dependencies=(*bead.dependencies, stamped))


def _remove_dependency(operation: RemoveDependency, bead: Bead, _: Stamp) -> Bead:
    kept = tuple(
        edge
        for edge in bead.dependencies
        if (edge.depends_on_id, edge.type) != (operation.depends_on_id, operation.type)
    )
    return replace(bead, dependencies=kept)


def _add_comment(operation: AddComment, bead: Bead, stamp: Stamp) -> Bead:
    comment = Comment(operation.author, operation.text, stamp.at)
    return replace(bead, comments=(*bead.comments, comment))


def _append_note(operation: AppendNote, bead: Bead, _: Stamp) -> Bead:
    return replace(bead, notes=f"{bead.notes}\n{operation.line}".lstrip("\n"))


def _close(operation: CloseBead, bead: Bead, stamp: Stamp) -> Bead:
    if bead.is_closed:
        return bead
    return replace(
        bead,
        status=CLOSED,
        closed_at=stamp.at,
        close_reason=operation.reason,
        pinned=operation.pinned,
    )


def _reopen(_: ReopenBead, bead: Bead, __: Stamp) -> Bead:
    return replace(bead, status="open", closed_at="", close_reason="") if bead.is_closed else bead


_CHANGES: Mapping[type, Callable[..., Bead]] = {
    SetFields: _set_fields,
    SetStatus: _set_status,
    SetMetadata: _set_metadata,
    AddLabel: _add_label,
    RemoveLabel: _remove_label,
    AddDependency: _add_dependency,
    RemoveDependency: _remove_dependency,
    AddComment: _add_comment,
    AppendNote: _append_note,
    CloseBead: _close,
    ReopenBead: _reopen,
}

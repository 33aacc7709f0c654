"""`fabric forget`: take a note away, and with `reject` refuse what it says from then on."""

from fabric.errors import NoteRefused
from fabric.models.answers_notes import ForgetAnswer
from fabric.models.change_set import InsertBead, Operation, RemoveConfig
from fabric.models.frozen import dataclass
from fabric.models.note import Note, find_key
from fabric.models.note_key import clean_key
from fabric.services.context import Context
from fabric.services.ending import one_reason
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_reviewer
from fabric.services.note_history import history_of
from fabric.services.quick_plane import QuickPlane, read_plane
from fabric.services.reading import all_memories
from fabric.services.tombstones import Tombstone, tombstone_of


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """Which note, why, and whether its value is to be rejected."""

    key: str
    reason: str = ""
    reject: bool = False


def forget(context: Context, request: ForgetRequest) -> Outcome[ForgetAnswer]:
    """Take a note away; `found` says "false" where there is none.

    Raises NoteRefused for what cannot be a key, for a memory's id, and for a value that a standing
    memory says; with `reject` also WrongUse without a reason, NotAllowed for who is no reviewer.
    """
    typed = clean_key(request.key)
    if not request.reject:
        reason = " ".join(request.reason.split())
        return carry_out(context, lambda: _decide(context, typed, reason, reject=False))
    reason = one_reason(request.reason, "We tried it, and it broke the import")
    acting = context.acting_as(require_reviewer(context, "reject a note"))
    note = _find(read_plane(acting), typed)
    if note is not None:
        confirm(acting, f"{note.text}\n\nRejected because: {reason}", note.key)
    return carry_out(acting, lambda: _decide(acting, typed, reason, reject=True))


def _decide(context: Context, typed: str, reason: str, *, reject: bool) -> Decision[ForgetAnswer]:
    plane = read_plane(context)
    note = _find(plane, typed)
    if note is None:
        return Decision("forget", _missing(context, typed))
    operations: list[Operation] = [RemoveConfig(note.row_key)]
    stone = _stone(context, note, reason) if reject else None
    if stone is not None and stone.is_new:
        operations.append(InsertBead(stone.bead))
    return Decision(
        verb="forget",
        answer=ForgetAnswer(
            deleted="true",
            key=note.key,
            value=note.text,
            tombstone=stone.bead.id if stone else None,
        ),
        operations=tuple(operations),
        absent=(stone.bead.id,) if stone and stone.is_new else (),
        config={note.row_key: plane.rows[note.row_key]},
        reason=reason,
        about=(stone.bead.id,) if stone else (),
        journal={"forgotten": {note.row_key: note.text}},
    )


def _stone(context: Context, note: Note, reason: str) -> Tombstone:
    graph = all_memories(context.store, context.settings).graph()
    return tombstone_of(context, graph, note, reason)


def _find(plane: QuickPlane, typed: str) -> Note | None:
    texts = plane.texts
    key = find_key(typed, texts)
    return None if key is None else Note(key, texts[key])


def _missing(context: Context, typed: str) -> ForgetAnswer:
    if context.store.bead(typed) is not None:
        raise NoteRefused(
            f"{typed} is a bead, no note.",
            f'A memory ends with `fabric retire {typed} --reason "…"`.',
        )
    history = history_of(context.store, typed)
    remarks = []
    if history and history[-1].text is None and not history[-1].blanked:
        last = history[-1].entry
        remarks.append(f"{last.actor} forgot it on {last.at[:10]}.")
    return ForgetAnswer(found="false", key=typed, remarks=remarks)

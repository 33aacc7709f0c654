"""`fabric remember`: keep a text on the quick plane, unless it is known already or was rejected."""

from collections.abc import Collection

from fabric.errors import NoteRefused, SecretFound
from fabric.models.answers_notes import RememberAnswer
from fabric.models.change_set import SetConfig
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.models.note import find_key, row_key
from fabric.models.note_intent import (
    Asked,
    OnClash,
    Settled,
    ToRead,
    ToStore,
    nothing_to_read,
    read_asked,
    settle,
)
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.quick_plane import (
    QuickPlane,
    Sayings,
    read_plane,
    refuse_rejected,
    sayings_of,
)


@dataclass(frozen=True, slots=True)
class RememberRequest:
    """What to remember, why (for the journal), and what to do where another text has its key.

    `commands` are names of verbs, which nobody means to remember.
    """

    asked: Asked
    on_clash: OnClash = "refuse"
    reason: str = ""
    commands: Collection[str] = ()


def remember(context: Context, request: RememberRequest) -> Outcome[RememberAnswer]:
    """Store a note, or say that it is known already. Raises NoteRefused, StoreReadOnly, Conflict.

    The quick plane refuses with one kind of error, so a secret is a NoteRefused here, too.
    """
    asked = read_asked(request.asked, request.commands)
    if isinstance(asked, ToRead):
        return carry_out(context, lambda: _recalled(read_plane(context), asked, request))
    try:
        return carry_out(context, lambda: _decide(context, request, asked))
    except SecretFound as error:
        raise NoteRefused(error.what, error.remedy) from error


def _recalled(
    plane: QuickPlane, asked: ToRead, request: RememberRequest
) -> Decision[RememberAnswer]:
    key = find_key(asked.key, plane.texts)
    if key is None:
        raise nothing_to_read(asked.key, request.asked.text)
    answer = RememberAnswer(action="recalled", found=True, key=key, value=plane.texts[key])
    return Decision("remember", answer)


def _decide(context: Context, request: RememberRequest, asked: ToStore) -> Decision[RememberAnswer]:
    plane = read_plane(context)
    sayings = sayings_of(context, asked.text)
    refuse_rejected(sayings)
    if sayings.in_force is not None and request.on_clash != "keep-both":
        return Decision("remember", _known_as(sayings.in_force, asked, plane))
    settled = settle(asked, plane.texts, request.on_clash)
    row = row_key(settled.key)
    stored = settled.action != "known"
    return Decision(
        verb="remember",
        answer=RememberAnswer(
            action=settled.action,
            key=settled.key,
            value=settled.text,
            before=settled.before,
            remarks=list(_remarks(sayings, settled)),
        ),
        operations=(SetConfig(row, settled.text),) if stored else (),
        config={row: plane.rows.get(row)},
        reason=request.reason,
    )


def _known_as(memory: Memory, asked: ToStore, plane: QuickPlane) -> RememberAnswer:
    remarks = [f"The memory {memory.id} is in force and says this; no note was stored."]
    if plane.texts.get(asked.key, asked.text) != asked.text:
        remarks.append(f"The note {asked.key} is as it was; it says something else.")
    return RememberAnswer(action="known", key=memory.id, value=memory.rule, remarks=remarks)


def _remarks(sayings: Sayings, settled: Settled) -> list[str]:
    """What the memories know of a text that is stored all the same."""
    found = []
    for memory in sayings.ended:
        head = sayings.successors.get(memory.id)
        what = f"was replaced by {head}" if head else "is not in force"
        found.append(f"{memory.id} says this too, and {what}: `fabric show {head or memory.id}`.")
    if sayings.draft is not None and settled.action == "remembered":
        found.append(f"The draft {sayings.draft.id} proposes this already.")
    return found

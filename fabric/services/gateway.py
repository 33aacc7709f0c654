"""The one gateway: every change of every door is checked, journalled, applied and retried here."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Generic, TypeVar

from fabric.errors import ChangeRefused, Conflict, SecretFound, VersionsMoved
from fabric.models.bead import Bead
from fabric.models.change_set import (
    OPERATION_NAMES,
    AddComment,
    AppendNote,
    ChangeSet,
    InsertBead,
    Operation,
    ReplaceBead,
    SetConfig,
    SetFields,
    operation_to_record,
)
from fabric.models.document import plain
from fabric.models.frozen import dataclass, field
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.sighting import sighting_of
from fabric.models.version import ABSENT, bead_version
from fabric.models.words import ANCHOR, CONTRACT, MEMORY_LABELS
from fabric.ports import JournalQuery, Resuming
from fabric.services.context import Context
from fabric.services.governance import governance_draft
from fabric.services.read_only import read_only

TRIES: Final = 40
MOST_WHOLE: Final = 1_000
"""Of so many beads that an import brings every word is journalled; of more, that of ours alone."""

SECRET_DOORS: Final = frozenset(
    {"propose", "supersede", "remember", "promote", "import", "migrate"}
)

_OURS: Final = frozenset({*MEMORY_LABELS, ANCHOR, CONTRACT})

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Decision(Generic[Answer]):
    """What a service decided: the operations, what they rely on, and the answer once applied.

    `relies_on` are beads as they were read; `absent` ids that must still be free; `config` the
    config values that were read. `journal` is kept in the payload beside the operations.
    """

    verb: str
    answer: Answer
    operations: tuple[Operation, ...] = ()
    relies_on: tuple[Bead, ...] = ()
    absent: tuple[str, ...] = ()
    config: Mapping[str, str | None] = field(default_factory=dict)
    reason: str = ""
    about: tuple[str, ...] = ()
    journal: Mapping[str, object] = field(default_factory=dict)

    @property
    def change_set(self) -> ChangeSet:
        """The change set that a store can apply."""
        versions = {bead.id: bead_version(bead) for bead in self.relies_on}
        versions |= dict.fromkeys(self.absent, ABSENT)
        return ChangeSet(self.operations, versions, self.config)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Answer]):
    """What happened: the answer, the change set, and its journal entry.

    `applied` is False for a dry run and where there was nothing to write.
    """

    answer: Answer
    change_set: ChangeSet
    applied: bool
    entry: JournalEntry | None = None


def carry_out(context: Context, decide: Callable[[], Decision[Answer]]) -> Outcome[Answer]:
    """Decide, check, apply; read afresh and decide again while beads move under us.

    Raises Conflict, saying who changed what, when they keep moving, and ChangeRefused where a new
    bead's id is taken for good.
    """
    moved: tuple[str, ...] = ()
    taken: set[str] = set()
    for attempt in range(TRIES):
        _finish(context)
        decision = decide()
        change_set = decision.change_set
        if change_set.is_empty or context.dry_run:
            return Outcome(decision.answer, change_set, applied=False)
        _check(context, decision)
        _note_governance(context, decision.verb)
        try:
            entry = context.store.apply(change_set, draft_of(context, decision))
        except VersionsMoved as error:
            moved = error.moved
            taken = _refuse_taken(taken, {*moved} & {*decision.absent})
            context.tools.clock.pause(attempt)
            continue
        if entry is not None:
            context.tools.local.saw(context.store.url, sighting_of(entry))
        return Outcome(decision.answer, change_set, applied=True, entry=entry)
    raise Conflict(
        f"Others kept changing {', '.join(moved)}; nothing was written.",
        _who_changed(context, moved) or "Run the command again.",
    )


def note_down(context: Context, decision: Decision[Answer]) -> JournalEntry | None:
    """Journal a decision that changes no bead. Raises StoreReadOnly."""
    _check(context, decision)
    _note_governance(context, decision.verb)
    entry = context.store.apply(ChangeSet(), draft_of(context, decision))
    if entry is not None:
        context.tools.local.saw(context.store.url, sighting_of(entry))
    return entry


def _finish(context: Context) -> None:
    """Decide on whole change sets only: what was interrupted before is completed first."""
    if isinstance(context.store, Resuming) and not context.dry_run:
        context.store.finish()


def _refuse_taken(before: set[str], now: set[str]) -> set[str]:
    """A race is over once it was lost: an id that is wanted again and taken again stays taken."""
    again = sorted(before & now)
    if again:
        raise ChangeRefused(
            f"{again[0]} is there already, as another bead; nothing was written.",
            f"See `fabric show {again[0]}`, and give it away or another name.",
        )
    return now


def draft_of(context: Context, decision: Decision[Answer]) -> JournalDraft:
    """The journal entry of a decision, before the store gives it a place."""
    payload: dict[str, object] = {
        "operations": list(_records(decision.operations)),
        **decision.journal,
    }
    if context.allow_secret:
        payload["allow_secret"] = context.allow_secret
    if context.run_by is not None:
        payload["run_by"] = plain(context.run_by)
    change_set = ChangeSet(decision.operations)  # without the versions: those cost a hash each
    about = sorted({*change_set.bead_ids, *change_set.config_keys, *decision.about})
    return JournalDraft(
        at=context.now_text,
        actor=context.who,
        door=context.door,
        verb=decision.verb,
        bead_ids=tuple(about),
        reason=decision.reason,
        payload=payload,
    )


def _records(operations: Sequence[Operation]) -> Iterator[dict[str, object]]:
    """The operations as they are journalled; the file of a large import keeps the other words."""
    is_large = len(operations) > MOST_WHOLE
    for each in operations:
        if is_large and isinstance(each, ReplaceBead) and _OURS.isdisjoint(each.bead.labels):
            yield {"operation": OPERATION_NAMES[ReplaceBead], "bead_id": each.bead_id}
        else:
            yield operation_to_record(each)


def _check(context: Context, decision: Decision[Answer]) -> None:
    if not context.store.writable:
        raise read_only(context.store)
    for operation in decision.operations:
        if isinstance(operation, InsertBead) and len(operation.bead.title.encode()) > 500:
            raise ChangeRefused(
                f"The title of {operation.bead_id} is over 500 bytes.", "Shorten it."
            )
    if decision.verb in SECRET_DOORS and not context.allow_secret:
        reason = (("The reason", decision.reason),) if decision.reason else ()
        refuse_secrets(context, (*reason, *_texts(decision.operations)))


def refuse_secrets(context: Context, texts: Iterable[tuple[str, str]]) -> None:
    """Refuse (place, text) pairs that hold something like a secret. Raises SecretFound."""
    for place, text in texts:
        found = context.tools.secrets.scan(text)
        if found:
            raise SecretFound(
                f"{place} seems to hold a secret ({found[0]}).",
                "Take it out, or say --allow-secret REASON; the reason is journalled.",
            )


def _texts(operations: Iterable[Operation]) -> Iterable[tuple[str, str]]:
    for operation in operations:
        if isinstance(operation, InsertBead):
            bead = operation.bead
            yield "The title", bead.title
            yield "The description", bead.description
            yield "The acceptance criteria", bead.acceptance_criteria
            yield "The notes", bead.notes
        elif isinstance(operation, SetFields):
            yield from ((f"The {key}", str(value)) for key, value in operation.fields.items())
        elif isinstance(operation, SetConfig):
            yield f"The value of {operation.key}", operation.value
        elif isinstance(operation, AddComment):
            yield "The comment", operation.text
        elif isinstance(operation, AppendNote):
            yield "The note", operation.line


def _note_governance(context: Context, verb: str) -> None:
    """Journal the governance settings when they differ from what the journal last saw."""
    draft = governance_draft(context, verb)
    if draft is not None:
        context.store.apply(ChangeSet(), draft)


def _who_changed(context: Context, moved: tuple[str, ...]) -> str:
    lines = []
    for bead_id in moved:
        entries = context.store.journal(JournalQuery(bead_id=bead_id))
        if entries:
            last = entries[-1]
            lines.append(f"{bead_id}: {last.actor} ran {last.verb} at {last.at}")
    return "; ".join(lines)

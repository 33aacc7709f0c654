"""The journal: one append-only hash chain a writer, payloads kept apart from the chain."""

from collections.abc import Iterable, Mapping
from typing import Final

from fabric.models.actor import Actor
from fabric.models.canonical_json import canonical_json, sha256_of
from fabric.models.frozen import asdict, dataclass, field
from fabric.models.journal_entry import JournalEntry as JournalEntry

GENESIS = "sha256:" + "0" * 64
"""The previous hash of a writer's first entry."""

ERASE: Final = "erase"
"""The verb whose entries tell which beads' payloads were blanked."""

_BLANKED: Final = "its payload was blanked, and no erasure names it"


@dataclass(frozen=True, slots=True)
class JournalDraft:
    """What happened, before a store gives it a place in the chain; `payload` is plain JSON data."""

    at: str
    actor: Actor
    door: str
    verb: str
    bead_ids: tuple[str, ...]
    reason: str = ""
    payload: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """Where a writer's chain ends: what the next entry needs to know of the last."""

    sequence: int
    hash: str


def seal(
    draft: JournalDraft, writer: str, last: JournalEntry | ChainEnd | None
) -> tuple[JournalEntry, str]:
    """Put a draft behind the writer's last entry: the entry, and its payload as JSON text."""
    payload = canonical_json(draft.payload)
    entry = JournalEntry(
        writer=writer,
        sequence=last.sequence + 1 if last else 1,
        previous_hash=last.hash if last else GENESIS,
        at=draft.at,
        actor=draft.actor.name,
        actor_kind=draft.actor.kind,
        door=draft.door,
        verb=draft.verb,
        bead_ids=tuple(sorted(set(draft.bead_ids))),
        reason=draft.reason,
        payload_hash=sha256_of(payload),
    )
    return _with_hash(entry), payload


def entry_hash(entry: JournalEntry) -> str:
    """The hash that an entry must carry."""
    body = asdict(entry)
    del body["hash"]
    return sha256_of(canonical_json(body))


@dataclass(frozen=True, slots=True)
class ChainFault:
    """A place where a chain does not hold."""

    writer: str
    sequence: int
    problem: str


def verify_chain(
    entries: Iterable[JournalEntry], payloads: Mapping[tuple[str, int], str | None]
) -> list[ChainFault]:
    """Check order, links, hashes and payloads of all writers.

    A blanked (None) payload is fine where an erasure names a bead of the entry.
    """
    faults: list[ChainFault] = []
    last: dict[str, JournalEntry] = {}
    ordered = sorted(entries, key=lambda each: (each.writer, each.sequence))
    erased = {bead_id for each in ordered if each.verb == ERASE for bead_id in each.bead_ids}
    for entry in ordered:
        previous = last.get(entry.writer)
        faults.extend(
            ChainFault(entry.writer, entry.sequence, problem)
            for problem in _problems(entry, previous, payloads)
        )
        blanked = payloads.get((entry.writer, entry.sequence), "") is None
        if blanked and erased.isdisjoint(entry.bead_ids):
            faults.append(ChainFault(entry.writer, entry.sequence, _BLANKED))
        last[entry.writer] = entry
    return faults


def _problems(
    entry: JournalEntry,
    previous: JournalEntry | None,
    payloads: Mapping[tuple[str, int], str | None],
) -> Iterable[str]:
    expected = previous.sequence + 1 if previous else 1
    if entry.sequence > expected:
        yield "an entry before this one is missing"
    elif entry.sequence < expected:
        yield "its number is there twice, or is none"
    if entry.previous_hash != (previous.hash if previous else GENESIS):
        yield "it does not follow the entry before it"
    if entry.hash != entry_hash(entry):
        yield "the entry was changed after it was written"
    key = (entry.writer, entry.sequence)
    if key not in payloads:
        yield "its payload is missing"
    else:
        payload = payloads[key]
        if payload is not None and sha256_of(payload) != entry.payload_hash:
            yield "its payload was changed after it was written"


def _with_hash(entry: JournalEntry) -> JournalEntry:
    values = asdict(entry)
    values["bead_ids"] = entry.bead_ids
    values["hash"] = entry_hash(entry)
    return JournalEntry(**values)

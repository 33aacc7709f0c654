"""`fabric import`: take beads and notes from an export, all that can be taken in one change set."""

from collections.abc import Mapping
from typing import Literal

from fabric.graph.bead_graph import BeadGraph
from fabric.models.answers import ImportAnswer, NotTaken
from fabric.models.bead import Bead
from fabric.models.change_set import Operation, ReplaceBead, SetConfig
from fabric.models.digests import value_digest
from fabric.models.frozen import dataclass, replace
from fabric.models.query import BadLine
from fabric.models.words import CONTRACT, MEMORY_LABELS, NOTE_PREFIX
from fabric.services.arriving import Arriving
from fabric.services.arriving_anchors import JoinedAnchors, give_way, idle_anchors, join_anchors
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out, refuse_secrets
from fabric.services.prefix import PREFIX_ROW
from fabric.services.reading import all_memories
from fabric.services.source import Source as Source

Mode = Literal["", "restore", "foreign"]


@dataclass(frozen=True, slots=True)
class _Taken:
    """Beads and notes to write, and what is not taken."""

    beads: tuple[Bead, ...]
    notes: Mapping[str, str]
    refused: tuple[NotTaken, ...]
    unchanged: int


def import_(context: Context, source: Source, mode: Mode = "") -> Outcome[ImportAnswer]:
    """Take what a file holds; raises SecretFound.

    `restore` is lossless and for this project's own beads; `foreign` keeps every word, brings new
    beads only and trusts nothing. Without a mode: a store without beads, or one with the same id
    prefix, is restored; anything else is foreign.
    """
    return carry_out(context, lambda: _decide(context, source, mode or mode_of(context, source)))


def mode_of(context: Context, source: Source) -> Mode:
    """Whether a file seems to be this project's own."""
    own = context.settings.prefix or context.store.config(PREFIX_ROW).get(PREFIX_ROW, "")
    same = sum(bead.id.startswith(f"{own}-") for bead in source.beads)
    if not own or same * 2 >= len(source.beads) or _is_empty(context):
        return "restore"
    return "foreign"


def _decide(context: Context, source: Source, mode: Mode) -> Decision[ImportAnswer]:
    memories = all_memories(context.store, context.settings).graph()
    joined = join_anchors(source.beads if mode == "foreign" else (), memories)
    if joined.theirs:
        source = replace(source, beads=joined.beads, bad=(*source.bad, *_second(source, joined)))
    there = context.store.beads(bead.id for bead in source.beads)
    incoming = BeadGraph([*source.beads, *memories.of_kind("anchor")], context.settings)
    arriving = Arriving(memories, incoming, foreign=mode == "foreign")
    config = context.store.config()
    taken = _taken(arriving, source, there, config)
    _refuse_secrets(context, taken)
    operations: list[Operation] = [ReplaceBead(bead) for bead in taken.beads]
    operations += joined.listing(taken.beads)
    idle = idle_anchors(taken.beads, memories) if mode == "restore" else []
    operations += [each for anchor in idle for each in give_way(anchor)]
    operations += [SetConfig(key, value) for key, value in sorted(taken.notes.items())]
    operations += _prefix_row(config, source)
    answer = ImportAnswer(
        source=source.name,
        mode=mode,
        created=sum(bead.id not in there for bead in taken.beads),
        updated=sum(bead.id in there for bead in taken.beads),
        unchanged=taken.unchanged,
        notes=len(taken.notes),
        not_taken=sorted(taken.refused, key=lambda each: (each.line, each.reason)),
        unresolved=_unresolved(context, source.beads),
    )
    return Decision(
        "import",
        answer,
        tuple(operations),
        relies_on=(*(there[bead.id] for bead in taken.beads if bead.id in there), *idle),
        absent=tuple(bead.id for bead in taken.beads if bead.id not in there),
        reason=f"{'restored' if mode == 'restore' else 'taken'} from {source.name}",
    )


def _second(source: Source, joined: JoinedAnchors) -> list[BadLine]:
    return [
        BadLine(
            source.lines.get(anchor.id, 0),
            f"{anchor.id} would be a second anchor; {joined.ours[anchor.id]} lists its memories",
        )
        for anchor in joined.theirs
    ]


def _taken(
    arriving: Arriving, source: Source, there: Mapping[str, Bead], config: Mapping[str, str]
) -> _Taken:
    refused = [NotTaken(line=each.line, reason=each.problem) for each in source.bad]
    beads: list[Bead] = []
    unchanged = 0
    for bead in source.beads:
        arrival = arriving.decide(there.get(bead.id), bead)
        if arrival.problem:
            refused.append(NotTaken(line=source.lines.get(bead.id, 0), reason=arrival.problem))
        if arrival.bead is not None:
            beads.append(arrival.bead)
        elif not arrival.problem:
            unchanged += 1
    notes: dict[str, str] = {}
    for key, value in source.notes.items():
        problem = _note_problem(arriving, key, value, config.get(key))
        if problem:
            refused.append(NotTaken(line=0, reason=problem))
        elif config.get(key) != value:
            notes[key] = value
    return _Taken(tuple(beads), notes, tuple(refused), unchanged)


def _note_problem(arriving: Arriving, key: str, value: str, there: str | None) -> str:
    name = key.removeprefix(NOTE_PREFIX)
    tombstone = arriving.rejected_by(value_digest(value))
    if tombstone:
        return f"The note {name} says what was rejected in {tombstone}"
    if arriving.foreign and there is not None and there != value:
        return f"The note {name} says something else here"
    return ""


def _is_empty(context: Context) -> bool:
    """Whether the store holds nothing but the anchors that `init` made."""
    return not [i for i in context.store.ids_with_prefix("", 200) if "-anchor-" not in i]


def _refuse_secrets(context: Context, taken: _Taken) -> None:
    """Scan what is ours: memories, contracts and notes; other beads come as they are."""
    if context.allow_secret:
        return
    for bead in taken.beads:
        if bead.has(CONTRACT) or any(bead.has(label) for label in MEMORY_LABELS):
            texts = (bead.title, bead.description, bead.acceptance_criteria, bead.notes)
            refuse_secrets(context, ((bead.id, text) for text in texts if text))
    notes = sorted(taken.notes.items())
    refuse_secrets(context, ((f"The note {key}", value) for key, value in notes))


def _prefix_row(config: Mapping[str, str], source: Source) -> list[Operation]:
    if PREFIX_ROW in config or not source.beads:
        return []
    counts: dict[str, int] = {}
    for bead in source.beads:
        prefix = bead.id.rpartition("-")[0] or bead.id
        counts[prefix] = counts.get(prefix, 0) + 1
    best = max(sorted(counts), key=lambda each: counts[each])
    return [SetConfig(PREFIX_ROW, best)]


def _unresolved(context: Context, beads: tuple[Bead, ...]) -> list[str]:
    """Dependencies of the file on beads that are neither in it nor in the store."""
    ids = {bead.id for bead in beads}
    edges = [
        edge
        for bead in beads
        for edge in bead.dependencies
        if edge.depends_on_id not in ids and not edge.is_external
    ]
    known = context.store.beads(edge.depends_on_id for edge in edges)
    missing = {
        f"{e.issue_id} {e.type} {e.depends_on_id}" for e in edges if e.depends_on_id not in known
    }
    return sorted(missing)

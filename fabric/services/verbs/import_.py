"""`fabric import`: take beads and notes from an export, all that can be taken in one change set."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fabric.errors import Refused
from fabric.graph.bead_graph import BeadGraph
from fabric.models.answers import ImportAnswer, NotTaken
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record
from fabric.models.change_set import Operation, ReplaceBead, SetConfig
from fabric.models.instants import parse_instant
from fabric.models.memory import Memory
from fabric.models.words import CONTRACT, MEMORY_LABELS
from fabric.ports import BadLine
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out, refuse_secrets
from fabric.services.prefix import PREFIX_ROW
from fabric.services.reading import all_memories
from fabric.services.writing import rejected_values


@dataclass(frozen=True, slots=True)
class Source:
    """What was read from a file: beads with their lines, notes (config rows), bad lines."""

    name: str
    beads: tuple[Bead, ...]
    lines: Mapping[str, int]
    notes: Mapping[str, str]
    bad: tuple[BadLine, ...] = ()


def import_(context: Context, source: Source, *, restore: bool = False) -> Outcome[ImportAnswer]:
    """Restore the beads of this project from a file. Raises Refused for another project's.

    A store without beads, or one with the same id prefix, is restored; `restore` insists.
    """
    return carry_out(context, lambda: _decide(context, source, restore=restore))


def _decide(context: Context, source: Source, *, restore: bool) -> Decision[ImportAnswer]:
    _refuse_foreign(context, source, restore=restore)
    there = context.store.beads(bead.id for bead in source.beads)
    memories = all_memories(context.store, context.settings).graph()
    incoming = BeadGraph([*source.beads, *memories.of_kind("anchor")], context.settings)
    refused = [NotTaken(line=each.line, reason=each.problem) for each in source.bad]
    taken: list[Bead] = []
    unchanged = 0
    for bead in source.beads:
        old = there.get(bead.id)
        if old is not None and _record(old) == _record(bead):
            unchanged += 1
            continue
        problem = _problem(memories, incoming, old, bead)
        if problem:
            refused.append(NotTaken(line=source.lines.get(bead.id, 0), reason=problem))
        else:
            taken.append(_kept(old, bead))
    config = context.store.config()
    notes = {key: value for key, value in source.notes.items() if config.get(key) != value}
    _refuse_secrets(context, taken, notes)
    operations: list[Operation] = [ReplaceBead(bead) for bead in taken]
    operations += [SetConfig(key, value) for key, value in sorted(notes.items())]
    prefix = _prefix_row(config, source)
    operations += prefix
    answer = ImportAnswer(
        source=source.name,
        mode="restore",
        created=sum(bead.id not in there for bead in taken),
        updated=sum(bead.id in there for bead in taken),
        unchanged=unchanged,
        notes=len(notes),
        not_taken=sorted(refused, key=lambda each: (each.line, each.reason)),
        unresolved=_unresolved(context, source.beads),
    )
    return Decision(
        "import",
        answer,
        tuple(operations),
        relies_on=tuple(there[bead.id] for bead in taken if bead.id in there),
        absent=tuple(bead.id for bead in taken if bead.id not in there),
        reason=f"restored from {source.name}",
    )


def _record(bead: Bead) -> dict[str, object]:
    return bead_to_record(bead)


def _kept(old: Bead | None, new: Bead) -> Bead:
    """The bead as it comes, with comments that only the store has."""
    if old is None:
        return new
    known = {(each.author, each.text, each.created_at) for each in new.comments}
    only_here = [e for e in old.comments if (e.author, e.text, e.created_at) not in known]
    if not only_here:
        return new
    comments = sorted((*new.comments, *only_here), key=lambda each: (each.created_at, each.text))
    return replace(new, comments=tuple(comments))


def _problem(memories: BeadGraph, incoming: BeadGraph, old: Bead | None, new: Bead) -> str:
    """Why a bead is not taken; empty when it is."""
    if old is not None and _is_older(new, old):
        return f"{new.id} is newer in the store"
    known = memories.memories.get(new.id)
    arriving = incoming.memories.get(new.id)
    if known is not None and known.state == "canonical" and _rewords(known, arriving):
        return f"{new.id} would change the words of a canonical memory"
    if old is None and arriving is not None and arriving.state != "rejected":
        return _rejected(memories, arriving)
    return ""


def _is_older(new: Bead, old: Bead) -> bool:
    ours, theirs = parse_instant(old.updated_at), parse_instant(new.updated_at)
    return ours is not None and theirs is not None and theirs < ours


def _rewords(known: Memory, arriving: Memory | None) -> bool:
    return arriving is None or arriving.digest != known.digest


def _rejected(memories: BeadGraph, arriving: Memory) -> str:
    digest = arriving.rule_digest
    for other in memories.memories.values():
        if other.state == "rejected" and digest in rejected_values(other):
            return f"{arriving.id} says what was rejected in {other.id}"
    return ""


def _refuse_foreign(context: Context, source: Source, *, restore: bool) -> None:
    own = context.settings.prefix or context.store.config(PREFIX_ROW).get(PREFIX_ROW, "")
    if restore or not own or not source.beads:
        return
    same = sum(bead.id.startswith(f"{own}-") for bead in source.beads)
    if same * 2 >= len(source.beads) or _is_empty(context):
        return
    raise Refused(
        f"{source.name} seems to be another project's: few of its ids begin with {own}-.",
        "Say --restore if it is this project's all the same.",
    )


def _is_empty(context: Context) -> bool:
    """Whether the store holds nothing but the anchors that `init` made."""
    return not [i for i in context.store.ids_with_prefix("", 200) if "-anchor-" not in i]


def _refuse_secrets(context: Context, beads: list[Bead], notes: Mapping[str, str]) -> None:
    """Scan what is ours: memories, contracts and notes; other beads come as they are."""
    if context.allow_secret:
        return
    ours = [b for b in beads if b.has(CONTRACT) or any(b.has(label) for label in MEMORY_LABELS)]
    refuse_secrets(context, ((f"{bead.id}, description", bead.description) for bead in ours))
    refuse_secrets(context, ((f"The note {key}", value) for key, value in sorted(notes.items())))


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

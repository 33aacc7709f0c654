"""`fabric history`: the whole line of a memory, both ways: who, when, why."""

from collections.abc import Iterable, Sequence

from fabric.errors import WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage, Succession
from fabric.models.answers_life import HistoryAnswer, HistoryMemory, SuccessionView
from fabric.models.instants import format_instant
from fabric.models.journal import JournalEntry
from fabric.models.memory import Memory, text_of
from fabric.ports import JournalQuery
from fabric.services.context import Context
from fabric.services.journal_views import journal_view
from fabric.services.reading import all_memories, resolve_id
from fabric.services.views import proposer

_TURNS = frozenset(
    {
        *("propose", "ratify", "adopt", "reject", "retire", "withdraw", "erase", "repair"),
        *("supersede", "import", "migrate", "promote"),
    }
)
"""Verbs that make, change or end a memory; those that only give it to work are left out."""


def history(context: Context, text: str) -> HistoryAnswer:
    """The line of a memory, oldest first. Raises NotFound, WrongUse for anything else."""
    bead_id = resolve_id(context.store, text)
    part = all_memories(context.store, context.settings)
    graph = part.graph()
    lineage = Lineage(graph)
    line = lineage.line(bead_id)
    if bead_id not in graph.memories and len(line) == 1:
        raise WrongUse(f"{bead_id} is no memory.", f"`fabric audit {bead_id}` shows its journal.")
    appeals = _appeals(graph, line)
    entries = _journal(context, (*line, *appeals))
    return HistoryAnswer(
        id=bead_id,
        head=lineage.head(bead_id),
        memories=[_member(graph, lineage, each) for each in line],
        successions=[_succession(lineage, step, entries) for step in _steps(lineage, line)],
        proposed=[step.new for step in lineage.claims if step.old in line],
        appeals=[_member(graph, lineage, each) for each in appeals],
        unclear=[
            f"{each.one} and {each.other}: {each.reason}"
            for each in lineage.unclear
            if each.one in line or each.other in line
        ],
        events=[journal_view(entry) for entry in entries],
    )


def _steps(lineage: Lineage, line: Sequence[str]) -> list[Succession]:
    return [step for each in line for step in lineage.successors(each)]


def _appeals(graph: BeadGraph, line: Sequence[str]) -> list[str]:
    """What was rejected and asked for again, or asks again, beside the line."""
    found: dict[str, None] = {}
    for memory in graph.memories.values():
        rejected = text_of(memory.fabric.get("appeals"))
        if memory.id in line and rejected in graph.memories:
            found[rejected] = None
        elif rejected in line:
            found[memory.id] = None
    return sorted(found)


def _member(graph: BeadGraph, lineage: Lineage, bead_id: str) -> HistoryMemory:
    memory = graph.memories.get(bead_id)
    bead = graph.get(bead_id)
    if memory is None or bead is None:
        return HistoryMemory(id=bead_id, title=bead.title if bead else "", there=bead is not None)
    by = proposer(memory)
    return HistoryMemory(
        id=bead_id,
        title=bead.title,
        there=True,
        state=lineage.state(memory),
        version=memory.version,
        strength=memory.strength,
        rule=memory.rule,
        held_from=memory.effective_date or None,
        held_until=_until(lineage, memory),
        proposed_by=by.name if by else bead.created_by or None,
        proposed_at=bead.created_at or None,
        ratified_by=text_of(memory.fabric.get("ratified_by")) or None,
        ratified_at=text_of(memory.fabric.get("ratified_at")) or None,
        ended_at=text_of(memory.fabric.get("ended_recorded_at")) or None,
        reason=text_of(memory.fabric.get("reason")) or None,
        appeals=text_of(memory.fabric.get("appeals")) or None,
    )


def _until(lineage: Lineage, memory: Memory) -> str | None:
    said = text_of(memory.fabric.get("effective_until"))
    if said:
        return said
    times = [lineage.time_of(step) for step in lineage.successors(memory.id)]
    known = [time for time in times if time is not None]
    return format_instant(min(known)) if known else None


def _succession(
    lineage: Lineage, step: Succession, entries: Iterable[JournalEntry]
) -> SuccessionView:
    """One step; the journal knows best who took it."""
    own = [e for e in entries if e.verb == "supersede" and {step.old, step.new} <= {*e.bead_ids}]
    time = lineage.time_of(step)
    return SuccessionView(
        old=step.old,
        new=step.new,
        at=own[0].at if own else format_instant(time) if time else None,
        by=own[0].actor if own else None,
        reason=own[0].reason or None if own else None,
        reading=step.reading,
    )


def _journal(context: Context, ids: Iterable[str]) -> list[JournalEntry]:
    if not context.store.has_journal:
        return []
    found = {
        (entry.writer, entry.sequence): entry
        for bead_id in sorted(set(ids))
        for entry in context.store.journal(JournalQuery(bead_id=bead_id))
        if entry.verb in _TURNS
    }
    return sorted(found.values(), key=lambda each: (each.at, each.writer, each.sequence))

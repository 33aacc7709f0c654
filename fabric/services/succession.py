"""What a succession is made of: what forbids it, whether it is written whole, what to write."""

from collections.abc import Sequence
from datetime import datetime

from fabric.errors import Refused
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddDependency,
    AddLabel,
    AppendNote,
    Operation,
    RemoveDependency,
    RemoveLabel,
    SetMetadata,
)
from fabric.models.dependency import Dependency
from fabric.models.instants import format_instant, parse_instant
from fabric.models.memory import Memory
from fabric.models.memory_metadata import updated_fabric
from fabric.models.words import (
    CANONICAL,
    FABRIC_KEY,
    MEMORY,
    RELATION_TYPES,
    SUPERSEDED,
    SUPERSEDES,
)
from fabric.services.anchors import anchor_of, relate, unrelate


def refuse_succession(
    lineage: Lineage, olds: Sequence[Memory], successor: Memory, now: datetime
) -> None:
    """Raise Refused where the successor cannot take the place of all of them now."""
    state = lineage.state(successor)
    if state not in {"draft", "canonical"}:
        raise Refused(f"{successor.id} is {state} and cannot replace anything.", "Name another.")
    begins = successor.effective_from
    if begins is not None and begins > now:
        raise Refused(
            f"{successor.id} holds only from {successor.effective_date}; a succession acts now.",
            "Supersede on that day, or propose the successor with an earlier date.",
        )
    for old in olds:
        _refuse_line(lineage, old, successor)
        _refuse_pair(old, successor)


def _refuse_line(lineage: Lineage, old: Memory, successor: Memory) -> None:
    if old.id == successor.id:
        raise Refused(f"{old.id} cannot replace itself.", "Name its successor.")
    if old.id in _later(lineage, successor.id):
        raise Refused(
            f"{old.id} comes after {successor.id} already; that would be a cycle.",
            f"See `fabric show {old.id}`.",
        )
    others = [step.new for step in lineage.successors(old.id) if step.new != successor.id]
    if others:
        raise Refused(
            f"{old.id} was replaced by {others[0]} already; a second successor would be a fork.",
            f"Supersede {others[0]} instead.",
        )
    ended_otherwise = old.state in {"draft", "retired", "rejected"}
    if ended_otherwise or (old.state == "superseded" and not lineage.successors(old.id)):
        raise Refused(
            f"{old.id} is {old.state}; only a canonical memory is replaced.", "Name another."
        )


def _refuse_pair(old: Memory, successor: Memory) -> None:
    if old.domain != successor.domain:
        raise Refused(
            f"{old.id} is in {old.domain or 'no domain'}, {successor.id} in "
            f"{successor.domain or 'none'}.",
            "A successor stays in the domain; retire the old one and propose a new one.",
        )
    if old.is_hard and not successor.is_hard:
        raise Refused(
            f"{old.id} is hard and {successor.id} is soft.",
            "Weaken a rule openly: retire it and propose the soft one.",
        )


def _later(lineage: Lineage, bead_id: str) -> set[str]:
    found: set[str] = set()
    todo = [bead_id]
    while todo:
        new = {step.new for step in lineage.successors(todo.pop())} - found
        found |= new
        todo.extend(new)
    return found


def is_written_whole(graph: BeadGraph, old: Memory, successor: Memory) -> bool:
    """Whether nothing of the succession of two memories is missing on either of them."""
    if successor.state == "draft" or old.id not in successor.supersedes:
        return False
    if successor.version <= old.version or old.id in successor.bead.targets(SUPERSEDES):
        return False
    bead = old.bead
    labels = bead.has(SUPERSEDED) and not (bead.has(MEMORY) or bead.has(CANONICAL))
    linked = successor.id in bead.targets(SUPERSEDES)
    dated = old.effective_until is not None and old.recorded_until is not None
    indexed = any(graph.kind(each) == "anchor" for each in graph.related(old.id))
    return labels and linked and dated and old.superseded_by == successor.id and not indexed


def new_operations(
    graph: BeadGraph, successor: Memory, olds: Sequence[Memory], version: int
) -> list[Operation]:
    """What the successor carries: its predecessors, its place in the line, its anchor."""
    replaced = sorted({*successor.supersedes, *(old.id for old in olds)})
    value: object = replaced[0] if len(replaced) == 1 else replaced
    operations: list[Operation] = [
        SetMetadata(successor.id, "supersedes", value),
        SetMetadata(successor.id, "memory_version", version),
    ]
    backwards = set(successor.bead.targets(SUPERSEDES))  # bd stores the edge on the replaced one
    operations += [
        RemoveDependency(successor.id, old.id, SUPERSEDES) for old in olds if old.id in backwards
    ]
    anchor = anchor_of(graph, successor.domain)
    if anchor is not None:
        operations += relate(graph, successor.id, anchor.id)
    return operations


def version_after(successor: Memory, olds: Sequence[Memory]) -> int:
    """The highest of what it replaces and one more; it keeps a higher place that it had."""
    least = successor.version if successor.supersedes else 1
    return max([least, *(old.version + 1 for old in olds)])


def beginning(successor: Memory, olds: Sequence[Memory], now: datetime) -> str:
    """The date that a draft takes over with the place of what it replaces; empty: it keeps its own.

    A draft is dated by the day of its proposal, and what it replaces may have begun only after that.
    """
    begun = {old.id: at for old in olds if (at := old.effective_from) is not None and at <= now}
    own = successor.effective_from
    if not begun or own is None:
        return ""
    last = max(olds, key=lambda old: (old.id in begun, begun.get(old.id, now), old.id))
    if own.date() >= begun[last.id].date():
        return ""
    return last.effective_date or format_instant(begun[last.id])


def old_operations(
    graph: BeadGraph, lineage: Lineage, old: Memory, new: str, now: datetime, reason: str
) -> list[Operation]:
    """How a memory ends: edge, labels, successor, dates, a note; the anchor lets go of it."""
    bead = old.bead
    operations = [*unrelate(graph, bead.id, new), *_edge(bead, new)]
    operations += [RemoveLabel(bead.id, each) for each in (MEMORY, CANONICAL) if bead.has(each)]
    if not bead.has(SUPERSEDED):
        operations.append(AddLabel(bead.id, SUPERSEDED))
    operations.append(SetMetadata(bead.id, "superseded_by", new))
    recorded = _recorded(lineage, old, now)
    until = max(recorded, old.effective_from or recorded)
    ended = {
        "effective_until": old.fabric.get("effective_until") or format_instant(until),
        "ended_recorded_at": old.fabric.get("ended_recorded_at") or format_instant(recorded),
        "reason": old.fabric.get("reason") or reason,
    }
    operations.append(SetMetadata(bead.id, FABRIC_KEY, updated_fabric(bead.metadata, **ended)))
    if f"Superseded by {new} on " not in bead.notes:
        operations.append(AppendNote(bead.id, f"Superseded by {new} on {recorded:%Y-%m-%d}"))
    for each in sorted(graph.related(bead.id)):
        if graph.kind(each) == "anchor":
            operations += unrelate(graph, bead.id, each)
    return operations


def _edge(bead: Bead, new: str) -> list[Operation]:
    if new in bead.targets(SUPERSEDES):
        return []
    # bd keeps one edge a pair; relations to the successor are gone already.
    others = [
        RemoveDependency(bead.id, new, edge.type)
        for edge in bead.dependencies
        if edge.depends_on_id == new and edge.type not in RELATION_TYPES
    ]
    return [*others, AddDependency(Dependency(bead.id, new, SUPERSEDES))]


def _recorded(lineage: Lineage, old: Memory, now: datetime) -> datetime:
    """When the succession was recorded: now, unless an edge of another tool says when."""
    times = (parse_instant(step.at) for step in lineage.successors(old.id))
    known = [time for time in times if time is not None and time <= now]
    return min(known, default=now)

"""`fabric review`: what waits for a reviewer: drafts, unreviewed memories, changed ones."""

from fabric.graph.applies import Reviews, is_reviewed
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers_life import ReviewAnswer, ReviewItem
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory, text_of
from fabric.ports import JournalQuery
from fabric.services.context import Context
from fabric.services.ratification import text_to_confirm
from fabric.services.reading import all_memories
from fabric.services.reviews import all_reviews
from fabric.services.views import memory_view
from fabric.services.writing import near_memories


@dataclass(frozen=True, slots=True)
class _Waiting:
    """What all items are looked at with."""

    context: Context
    graph: BeadGraph
    lineage: Lineage
    reviews: Reviews | None


def review_queue(context: Context, domain: str = "") -> ReviewAnswer:
    """What waits, drafts first, the oldest first. Raises WrongUse for an unknown domain."""
    graph = all_memories(context.store, context.settings).graph()
    label = graph.domains.named(domain).label if domain else ""
    waiting = _Waiting(context, graph, Lineage(graph), all_reviews(context.store))
    items = [
        _item(waiting, memory, kind)
        for memory in graph.memories.values()
        if (not label or memory.domain == label) and (kind := _kind(waiting, memory))
    ]
    order = {"draft": 0, "changed": 1, "unreviewed": 2}
    made = {memory.id: memory.bead.created_at for memory in graph.memories.values()}
    items.sort(key=lambda each: (order[each.kind], made[each.memory.id], each.memory.id))
    return ReviewAnswer(items=items)


def _kind(waiting: _Waiting, memory: Memory) -> str:
    """draft, changed (ratified with other words) or unreviewed; empty for what does not wait."""
    state = waiting.lineage.state(memory)
    if state == "draft":
        return "draft"
    if state != "canonical" or waiting.reviews is None:
        return ""
    if memory.id in waiting.reviews:
        return "" if is_reviewed(memory, waiting.reviews) else "changed"
    return "unreviewed"


def _item(waiting: _Waiting, memory: Memory, kind: str) -> ReviewItem:
    graph = waiting.graph
    replaces = graph.memories.get(text_of(memory.fabric.get("replaces")))
    appeals = graph.memories.get(text_of(memory.fabric.get("appeals")))
    standing = replaces is not None and waiting.lineage.state(replaces) == "canonical"
    return ReviewItem(
        kind=kind,
        memory=memory_view(waiting.context, memory, graph, waiting.reviews or {}, waiting.lineage),
        text=text_to_confirm(memory, [replaces] if kind == "draft" and replaces else []),
        replaces=replaces.id if replaces is not None and standing and kind == "draft" else None,
        appeals=appeals.id if appeals is not None else None,
        rejected_because=text_of(appeals.fabric.get("reason")) or None if appeals else None,
        appealed_because=_appeal(waiting.context, memory) if appeals is not None else None,
        near=[each for each in near_memories(graph, memory) if each.id != _id(replaces)],
    )


def _appeal(context: Context, memory: Memory) -> str | None:
    """Why it asks again; the journal keeps that."""
    if not context.store.has_journal:
        return None
    entries = context.store.journal(JournalQuery(bead_id=memory.id, verb="propose"))
    return entries[-1].reason or None if entries else None


def _id(memory: Memory | None) -> str:
    return memory.id if memory is not None else ""

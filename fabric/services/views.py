"""Memories and beads as the answers show them."""

from collections.abc import Iterable

from fabric.graph.applies import Reviews, is_reviewed
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.actor import Actor
from fabric.models.answers import BeadView, CommandView, MemoryView
from fabric.models.bead import Bead
from fabric.models.digests import pinned_scope
from fabric.models.memory import Memory, text_of
from fabric.models.receipt import read_receipt
from fabric.services.context import Context
from fabric.services.reviews import reviews_of

_WORDS = {
    "relates-to": "relates to",
    "related": "relates to",
    "blocks": "is blocked by",
    "conditional-blocks": "is blocked by",
    "parent-child": "is a child of",
    "discovered-from": "was discovered from",
}


def memory_views(
    context: Context, memories: Iterable[Memory], graph: BeadGraph, reviews: Reviews | None
) -> list[MemoryView]:
    """Memories, whole; the successions of the graph are read once for all of them."""
    lineage = Lineage(graph)
    return [memory_view(context, each, graph, reviews, lineage) for each in memories]


def memory_view(
    context: Context,
    memory: Memory,
    graph: BeadGraph,
    reviews: Reviews | None = None,
    lineage: Lineage | None = None,
) -> MemoryView:
    """One memory, whole; its reviews are read from the journal unless they are given."""
    lineage = lineage or Lineage(graph)
    if reviews is None and context.store.has_journal:
        reviews = reviews_of(context.store, (memory.id,))
    pinned = memory.pinned_digest
    return MemoryView(
        id=memory.id,
        title=memory.bead.title,
        state=lineage.state(memory),
        in_force=lineage.is_in_force(memory, context.now),
        reviewed=None if reviews is None else is_reviewed(memory, reviews),
        strength=memory.strength,
        domain=memory.domain,
        statement=memory.statement,
        rule=memory.rule,
        sections=dict(memory.sections),
        checks=list(memory.acceptance.checks),
        commands=[CommandView(text=c.text, manual=c.manual) for c in memory.acceptance.commands],
        effective_date=memory.effective_date,
        effective_until=text_of(memory.fabric.get("effective_until")) or None,
        version=memory.version,
        owner=memory.owner,
        supersedes=[step.old for step in lineage.predecessors(memory.id)],
        superseded_by=[step.new for step in lineage.successors(memory.id)],
        digest=memory.digest,
        digest_holds=None if not pinned else pinned == memory.digest,
        evidence=list(memory.evidence),
        applies_to=pinned_scope(memory.applies_to) or {},
        proposed_by=proposer(memory),
        ratified_by=text_of(memory.fabric.get("ratified_by")) or None,
        ratified_at=text_of(memory.fabric.get("ratified_at")) or None,
        reason=text_of(memory.fabric.get("reason")) or None,
        anchors=sorted(e for e in graph.related(memory.id) if graph.kind(e) == "anchor"),
    )


def proposer(memory: Memory) -> Actor | None:
    """Who proposed a memory, as far as it says."""
    value = memory.fabric.get("proposed_by")
    if not isinstance(value, dict):
        return None
    name = text_of(value.get("name"))
    if not name:
        return None
    return Actor(name=name, kind="agent" if value.get("kind") == "agent" else "person")


def bead_view(context: Context, bead: Bead, graph: BeadGraph) -> BeadView:
    """Any bead, with its edges in words."""
    memory = graph.memories.get(bead.id)
    return BeadView(
        id=bead.id,
        kind=graph.kind(bead.id) or "other",
        title=bead.title,
        type=bead.issue_type,
        status=bead.status,
        assignee=bead.assignee,
        labels=sorted(bead.labels),
        description=bead.description,
        acceptance_criteria=bead.acceptance_criteria,
        notes=bead.notes,
        edges=edges_in_words(bead, graph),
        memory=memory_view(context, memory, graph) if memory else None,
        receipt=read_receipt(bead.metadata),
    )


def edges_in_words(bead: Bead, graph: BeadGraph) -> list[str]:
    """What a bead is to others, each a sentence, succession by its right name."""
    lineage = Lineage(graph)
    lines = [f"replaced by {_named(step.new, graph)}" for step in lineage.successors(bead.id)]
    lines += [f"replaces {_named(step.old, graph)}" for step in lineage.predecessors(bead.id)]
    for unclear in lineage.unclear:
        if bead.id in (unclear.one, unclear.other):
            other = unclear.other if bead.id == unclear.one else unclear.one
            lines.append(f"replaces or is replaced by {_named(other, graph)}: {unclear.reason}")
    outgoing = [
        f"{_WORDS.get(edge.type, edge.type)} {_named(edge.depends_on_id, graph)}"
        for edge in bead.dependencies
        if edge.type != "supersedes"
    ]
    incoming = [
        f"{_named(edge.issue_id, graph)} {_WORDS.get(edge.type, edge.type)} it"
        for edge in graph.incoming.get(bead.id, ())
        if edge.type != "supersedes" and not (edge.is_relation and edge.issue_id in _related(bead))
    ]
    return lines + sorted(outgoing) + sorted(incoming)


def _related(bead: Bead) -> set[str]:
    return {edge.depends_on_id for edge in bead.relations()}


def _named(bead_id: str, graph: BeadGraph) -> str:
    bead = graph.get(bead_id)
    if bead is not None:
        return f"{bead_id} ({bead.title})"
    return f"{bead_id} (not there)" if graph.is_absent(bead_id) else bead_id

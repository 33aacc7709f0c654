"""`fabric anchor create|list|show`: the index of each domain."""

from fabric.errors import WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers import AnchorsAnswer, AnchorView
from fabric.models.answers_life import AnchorShowAnswer
from fabric.models.bead import Bead
from fabric.models.change_set import InsertBead, Operation
from fabric.models.domain import Domain, domain_label
from fabric.services.anchors import anchor_of, free_anchor_id, memories_in_force, new_anchor, relate
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.prefix import id_prefix
from fabric.services.reading import all_memories, resolve_id
from fabric.services.reviews import all_reviews
from fabric.services.views import memory_view


def create_anchor(context: Context, name: str, title: str) -> Outcome[AnchorsAnswer]:
    """Make the anchor of a domain, and relate the memories in force to it."""
    return carry_out(context, lambda: _decide(context, name, title))


def list_anchors(context: Context) -> AnchorsAnswer:
    """The anchor of each known domain; one that is missing has no id."""
    graph = all_memories(context.store, context.settings).graph()
    return AnchorsAnswer(anchors=[_view(context, graph, domain) for domain in graph.domains])


def show_anchor(context: Context, text: str) -> AnchorShowAnswer:
    """The anchor of a domain, by the domain's name or its own id, and what it indexes.

    Raises WrongUse for an unknown domain, NotFound for an unknown id.
    """
    graph = all_memories(context.store, context.settings).graph()
    domain = graph.domains.get(text)
    anchor = anchor_of(graph, domain.label) if domain else None
    if domain is None:
        anchor = graph.get(resolve_id(context.store, text))
        if anchor is None or graph.kind(anchor.id) != "anchor":
            raise WrongUse(
                f"{text} is no domain and no anchor.", "`fabric anchor list` shows both."
            )
        domain = next(iter(d for d in graph.domains if anchor.has(d.label)), Domain(""))
    related = graph.related(anchor.id) if anchor else frozenset()
    lineage = Lineage(graph)
    listed = [
        memory
        for memory in graph.memories.values()
        if memory.domain == domain.label and lineage.state(memory) == "canonical"
    ]
    known = {memory.id for memory in listed}
    reviews = all_reviews(context.store)
    return AnchorShowAnswer(
        id=anchor.id if anchor else "",
        domain=domain.label,
        title=anchor.title if anchor else domain.display_title,
        status=anchor.status if anchor else "",
        memories=[memory_view(context, memory, graph, reviews) for memory in listed],
        unindexed=[memory.id for memory in listed if memory.id not in related],
        stray=sorted(each for each in related & graph.memories.keys() if each not in known),
    )


def _decide(context: Context, name: str, title: str) -> Decision[AnchorsAnswer]:
    graph = all_memories(context.store, context.settings).graph()
    known = graph.domains.get(name)
    domain = known or Domain(domain_label(name))
    if title:
        domain = domain._replace(title=title)
    anchor = anchor_of(graph, domain.label)
    operations: list[Operation] = []
    made: Bead | None = None
    if anchor is None:
        made = new_anchor(free_anchor_id(context.store, id_prefix(context), domain), domain)
        operations.append(InsertBead(made))
        for memory in memories_in_force(graph, domain.label, context.now):
            operations += relate(graph, memory.id, made.id)
    found = made or anchor
    view = AnchorView(
        id=found.id if found else "",
        domain=domain.label,
        title=found.title if found else domain.display_title,
        memories=len(memories_in_force(graph, domain.label, context.now)),
        created=made is not None,
    )
    return Decision(
        verb="anchor-create",
        answer=AnchorsAnswer(anchors=[view]),
        operations=tuple(operations),
        absent=(made.id,) if made else (),
    )


def _view(context: Context, graph: BeadGraph, domain: Domain) -> AnchorView:
    anchor = anchor_of(graph, domain.label)
    return AnchorView(
        id=anchor.id if anchor else "",
        domain=domain.label,
        title=anchor.title if anchor else domain.display_title,
        memories=len(memories_in_force(graph, domain.label, context.now)),
    )

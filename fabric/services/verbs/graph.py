"""`fabric graph`: a domain with its memories, anchor, contracts and work; or what leans on a bead."""

from fabric.errors import NotFound
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.drawing import Drawing, Link, Node
from fabric.graph.lineage import Lineage
from fabric.models.answers_life import GraphAnswer, GraphLink, GraphNode
from fabric.models.frozen import dataclass
from fabric.models.words import CONTRACT
from fabric.ports import BeadQuery
from fabric.services.context import Context
from fabric.services.reading import Part, all_memories, resolve_id


@dataclass(frozen=True, slots=True)
class GraphRequest:
    """A domain by name or a bead by id (empty: all domains); ended and finished ones too."""

    about: str = ""
    everything: bool = False


def draw(context: Context, request: GraphRequest) -> GraphAnswer:
    """Look at a part of the graph. Raises NotFound, WrongUse."""
    from fabric.graph.reach import Reach  # noqa: PLC0415  # loads networkx

    part = all_memories(context.store, context.settings)
    domain = part.graph().domains.get(request.about) if request.about else None
    bead_id = "" if domain or not request.about else _id(context, part, request.about)
    _add_work(part, bead_id)
    graph = part.graph()
    lineage = Lineage(graph)
    reach = Reach(graph, lineage)
    if bead_id:
        wanted = _around(graph, lineage, bead_id, reach.leaning_on(bead_id))
        title = graph.beads[bead_id].title
    else:
        wanted = _in_domains(graph, [domain.label] if domain else sorted(graph.domains.labels))
        title = domain.display_title if domain else "All domains"
    shown = [
        each
        for each in wanted
        if request.everything or each == bead_id or _stands(graph, lineage, each, bead_id)
    ]
    drawing = reach.drawing(title, shown)
    return GraphAnswer(
        about=domain.label if domain else bead_id,
        title=title,
        nodes=[
            GraphNode(id=n.id, title=n.title, kind=n.kind, state=n.state) for n in drawing.nodes
        ],
        links=[GraphLink(source=e.source, target=e.target, words=e.words) for e in drawing.links],
        circles=reach.circles(wanted),
        left_out=len(wanted) - len(shown),
    )


def drawing_of(answer: GraphAnswer) -> Drawing:
    """The answer as boxes and arrows."""
    nodes = tuple(Node(each.id, each.title, each.kind, each.state) for each in answer.nodes)
    links = tuple(Link(each.source, each.target, each.words) for each in answer.links)
    return Drawing(answer.title, nodes, links)


def _id(context: Context, part: Part, text: str) -> str:
    try:
        bead_id = resolve_id(context.store, text)
    except NotFound as error:
        known = ", ".join(domain.short_name for domain in part.graph().domains)
        raise NotFound(
            f"{text} is neither a domain nor a bead.", f"Domains: {known or 'none yet'}."
        ) from error
    part.fetch((bead_id,))
    return bead_id


def _add_work(part: Part, bead_id: str) -> None:
    """Contracts and work that point at memories, and what waits for those contracts."""
    near = [bead.id for bead in part.beads]
    part.find(BeadQuery(points_at=tuple(near)))
    if bead_id:
        part.find(BeadQuery(points_at=(bead_id,)))
    part.find(BeadQuery(labels_any=(CONTRACT,)))
    contracts = tuple(bead.id for bead in part.beads if bead.has(CONTRACT))
    if contracts:
        part.find(BeadQuery(points_at=contracts))


def _in_domains(graph: BeadGraph, labels: list[str]) -> list[str]:
    """The anchors and memories of some domains, and the contracts and work that lean on them."""
    found: dict[str, None] = {}
    for label in labels:
        found |= dict.fromkeys(a.id for a in graph.of_kind("anchor") if a.has(label))
        memories = [m.id for m in graph.memories.values() if m.domain == label]
        found |= dict.fromkeys(memories)
        for each in memories:
            found |= dict.fromkeys(sorted(_users(graph, each)))
    return list(found)


def _users(graph: BeadGraph, memory_id: str) -> set[str]:
    """Contracts and work of a memory, and what waits for those contracts."""
    related = graph.related(memory_id)
    users = {each for each in related if graph.kind(each) in {"contract", "work"}}
    for each in list(users):
        if graph.kind(each) == "contract":
            users |= {bead.id for bead in graph.blocked_by(each)}
    return users


def _around(graph: BeadGraph, lineage: Lineage, bead_id: str, leaning: set[str]) -> list[str]:
    """A memory's line and what leans on it; of any other bead what it leans on, too."""
    kind = graph.kind(bead_id)
    if kind == "memory":
        line = lineage.line(bead_id)
        return sorted({*line, *(u for each in line for u in _users(graph, each))})
    if kind == "anchor":
        return sorted({bead_id, *(e for e in graph.related(bead_id) if e in graph.memories)})
    near = {bead_id, *graph.related(bead_id), *graph.beads[bead_id].blockers()}
    near |= {bead.id for bead in graph.children(bead_id)} | leaning
    return sorted(each for each in near if each in graph)


def _stands(graph: BeadGraph, lineage: Lineage, each: str, about: str) -> bool:
    """Whether a bead is drawn unasked: a memory's own line is, what else ended is not."""
    memory = graph.memories.get(each)
    if memory is None:
        return not graph.beads[each].is_finished
    if graph.kind(about) == "memory" and each in lineage.line(about):
        return True
    return lineage.state(memory) in {"draft", "canonical"}

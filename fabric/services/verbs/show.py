"""`fabric show`: one bead with its edges in words."""

from fabric.errors import WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.graph.times import Moment, in_force_at
from fabric.models.answers import BeadView, EvidenceView, HeldView
from fabric.models.domain import Domains
from fabric.models.instants import format_instant
from fabric.models.memory import Memory, read_memory
from fabric.models.words import SUPERSEDES
from fabric.ports import BeadQuery
from fabric.services.context import Context
from fabric.services.moments import moment_of
from fabric.services.reading import Part, read_bead
from fabric.services.views import bead_view


def show(context: Context, text: str, *, as_of: str = "", known_at: str = "") -> BeadView:
    """One bead; a moment asks whether a memory bound then. Raises NotFound, WrongUse."""
    moment = moment_of(context, as_of, known_at)
    bead = read_bead(context.store, text)
    part = Part(context.store, context.settings)
    part.add([bead])
    part.fetch(edge.depends_on_id for edge in bead.dependencies)
    part.find(BeadQuery(points_at=(bead.id,)))
    part.find(BeadQuery(labels_any=("memory-anchor",)))
    part.follow_lines(each for each in part.beads if each.id == bead.id or _succeeds(each.id, part))
    evidence = read_memory(bead, Domains()).evidence
    part.fetch(each for each in evidence if not _is_link(each))
    graph = part.graph()
    view = bead_view(context, bead, graph)
    memory = graph.memories.get(bead.id)
    if memory is None:
        if moment is not None:
            raise WrongUse(f"{bead.id} is no memory.", "Only a memory binds at a time.")
        return view
    return view.but(
        evidence=[_resolved(graph, each) for each in evidence], held=_held(graph, memory, moment)
    )


def _resolved(graph: BeadGraph, text: str) -> EvidenceView:
    bead = graph.get(text)
    if bead is not None and not bead.is_deleted:
        return EvidenceView(id=text, title=bead.title, status=bead.status, there=True)
    return EvidenceView(id=text, there=None if _is_link(text) else False)


def _is_link(text: str) -> bool:
    return "/" in text or ":" in text


def _held(graph: BeadGraph, memory: Memory, moment: Moment | None) -> HeldView | None:
    if moment is None:
        return None
    return HeldView(
        as_of=format_instant(moment.held_at),
        known_at=format_instant(moment.known_at) if moment.known_at else None,
        in_force=in_force_at(memory, Lineage(graph), moment),
    )


def _succeeds(bead_id: str, part: Part) -> bool:
    bead = part.get(bead_id)
    return bead is not None and bool(bead.targets(SUPERSEDES))

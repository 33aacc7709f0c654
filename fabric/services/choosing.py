"""Chooses what a work item is given, among however many memories: of most only outlines are read."""

from typing import Final

from fabric.graph.applies import (
    Applying,
    Bearing,
    Reviews,
    applying,
    bearing_of,
    is_reviewed,
    outlined,
)
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.models.outline import Outline
from fabric.models.words import ANCHOR, RELATION_TYPES
from fabric.ports import BeadQuery, MemoryQuery
from fabric.selection.nearness import neighbours
from fabric.selection.select import Binding, Choice, Selection, choose
from fabric.services.context import Context
from fabric.services.reading import Part, domains_about, family, follow_named
from fabric.services.reviews import reviews_of

_RELATIONS: Final = tuple(sorted(RELATION_TYPES))


@dataclass(frozen=True, slots=True)
class Asked:
    """A work item, domains by name beside those that it declares, and the paths it will touch."""

    work: Bead
    domains: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """What was found out about one work item before anything is written."""

    graph: BeadGraph
    work: Bead
    bearing: Bearing
    selection: Selection
    withheld: tuple[Memory, ...]
    reviews: Reviews


@dataclass(frozen=True, slots=True)
class _Ground:
    """What was read around a work item: `outlines` are memories that are not in the graph."""

    part: Part
    graph: BeadGraph
    bearing: Bearing
    outlines: list[Outline]


def look(context: Context, asked: Asked) -> Given:
    """Look at a work item and choose what it is given. Raises WrongUse for an unknown domain."""
    # Whether a reviewer ratified a memory is told by all its words: then all are read whole.
    ground = _ground(context, asked, is_whole=context.settings.governance.require_review)
    choice, withheld = _choose(context, asked, ground)
    graph = _with_chosen(ground, choice)
    if not _all_bind(
        context, asked, ground, graph, choice
    ):  # they changed since they were outlined
        ground = _ground(context, asked, is_whole=True)
        choice, withheld = _choose(context, asked, ground)
        graph = ground.graph
    selection = choice.of(graph.memories)
    ids = [each.memory.id for each in selection.given]
    reviews = reviews_of(context.store, ids) if context.store.has_journal else {}
    return Given(graph, asked.work, ground.bearing, selection, withheld, reviews)


def _ground(context: Context, asked: Asked, *, is_whole: bool) -> _Ground:
    work = asked.work
    part = family(context.store, context.settings, [work])
    graph = part.graph()
    named = tuple(sorted({graph.domains.named(name).label for name in asked.domains}))
    domains = domains_about(graph, [work], named)
    outlines: list[Outline] = []
    if domains and is_whole:
        part.find(MemoryQuery(domains).whole)
    elif domains:
        found = context.store.guidance(MemoryQuery(domains, graph.domains.labels))
        part.add(found.beads)
        outlines = found.outlines
        _add_near(part, graph, work, domains)
    follow_named(part)
    graph = part.graph()
    before = bearing_of(graph, work, asked.paths)
    bearing = Bearing(tuple(sorted({*before.domains, *named})), before.paths)
    return _Ground(part, graph, bearing, outlines)


def _add_near(part: Part, graph: BeadGraph, work: Bead, domains: tuple[str, ...]) -> None:
    """Memories that relate to a neighbour: only their own row may say so."""
    near = tuple(sorted({each for _, _, each in neighbours(graph, work)}))
    if near:
        part.find(MemoryQuery(domains).whole._replace(points_at=near, by_types=_RELATIONS))


def _choose(context: Context, asked: Asked, ground: _Ground) -> tuple[Choice, tuple[Memory, ...]]:
    """The choice, and the memories that are withheld from it."""
    graph, bearing = ground.graph, ground.bearing
    found = applying(graph, Lineage(graph), asked.work, bearing, context.now)
    found, withheld = _reviewed_only(context, found)
    binding = Binding(found, outlined(graph, ground.outlines, bearing, context.now))
    budget = context.settings.budget.memories
    return choose(graph, binding, asked.work, bearing, budget), withheld


def _reviewed_only(
    context: Context, found: list[Applying]
) -> tuple[list[Applying], tuple[Memory, ...]]:
    """Without `require_review` everything passes; with it, what no reviewer ratified is withheld."""
    if not context.settings.governance.require_review:
        return found, ()
    reviews = reviews_of(context.store, (each.memory.id for each in found))
    passed = [each for each in found if is_reviewed(each.memory, reviews)]
    withheld = tuple(e.memory for e in found if not is_reviewed(e.memory, reviews))
    return passed, withheld


def _with_chosen(ground: _Ground, choice: Choice) -> BeadGraph:
    """The graph with all that was chosen, read whole."""
    part = ground.part
    missing = [each for each, _ in choice.given if part.get(each) is None]
    if not missing:
        return ground.graph
    part.follow_lines(part.fetch(missing))
    part.find(BeadQuery(labels_any=(ANCHOR,), points_at=tuple(missing), by_types=_RELATIONS))
    return part.graph()


def _all_bind(
    context: Context, asked: Asked, ground: _Ground, graph: BeadGraph, choice: Choice
) -> bool:
    if graph is ground.graph:
        return True
    found = applying(graph, Lineage(graph), asked.work, ground.bearing, context.now)
    return {each for each, _ in choice.given} <= {each.memory.id for each in found}

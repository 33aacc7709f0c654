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
from fabric.models.words import ANCHOR, FINISHED_STATUSES, PARENT_CHILD, RELATION_TYPES
from fabric.ports import BeadQuery, MemoryQuery
from fabric.selection.nearness import neighbours
from fabric.selection.select import Binding, Selection, choose
from fabric.services.context import Context
from fabric.services.reading import domains_about, family, follow_named
from fabric.services.reviews import reviews_of

_RELATIONS: Final = tuple(sorted(RELATION_TYPES))
_FINISHED: Final = tuple(sorted(FINISHED_STATUSES))


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


def look(context: Context, asked: Asked) -> Given:
    """Look at a work item and choose what it is given. Raises WrongUse for an unknown domain."""
    # Whether a reviewer ratified a memory is told by all its words: then all are read whole.
    found = _Look(context, asked, is_whole=context.settings.governance.require_review)
    if not found.still_binds:
        found = _Look(context, asked, is_whole=True)
    selection = found.choice.of(found.graph.memories)
    ids = [each.memory.id for each in selection.given]
    reviews = reviews_of(context.store, ids) if context.store.has_journal else {}
    return Given(found.graph, asked.work, found.bearing, selection, found.withheld, reviews)


class _Look:
    """One look at a work item: at outlines of plain memories, or at all of them whole."""

    def __init__(self, context: Context, asked: Asked, *, is_whole: bool) -> None:
        self._context, self._work = context, asked.work
        self._part = family(context.store, context.settings, [asked.work], spare_edges=True)
        self._add_siblings()
        graph = self._part.graph()
        named = {graph.domains.named(name).label for name in asked.domains}
        outlines = self._add_memories(graph, tuple(sorted(named)), is_whole=is_whole)
        self.graph = self._part.graph()
        before = bearing_of(self.graph, asked.work, asked.paths)
        self.bearing = Bearing(tuple(sorted({*before.domains, *named})), before.paths)
        passed, self.withheld = _reviewed_only(context, self._applying())
        binding = Binding(passed, outlined(self.graph, outlines, self.bearing, context.now))
        budget = context.settings.budget.memories
        self.choice = choose(self.graph, binding, asked.work, self.bearing, budget)
        self._add_chosen()

    @property
    def still_binds(self) -> bool:
        """Whether all that was chosen binds, now that it was read whole: it may have changed since."""
        found = {each.memory.id for each in self._applying()}
        return all(each in found for each, _ in self.choice.given)

    def _add_siblings(self) -> None:
        """Read the other work under the same parent: what it relates to is near.

        Of a long plan what is finished is history, and there may be very much of it.
        """
        if self._work.parent is not None:
            siblings = BeadQuery(points_at=(self._work.parent,), by_types=(PARENT_CHILD,))
            self._part.find(siblings._replace(not_statuses=_FINISHED))

    def _applying(self) -> list[Applying]:
        lineage = Lineage(self.graph)
        return applying(self.graph, lineage, self._work, self.bearing, self._context.now)

    def _add_memories(
        self, graph: BeadGraph, named: tuple[str, ...], *, is_whole: bool
    ) -> list[Outline]:
        """Read the memories that may bind; those that are only outlined."""
        part, domains = self._part, domains_about(graph, [self._work], named)
        outlines: list[Outline] = []
        asked = MemoryQuery(domains, graph.domains.labels)
        if domains and is_whole:
            part.find(asked.whole)
        elif domains:
            outlines, beads = self._context.store.guidance(asked)
            part.add(beads)
            # Of a memory that relates to a neighbour only its own row may say so.
            near = tuple(sorted({each for _, _, each in neighbours(graph, self._work)}))
            if outlines and near:
                part.find(asked.whole._replace(points_at=near, by_types=_RELATIONS))
        follow_named(part)
        return outlines

    def _add_chosen(self) -> None:
        """Read whole what was chosen, and which anchors have it in their index."""
        given = tuple(each for each, _ in self.choice.given)
        if not given:
            return
        part = self._part
        part.follow_lines(part.fetch(given))
        # An anchor that was read without its relations has none.
        if not all(any(each.relations()) for each in self.graph.of_kind("anchor")):
            indexing = BeadQuery(labels_any=(ANCHOR,), points_at=given, by_types=_RELATIONS)
            part.add_edges(self._context.store.find(indexing._replace(spare_edges=True)))
        self.graph = part.graph()


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

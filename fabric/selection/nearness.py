"""How near memories are to a work item: what it and its neighbours relate to already."""

from collections.abc import Iterator
from typing import NamedTuple

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead

_BY_ITSELF = 0.5
_BY_PARENT = 0.3
_BY_NEIGHBOUR = 0.2


class Near(NamedTuple):
    """How near a memory is (0 to 1, beside a relevance of 0 to 1), and by what, in words."""

    weight: float
    reason: str


def nearness(graph: BeadGraph, work: Bead) -> dict[str, Near]:
    """The beads near a work item, with the strongest reason for each."""
    found: dict[str, Near] = {}
    for bead_id, near in _all_near(graph, work):
        found.setdefault(bead_id, near)
    return found


def _all_near(graph: BeadGraph, work: Bead) -> Iterator[tuple[str, Near]]:
    """Strongest first, so that the first of a bead counts."""
    own = sorted(graph.related(work.id))
    for bead_id in own:
        yield bead_id, Near(_BY_ITSELF, "related to it already")
    for bead_id in own:
        old = graph.memories.get(bead_id)
        if old is not None and old.superseded_by:
            yield old.superseded_by, Near(_BY_ITSELF, f"follows {bead_id}, related to it already")
    for weight, what, neighbour in neighbours(graph, work):
        for bead_id in sorted(graph.related(neighbour)):
            yield bead_id, Near(weight, f"related to its {what} {neighbour}")


def neighbours(graph: BeadGraph, work: Bead) -> Iterator[tuple[float, str, str]]:
    """What makes near what relates to it: how much, as what (`parent`, `blocker`), and its id."""
    parent = work.parent
    if parent is not None:
        yield _BY_PARENT, "parent", parent
    for blocker in sorted(set(work.blockers())):
        yield _BY_NEIGHBOUR, "blocker", blocker
    for sibling in graph.children(parent) if parent is not None else ():
        if sibling.id != work.id:
            yield _BY_NEIGHBOUR, "sibling", sibling.id

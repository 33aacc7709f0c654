"""What is blocked and what is ready, by bd's own rule."""

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead


def open_blockers(graph: BeadGraph, bead: Bead) -> list[Bead]:
    """The unfinished beads that this one waits for, sorted by id; absent ones block nothing."""
    found = (graph.get(each) for each in sorted(set(bead.blockers())))
    return [blocker for blocker in found if blocker is not None and not blocker.is_finished]


def is_blocked(graph: BeadGraph, bead: Bead) -> bool:
    """Whether a bead, or an ancestor of it, waits for something unfinished."""
    if bead.is_finished:
        return False
    return any(open_blockers(graph, each) for each in (bead, *graph.ancestors(bead.id)))


def ready_work(graph: BeadGraph) -> list[Bead]:
    """Open work items that nothing blocks, by priority, then id."""
    open_work = [bead for bead in graph.of_kind("work") if bead.status == "open"]
    ready = [bead for bead in open_work if not bead.pinned and not is_blocked(graph, bead)]
    return sorted(ready, key=lambda bead: (bead.priority, bead.id))

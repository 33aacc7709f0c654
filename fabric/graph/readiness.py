"""What is blocked and what is ready, by bd's own rule."""

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.words import PARENT_CHILD


def open_blockers(graph: BeadGraph, bead: Bead) -> list[Bead]:
    """The unfinished beads that this one waits for, sorted by id; absent ones block nothing."""
    found = (graph.get(each) for each in sorted(set(bead.blockers())))
    return [blocker for blocker in found if blocker is not None and not blocker.is_finished]


def is_blocked(graph: BeadGraph, bead: Bead) -> bool:
    """Whether a bead waits for something unfinished, or its parent does.

    Finished beads are never blocked, so a finished parent hands nothing down.
    """
    near, seen = [bead], {bead.id}
    while near:
        waiting = [each for each in near if not each.is_finished]
        if any(open_blockers(graph, each) for each in waiting):
            return True
        ids = {parent for each in waiting for parent in each.targets(PARENT_CHILD)} - seen
        seen |= ids
        near = [graph.beads[each] for each in sorted(ids) if each in graph]
    return False


def ready_work(graph: BeadGraph) -> list[Bead]:
    """Open work items that nothing blocks, by priority, then id."""
    open_work = [bead for bead in graph.of_kind("work") if bead.status == "open"]
    ready = [bead for bead in open_work if not bead.pinned and not is_blocked(graph, bead)]
    return sorted(ready, key=lambda bead: (bead.priority, bead.id))

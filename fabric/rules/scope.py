"""Which work items the work rules look at."""

from typing import Literal

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.instants import parse_instant

WorkScope = Literal["active", "all"]


def work_in_scope(graph: BeadGraph, scope: WorkScope) -> frozenset[str]:
    """Ids of all work, or of what somebody is at and what closed since `work.adopted`."""
    work = graph.of_kind("work")
    if scope == "all":
        return frozenset(bead.id for bead in work)
    return frozenset(
        bead.id for bead in work if graph.is_active(bead) or is_closed_since_adoption(graph, bead)
    )


def is_closed_since_adoption(graph: BeadGraph, bead: Bead) -> bool:
    """Whether a bead closed since the day that the configuration names; without one, no."""
    adopted = parse_instant(graph.settings.work.adopted)
    closed = parse_instant(bead.closed_at) if bead.is_closed and adopted else None
    return adopted is not None and closed is not None and closed >= adopted

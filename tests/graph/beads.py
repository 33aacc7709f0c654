"""Small beads and graphs to ask questions of."""

from collections.abc import Mapping
from datetime import UTC, datetime

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.models.settings import DomainSettings, Settings

SETTINGS = Settings(
    domains=[
        DomainSettings(label="memory-arch"),
        DomainSettings(label="memory-ux"),
        DomainSettings(label="memory-workflow", always=True),
    ]
)
Edge = tuple[str, str]
"""A dependency type and a target."""


def day(number: int, month: int = 3) -> datetime:
    return datetime(2026, month, number, tzinfo=UTC)


def bead(bead_id: str, *edges: Edge, **fields: object) -> Bead:
    dependencies = tuple(Dependency(bead_id, target, kind) for kind, target in edges)
    plain: Mapping[str, object] = {"title": bead_id, "dependencies": dependencies, **fields}
    return Bead(bead_id, **plain)  # type: ignore[arg-type]  # each test names the fields it sets


def memory(bead_id: str, *edges: Edge, labels: tuple[str, ...] = (), **fields: object) -> Bead:
    """A canonical memory of the domain `memory-arch`, hard, unless said otherwise."""
    plain: Mapping[str, object] = {
        "issue_type": "decision",
        "status": "closed",
        "labels": labels or ("mem-canonical", "mem-hard", "memory", "memory-arch"),
        **fields,
    }
    return bead(bead_id, *edges, **plain)


def graph(*beads: Bead, settings: Settings = SETTINGS, complete: bool = True) -> BeadGraph:
    return BeadGraph(beads, settings, complete=complete)

"""Small graphs to select from: memories, work and who relates to whom, in one line each."""

from collections.abc import Iterable

from fabric.graph.applies import Applying, Bearing
from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.models.memory_text import write_description
from fabric.models.settings import DomainSettings, Settings
from fabric.selection.select import Selection, select

SETTINGS = Settings(
    domains=[DomainSettings(label="memory-arch"), DomainSettings(label="memory-ux")]
)
ARCH, UX = "memory-arch", "memory-ux"


def memory(
    bead_id: str,
    statement: str = "A statement",
    *,
    rule: str = "",
    rationale: str = "",
    domain: str = ARCH,
    strength: str = "soft",
    since: str = "2026-01-01",
    superseded_by: str = "",
) -> Bead:
    """A memory in force; its rule says the statement unless it is given."""
    metadata: dict[str, object] = {"effective_date": since}
    if superseded_by:
        metadata["superseded_by"] = superseded_by
    return Bead(
        bead_id,
        title=f"[MEMORY][{domain.removeprefix('memory-').upper()}][{strength.upper()}] {statement}",
        description=write_description({"Rule": rule or statement, "Rationale": rationale}),
        status="closed",
        issue_type="decision",
        closed_at="2026-01-01T00:00:00Z",
        labels=tuple(sorted(("memory", "mem-canonical", f"mem-{strength}", domain))),
        metadata=metadata,
    )


def work(
    bead_id: str = "mf-t1",
    title: str = "A task",
    description: str = "",
    *,
    relates: Iterable[str] = (),
    waits_for: Iterable[str] = (),
    parent: str = "",
) -> Bead:
    """A task and its edges."""
    edges = [Dependency(bead_id, each, "relates-to") for each in relates]
    edges += [Dependency(bead_id, each, "blocks") for each in waits_for]
    edges += [Dependency(bead_id, parent, "parent-child")] if parent else []
    return Bead(bead_id, title=title, description=description, dependencies=tuple(edges))


def choose(
    beads: Iterable[Bead], budget: int = 7, domains: tuple[str, ...] = (ARCH,), asked: str = "mf-t1"
) -> Selection:
    """What the task is given when every memory that nothing replaced applies to it."""
    graph = BeadGraph(beads, SETTINGS, complete=True)
    found = [
        Applying(memory, f"domain {memory.domain}")
        for memory in graph.memories.values()
        if not memory.superseded_by
    ]
    return select(graph, found, graph.beads[asked], Bearing(domains), budget)


def ids(selection: Selection) -> list[str]:
    """Ids of what is given, in order."""
    return [each.memory.id for each in selection.given]


def why(selection: Selection) -> dict[str, str]:
    """The reason for each that is given."""
    return {each.memory.id: each.reason for each in selection.given}

"""Anchors: the open epic that indexes each domain."""

from datetime import datetime

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.change_set import AddDependency, Operation, RemoveDependency
from fabric.models.dependency import Dependency
from fabric.models.domain import Domain
from fabric.models.memory import Memory
from fabric.models.words import ANCHOR, EPIC, RELATES, RELATION_TYPES
from fabric.ports import Store


def anchor_of(graph: BeadGraph, label: str) -> Bead | None:
    """The anchor of a domain: the configured one, else the first open one that carries its label."""
    domain = graph.domains.get(label)
    if domain is not None and domain.anchor:
        configured = graph.get(domain.anchor)
        if configured is not None and configured.has(label):
            return configured
    found = [bead for bead in graph.of_kind("anchor") if bead.has(label)]
    return next((bead for bead in found if not bead.is_closed), found[0] if found else None)


def free_anchor_id(store: Store, prefix: str, domain: Domain) -> str:
    """An id that says whose anchor it is; another number where something else has taken it."""
    name = f"{prefix}-anchor-{domain.short_name}"
    number = 1
    while store.bead(found := name if number == 1 else f"{name}-{number}") is not None:
        number += 1
    return found


def new_anchor(bead_id: str, domain: Domain) -> Bead:
    """An anchor as it is written: an open, pinned epic."""
    return Bead(
        id=bead_id,
        title=f"Memory Anchor - {domain.display_title}",
        description=(
            f"Index of the memories in force in the domain {domain.label}.\n"
            "Success Criteria: each memory in force in the domain relates to this anchor."
        ),
        issue_type=EPIC,
        priority=1,
        pinned=True,
        labels=tuple(sorted((ANCHOR, domain.label))),
    )


def memories_in_force(graph: BeadGraph, label: str, at: datetime) -> list[Memory]:
    """The memories in force in a domain, by id."""
    lineage = Lineage(graph)
    return [
        memory
        for memory in graph.memories.values()
        if memory.domain == label and lineage.is_in_force(memory, at)
    ]


def relate(graph: BeadGraph, one: str, other: str) -> list[Operation]:
    """Both rows of a relation, those that are missing; a pair linked otherwise is left alone."""
    return [
        AddDependency(Dependency(source, target, RELATES))
        for source, target in ((one, other), (other, one))
        if not _linked(graph, source, target)
    ]


def unrelate(graph: BeadGraph, one: str, other: str) -> list[Operation]:
    """Whatever rows of a relation are there, to take away; a deleted bead keeps its own."""
    found: list[Operation] = []
    for source, target in ((one, other), (other, one)):
        bead = graph.get(source)
        found.extend(
            RemoveDependency(source, target, edge.type)
            for edge in (bead.dependencies if bead and not bead.is_deleted else ())
            if edge.depends_on_id == target and edge.type in RELATION_TYPES
        )
    return found


def _linked(graph: BeadGraph, source: str, target: str) -> bool:
    bead = graph.get(source)
    return bead is not None and any(e.depends_on_id == target for e in bead.dependencies)

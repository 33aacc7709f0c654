"""Anchors by domain, and labels that look like a domain which nothing knows."""

from collections import defaultdict
from collections.abc import Mapping

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.words import RESERVED_LABELS

_PREFIX = "memory-"


def anchors_by_domain(graph: BeadGraph) -> Mapping[str, tuple[Bead, ...]]:
    """The anchors of each domain: the configured one first, then open ones, then by id."""
    found: dict[str, list[Bead]] = defaultdict(list)
    for anchor in graph.of_kind("anchor"):
        for label in graph.domains.of(anchor.labels):
            found[label].append(anchor)
    return {label: tuple(_ordered(graph, label, beads)) for label, beads in found.items()}


def _ordered(graph: BeadGraph, label: str, anchors: list[Bead]) -> list[Bead]:
    domain = graph.domains.get(label)
    configured = domain.anchor if domain else ""
    return sorted(anchors, key=lambda bead: (bead.id != configured, bead.is_finished, bead.id))


def unknown_domain_labels(graph: BeadGraph, bead: Bead) -> tuple[str, ...]:
    """Labels that look like a domain, and that neither the configuration nor an anchor knows."""
    return tuple(
        sorted(
            label
            for label in bead.labels
            if label.startswith(_PREFIX)
            and label not in RESERVED_LABELS
            and label not in graph.domains
        )
    )

"""A dependency points at a bead that is not there."""

from collections.abc import Iterator

from fabric.graph.bead_graph import BeadGraph
from fabric.models.dependency import Dependency
from fabric.models.finding import Finding
from fabric.models.words import SUPERSEDES
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="dangling-dependency",
    severity="warning",
    scope="everything",
    summary="A dependency points at a bead that is absent or was deleted.",
    help="Remove it with `bd dep remove`, or import what is missing.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Follow each dependency to its target; targets in other projects are theirs."""
    graph = asked.graph
    there = graph.beads.keys() - {bead.id for bead in graph.of_kind("deleted")}
    for target in sorted(graph.incoming.keys() - there):
        for edge in graph.incoming[target]:
            yield from _dangling(graph, edge)


def _dangling(graph: BeadGraph, edge: Dependency) -> Iterator[Finding]:
    source, target = edge.pair
    if edge.is_external or not graph.is_absent(target):
        return
    if edge.type == SUPERSEDES and source in graph.memories:
        return  # succession-dangling tells
    why = "was deleted" if target in graph else "is not there"
    yield RULE.finding(
        source,
        f"Its {edge.type} dependency points at {target}, which {why}.",
        missing=f"{edge.type} {target}",
    )

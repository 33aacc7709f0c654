"""A dependency points at a bead that is not there."""

from collections.abc import Iterator

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
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
    deleted = {bead.id for bead in graph.of_kind("deleted")}
    there = graph.beads.keys() - deleted if deleted else graph.beads.keys()
    for bead in graph.beads.values():
        for edge in bead.dependencies:
            if edge.depends_on_id not in there and bead.id not in deleted:
                yield from _dangling(graph, bead, edge)


def _dangling(graph: BeadGraph, bead: Bead, edge: Dependency) -> Iterator[Finding]:
    target = edge.depends_on_id
    if edge.is_external or not graph.is_absent(target):
        return
    if edge.type == SUPERSEDES and bead.id in graph.memories:
        return  # succession-dangling tells
    why = "was deleted" if target in graph else "is not there"
    yield RULE.finding(
        bead.id,
        f"Its {edge.type} dependency points at {target}, which {why}.",
        missing=f"{edge.type} {target}",
    )

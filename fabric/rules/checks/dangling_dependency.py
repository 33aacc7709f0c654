"""A dependency points at a bead that is not there."""

from collections.abc import Iterator

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
    beads = graph.beads
    for bead in beads.values():
        if not bead.dependencies or bead.is_deleted:
            continue
        for edge in bead.dependencies:
            target = beads.get(edge.depends_on_id)
            if target is not None and not target.is_deleted:
                continue
            if edge.is_external or not graph.is_absent(edge.depends_on_id):
                continue
            if edge.type == SUPERSEDES and bead.id in graph.memories:
                continue  # succession-dangling tells
            why = "is not there" if target is None else "was deleted"
            yield RULE.finding(
                bead.id,
                f"Its {edge.type} dependency points at {edge.depends_on_id}, which {why}.",
                missing=f"{edge.type} {edge.depends_on_id}",
            )

"""A relation of a memory, an anchor or a contract is stored on one side only."""

from collections.abc import Iterator

from fabric.graph.bead_graph import BeadGraph, Kind
from fabric.models.change_set import AddDependency
from fabric.models.dependency import Dependency
from fabric.models.finding import Finding
from fabric.models.words import RELATES
from fabric.rules.asked import Asked
from fabric.rules.fixes import fix_of, is_linked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="relation-one-way",
    severity="warning",
    scope="everything",
    summary="A `relates-to` of a memory, anchor or contract lacks its other row.",
    help="`fabric lint --fix` or `bd dep relate` writes the other row.",
)

_OURS: tuple[Kind, ...] = ("memory", "anchor", "contract")


def check(asked: Asked) -> Iterator[Finding]:
    """Ask each `relates-to` from or to one of ours for the row in the other direction."""
    for edge in _edges(asked.graph):
        target = asked.graph.get(edge.depends_on_id)
        if target is None or target.is_deleted or is_linked(target, edge.issue_id):
            continue
        back = Dependency(target.id, edge.issue_id, RELATES)
        yield RULE.finding(
            edge.issue_id,
            f"It relates to {target.id}, and {target.id} does not relate back, as `bd dep relate` "
            "would have written it.",
            missing=f"the row of {target.id}",
            fix=fix_of(asked.graph, AddDependency(back), read=(edge.issue_id,)),
        )


def _edges(graph: BeadGraph) -> Iterator[Dependency]:
    """The relations that start or end at one of ours, each once."""
    for kind in _OURS:
        for bead in graph.of_kind(kind):
            yield from (edge for edge in bead.dependencies if edge.type == RELATES)
            for edge in graph.incoming.get(bead.id, ()):
                if edge.type == RELATES and graph.kind(edge.issue_id) in {"work", "other"}:
                    yield edge

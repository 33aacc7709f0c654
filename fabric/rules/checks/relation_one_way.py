"""A relation of a memory, an anchor or a contract is stored on one side only."""

from collections.abc import Iterator

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.kinds import Kind
from fabric.models.bead import Bead
from fabric.models.change_set import AddDependency
from fabric.models.dependency import Dependency
from fabric.models.finding import Finding
from fabric.models.words import RELATES
from fabric.rules.asked import Asked
from fabric.rules.fixes import fix_of
from fabric.rules.rule import Rule

RULE = Rule(
    slug="relation-one-way",
    severity="warning",
    scope="everything",
    summary="A `relates-to` of a memory, anchor or contract lacks its other row.",
    help="`fabric lint --fix` or `bd dep relate` writes the other row.",
)

_OURS: tuple[Kind, ...] = ("memory", "anchor", "contract")
_OTHERS = frozenset({"work", "other"})


def check(asked: Asked) -> Iterator[Finding]:
    """Ask each `relates-to` from or to one of ours for the row in the other direction."""
    for kind in _OURS:
        for bead in asked.graph.of_kind(kind):
            for edge in _half_relations(asked.graph, bead):
                yield _finding(asked, edge)


def _half_relations(graph: BeadGraph, bead: Bead) -> Iterator[Dependency]:
    """Relations that one of ours starts or ends without any edge in the other direction.

    An edge of another type counts: bd keeps one edge a pair, so no second row could stand there.
    The row of a closed item or contract is enough: the other one goes in time (`start`).
    """
    incoming = graph.incoming.get(bead.id, ())
    pointing = {edge.issue_id for edge in incoming}
    for edge in bead.dependencies:
        target = graph.get(edge.depends_on_id)
        is_there = target is not None and not target.is_deleted
        is_half = edge.type == RELATES and is_there and edge.depends_on_id not in pointing
        if is_half and not _is_enough(graph, bead, edge):
            yield edge
    pointed_at = {edge.depends_on_id for edge in bead.dependencies}
    for edge in incoming:
        is_others = edge.type == RELATES and graph.kind(edge.issue_id) in _OTHERS
        is_half = is_others and edge.issue_id not in pointed_at
        if is_half and not _is_enough(graph, graph.beads[edge.issue_id], edge):
            yield edge


def _is_enough(graph: BeadGraph, source: Bead, edge: Dependency) -> bool:
    """Whether one row tells the whole relation: that of what is closed, to a memory."""
    is_over = source.is_closed and graph.kind(source.id) in {*_OTHERS, "contract"}
    return is_over and graph.kind(edge.depends_on_id) == "memory"


def _finding(asked: Asked, edge: Dependency) -> Finding:
    source, target = edge.pair
    return RULE.finding(
        source,
        f"It relates to {target}, and {target} does not relate back, as `bd dep relate` would have "
        "written it.",
        missing=f"the row of {target}",
        fix=fix_of(asked, AddDependency(Dependency(target, source, RELATES)), read=(source,)),
    )

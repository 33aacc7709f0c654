"""Memories replace one another in a circle, so that none is in force."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="succession-cycle",
    severity="error",
    scope="everything",
    summary="A line of succession closes into a circle.",
    help="Remove one edge of the circle (`bd dep remove`) and its metadata.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Walk each line of succession once; a circle is told on its first bead by id."""
    walked: set[str] = set()
    for start in asked.graph.memories:
        for circle in _circles(asked, start, walked):
            first = circle.index(min(circle))
            ring = [*circle[first:], *circle[:first]]
            yield RULE.finding(
                ring[0],
                f"It replaces itself: {' → '.join([*ring, ring[0]])}; none of them is in force.",
                missing=" ".join(sorted(ring)),
            )


def _circles(asked: Asked, start: str, walked: set[str]) -> Iterator[list[str]]:
    """The circles that a walk from one bead meets first; `walked` holds what was seen before."""
    path: list[str] = []
    todo: list[tuple[str, int]] = [(start, 0)]
    while todo:
        bead_id, depth = todo.pop()
        del path[depth:]
        if bead_id in path:
            yield path[path.index(bead_id) :]
            continue
        if bead_id in walked:
            continue
        walked.add(bead_id)
        path.append(bead_id)
        todo += [(step.new, depth + 1) for step in asked.lineage.successors(bead_id)]

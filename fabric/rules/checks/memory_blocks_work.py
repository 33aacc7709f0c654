"""Something waits for a memory: a memory never blocks anything."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.words import BLOCKING_TYPES
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import entitled

RULE = Rule(
    slug="memory-blocks-work",
    severity="error",
    scope="everything",
    summary="A bead depends on a memory.",
    help="Replace the edge by a relation (`bd dep remove`, `bd dep relate`); a contract blocks.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Look for blocking edges that point at memories."""
    for memory_id in asked.graph.memories:
        for bead in asked.graph.pointing_at(memory_id, BLOCKING_TYPES):
            yield RULE.finding(
                memory_id,
                f"{entitled(bead)} waits for this memory; it will block the item when anybody "
                "reopens it.",
                missing=f"no edge from {bead.id}",
            )

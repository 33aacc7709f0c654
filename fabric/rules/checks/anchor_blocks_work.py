"""Something waits for an anchor, which stays open for ever."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.words import BLOCKING_TYPES
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import entitled

RULE = Rule(
    slug="anchor-blocks-work",
    severity="warning",
    scope="everything",
    summary="A bead depends on an anchor.",
    help="Replace the edge by a relation (`bd dep remove`, `bd dep relate`).",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Look for blocking edges that point at anchors."""
    for anchor in asked.graph.of_kind("anchor"):
        for bead in asked.graph.pointing_at(anchor.id, BLOCKING_TYPES):
            yield RULE.finding(
                anchor.id,
                f"{entitled(bead)} waits for this anchor, which never closes.",
                missing=f"no edge from {bead.id}",
            )

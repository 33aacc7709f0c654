"""A canonical memory is not indexed by the anchor of its domain."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.anchors import anchors_by_domain
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-not-anchored",
    severity="warning",
    scope="everything",
    summary="A canonical memory does not relate to the anchor of its domain.",
    help="`fabric index ID` relates it.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask canonical memories for a relation to an anchor, in either direction."""
    anchors = anchors_by_domain(asked.graph)
    for memory in asked.canonical:
        own = anchors.get(memory.domain, ())
        if own and not asked.graph.related(memory.id) & {anchor.id for anchor in own}:
            yield RULE.finding(
                memory.id,
                f"It does not relate to {own[0].id}, the anchor of {memory.domain}.",
                missing=f"a relation to the anchor of {memory.domain}",
            )

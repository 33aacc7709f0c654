"""Two open anchors index the same domain."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.anchors import anchors_by_domain
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="anchor-duplicate",
    severity="error",
    scope="everything",
    summary="A domain has more than one open anchor.",
    help="Relate its memories to the other anchor (`fabric index ID`), then close this one.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Count the open anchors of each domain; the configured one, or the first by id, may stay."""
    for label, anchors in sorted(anchors_by_domain(asked.graph).items()):
        still_open = [anchor for anchor in anchors if not anchor.is_closed]
        for extra in still_open[1:]:
            yield RULE.finding(
                extra.id,
                f"{label} has an open anchor already: {still_open[0].id}.",
                missing=f"one anchor of {label}",
            )

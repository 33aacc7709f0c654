"""Active work declares no domain, so that no memory can reach it."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import listed

RULE = Rule(
    slug="work-without-domain",
    severity="note",
    scope="work",
    summary="Active work declares no domain.",
    help="Start it with `--domain NAME`, or give it the label of its domain.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask active items for a domain of their own or of an ancestor, where there are domains."""
    known = [domain.short_name for domain in asked.graph.domains]
    if not known:
        return
    for work in asked.active:
        if not asked.bearing(work).domains:
            yield RULE.finding(
                work.id,
                f"Neither it nor an ancestor declares a domain (known: {listed(known)}), so the "
                "memories of no domain are given to it.",
                missing="a domain",
            )

"""Memories of a domain that no anchor indexes."""

from collections import defaultdict
from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.anchors import anchors_by_domain, unknown_domain_labels
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import listed

RULE = Rule(
    slug="anchor-missing",
    severity="error",
    scope="everything",
    summary="Memories carry a domain that has no anchor.",
    help="`fabric anchor create NAME` makes it; `fabric index ID` relates the memories.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask each domain that a standing memory carries for an anchor, of whatever status."""
    anchors = anchors_by_domain(asked.graph)
    carried: dict[str, list[str]] = defaultdict(list)
    for memory in asked.standing:
        for label in asked.graph.domains.of(memory.bead.labels):
            if label not in anchors:
                carried[label].append(memory.id)
        if not memory.domain:
            for label in unknown_domain_labels(asked.graph, memory.bead):
                carried[label].append(memory.id)
    for label, ids in sorted(carried.items()):
        known = "" if label in asked.graph.domains else ", and the configuration does not know it"
        yield RULE.finding(
            label,
            f"No anchor carries {label}{known}; memories there: {listed(ids)}.",
            missing="an anchor",
        )

"""The anchor of a domain in use is closed."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.anchors import anchors_by_domain
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="anchor-closed",
    severity="warning",
    scope="everything",
    summary="A domain's only anchor is closed, and memories there are canonical.",
    help="Open it again (`bd reopen ID`); memories relate to it, they are not its children.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask domains with canonical memories for an anchor that is open."""
    used = {memory.domain for memory in asked.canonical}
    for label, anchors in sorted(anchors_by_domain(asked.graph).items()):
        if label in used and all(anchor.is_closed for anchor in anchors):
            yield RULE.finding(
                anchors[0].id,
                f"The anchor of {label} is closed; bd's housekeeping will take it, and with it "
                "the index.",
                missing="open",
            )

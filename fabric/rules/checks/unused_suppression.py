"""A suppression hides nothing: what it was for is mended, or it never counted."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="unused-suppression",
    severity="warning",
    scope="everything",
    summary="A suppression hides nothing, is over, or may not stand where it stands.",
    help="Remove it; where its end has come, mend the finding or set a new end with a reason.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Tell the suppressions that the run found idle."""
    for each in asked.unused:
        place = f"on {each.bead_id}" if each.bead_id else "in the configuration"
        yield RULE.finding(
            each.bead_id,
            f"The suppression of {each.slug} {place} is idle: {each.reason}.",
            missing=each.slug,
        )

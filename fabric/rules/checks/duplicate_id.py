"""Two records of an export have the same id."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.frozen import replace
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="duplicate-id",
    severity="error",
    scope="everything",
    summary="An id stands on more than one line.",
    help="Keep the line that is right; a merge that kept both sides leaves such pairs.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Tell each record that was left out because another one has its id."""
    for bad in asked.unreadable:
        if bad.bead_id:
            found = RULE.finding(bad.bead_id, bad.problem, missing="one record")
            yield replace(found, line=bad.line)

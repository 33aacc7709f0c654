"""Two records of an export have the same id."""

from collections.abc import Iterator
from dataclasses import replace

from fabric.models.finding import Finding
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
    """Tell each id that the store holds more than once."""
    for bead_id, lines in sorted(asked.repeated.items()):
        places = ", ".join(str(line) for line in lines)
        found = RULE.finding(
            bead_id,
            f"It stands on lines {places}; only one of them is read.",
            missing="one record",
        )
        yield replace(found, line=lines[-1])

"""A memory binds, and no journal knows that a reviewer ratified its words."""

from collections.abc import Iterator

from fabric.graph.applies import is_reviewed
from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="unreviewed-memory",
    severity="warning",
    scope="everything",
    needs="journal",
    summary="A canonical memory's words were ratified by no reviewer that the journal knows.",
    help="A reviewer reads it and runs `fabric adopt ID`.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask the journal for the ratification of each canonical memory, word for word."""
    if asked.journal is None:
        return
    for memory in asked.canonical:
        if not is_reviewed(memory, asked.journal.reviews):
            known = memory.id in asked.journal.reviews
            said = "only a ratification of other words" if known else "no reviewer's ratification"
            yield RULE.finding(
                memory.id, f"It binds, and the journal holds {said}.", missing="a review"
            )

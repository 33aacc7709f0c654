"""A `supersedes` edge is written backwards, or nobody can tell its direction."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="succession-reversed",
    severity="warning",
    scope="everything",
    summary="A `supersedes` edge between memories points from the new one to the old one.",
    help="Remove the edge (`bd dep remove`) and run `fabric supersede OLD --with NEW`.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask the edges between memories for bd's direction: from what was replaced."""
    memories = asked.graph.memories
    for step in asked.lineage.successions:
        if step.reading == "reversed-edge" and step.old in memories and step.new in memories:
            yield RULE.finding(
                step.new,
                f"Its edge reads as replaced by {step.old}, which is older: bd stores the edge on "
                "the replaced one. It is read the other way round here; bd shows it wrong.",
                missing=f"the edge of {step.old} on {step.new}",
            )
    for pair in asked.lineage.unclear:
        if pair.one in memories or pair.other in memories:
            yield RULE.finding(
                pair.one,
                f"Whether {pair.one} replaced {pair.other} or the reverse cannot be told: "
                f"{pair.reason}. Both are taken as in force.",
                missing=f"a direction towards {pair.other}",
            )

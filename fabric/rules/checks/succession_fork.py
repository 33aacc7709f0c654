"""A memory has two successors."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import listed

RULE = Rule(
    slug="succession-fork",
    severity="error",
    scope="everything",
    summary="A memory was replaced by more than one memory.",
    help="Keep one successor: remove the other edge (`bd dep remove`) and its metadata.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Count the successors of each memory that are there."""
    for memory_id in asked.graph.memories:
        steps = asked.lineage.successors(memory_id)
        found = [step.new for step in steps if not asked.graph.is_absent(step.new)]
        if len(found) > 1:
            yield RULE.finding(
                memory_id,
                f"It has {len(found)} successors: {listed(found)}; readers follow {found[0]}.",
                missing=f"one successor of {', '.join(found)}",
            )

"""Active work carries more memories than anybody reads."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-budget",
    severity="warning",
    scope="work",
    summary="Active work relates to more memories in force than the budget allows.",
    help="Split the item, retire rules that nobody needs, or raise `budget.memories`.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Count the memories in force that each active item relates to."""
    budget = asked.settings.budget.memories
    for work in asked.active:
        related = [m for m in asked.related_memories(work) if asked.states[m.id] == "canonical"]
        if len(related) > budget:
            hard = sum(memory.is_hard for memory in related)
            yield RULE.finding(
                work.id,
                f"It relates to {len(related)} memories in force, {hard} of them hard; the budget "
                f"is {budget}.",
                missing="room in the budget",
            )

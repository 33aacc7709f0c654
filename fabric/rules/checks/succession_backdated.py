"""A successor claims to have held before what it replaced."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="succession-backdated",
    severity="warning",
    scope="everything",
    summary="The dates of a succession contradict its order.",
    help="Look at both with `fabric history ID`; a successor with the right date mends it.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Compare the dates of both ends of each succession, and of each memory's own end."""
    memories = asked.graph.memories
    for step in asked.lineage.successions:
        old, new = memories.get(step.old), memories.get(step.new)
        if old is not None and new is not None and _precedes(new, old):
            yield RULE.finding(
                new.id,
                f"It holds since {_day(new)}, before {old.id}, which it replaced and which holds "
                f"since {_day(old)}.",
                missing=f"a date after that of {old.id}",
            )
    for memory in memories.values():
        begin, end = memory.effective_from, memory.effective_until
        if begin is not None and end is not None and end < begin:
            yield RULE.finding(
                memory.id,
                f"It ended on {end:%Y-%m-%d}, before it began on {begin:%Y-%m-%d}.",
                missing="an end after its beginning",
            )


def _precedes(new: Memory, old: Memory) -> bool:
    one, other = new.effective_from, old.effective_from
    return one is not None and other is not None and one.date() < other.date()


def _day(memory: Memory) -> str:
    return f"{memory.effective_from:%Y-%m-%d}"

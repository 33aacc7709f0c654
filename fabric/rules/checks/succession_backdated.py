"""A successor claims to have held before what it replaced."""

from collections.abc import Iterator

from fabric.graph.lineage import Succession
from fabric.models.finding import Finding
from fabric.models.instants import parse_instant
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
        if old is None or new is None or not _precedes(new, old):
            continue
        if not (_never_held(old) or _stood_already(new, old, step)):
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


def _never_held(old: Memory) -> bool:
    """Whether what was replaced ended before it began to hold: then no day has two answers."""
    begin, end = old.effective_from, old.effective_until
    return begin is not None and end is not None and end <= begin


def _stood_already(new: Memory, old: Memory, step: Succession) -> bool:
    """Whether the successor bound before in its own right: it may be older than what it replaced."""
    begun, other = new.recorded_from, old.recorded_from
    if begun is not None and other is not None and begun < other:
        return True
    ratified = parse_instant(new.fabric.get("ratified_at"))
    succeeded = old.recorded_until or parse_instant(step.at)
    return ratified is not None and succeeded is not None and ratified < succeeded


def _day(memory: Memory) -> str:
    return f"{memory.effective_from:%Y-%m-%d}"

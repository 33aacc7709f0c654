"""A hard memory says how anybody can check it."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.models.memory_text import Acceptance, is_check, read_acceptance
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-acceptance",
    severity="error",
    scope="everything",
    summary="A hard memory has no check (`Given …, when …, then …`) or no verification command.",
    help='Propose a successor: `fabric propose --replaces ID --check "Given …" --verify COMMAND`.',
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask hard memories for a check and a verification; of drafts and soft ones it is a note."""
    for memory in asked.standing:
        is_binding = memory.is_hard and asked.states[memory.id] == "canonical"
        for problem, missing in _problems(memory):
            yield RULE.finding(
                memory.id, problem, missing=missing, severity="error" if is_binding else "note"
            )


def _problems(memory: Memory) -> Iterator[tuple[str, str]]:
    found = _acceptance(memory)
    if memory.is_hard and not found.checks:
        yield "It is hard, and no check says `Given …, when …, then …`.", "a check"
    if memory.is_hard and not found.commands:
        yield "It is hard, and names no verification command (or `manual:` step).", "a verification"
    for text in found.checks:
        if not is_check(text):
            said = f"The check {text!r} lacks its `when` or its `then`."
            yield said, f"the form of the check {text[:40]!r}"


def _acceptance(memory: Memory) -> Acceptance:
    """From the field made for it; what it lacks also from the description."""
    own = memory.acceptance
    if own.checks and own.commands:
        return own
    described = read_acceptance(memory.bead.description)
    return Acceptance(own.checks or described.checks, own.commands or described.commands)

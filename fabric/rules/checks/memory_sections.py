"""A memory says what it binds, what not, the rule, why, and what goes wrong without it."""

from collections.abc import Iterator

from fabric.models.finding import Finding, Severity
from fabric.models.memory import Memory
from fabric.models.memory_text import SECTIONS, TEXT_BYTES, text_bytes
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-sections",
    severity="error",
    scope="everything",
    summary="A memory lacks a section of its description.",
    help="Propose a successor with all sections: `fabric propose --replaces ID`.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask drafts and canonical memories for the five sections; an empty one is a note."""
    for memory in asked.standing:
        is_draft = asked.states[memory.id] == "draft"
        for name in SECTIONS:
            if memory.sections.get(name):
                continue
            is_absent = name not in memory.sections or name == "Rule"
            severity: Severity = "error" if is_absent and not is_draft else "note"
            says = "is missing" if name not in memory.sections else "says nothing"
            yield RULE.finding(
                memory.id,
                f"The section `{name}:` of its description {says}.",
                missing=name,
                severity=severity,
            )
        yield from _size(memory)


def _size(memory: Memory) -> Iterator[Finding]:
    bead = memory.bead
    size = text_bytes(bead.description, bead.acceptance_criteria, bead.notes)
    if size > TEXT_BYTES:
        yield RULE.finding(
            memory.id,
            f"Its texts take {size} bytes; at most {TEXT_BYTES} fit.",
            missing="room",
        )

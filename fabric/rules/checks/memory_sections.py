"""A memory says what it binds, what not, the rule, why, and what goes wrong without it."""

from collections.abc import Iterator

from fabric.models.finding import Finding, Severity
from fabric.models.memory import Memory
from fabric.models.memory_text import SECTIONS, TEXT_BYTES, text_bytes
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import listed

RULE = Rule(
    slug="memory-sections",
    severity="error",
    scope="everything",
    summary="A memory lacks a section of its description.",
    help=(
        "Propose a successor with all sections: `fabric propose --replaces ID`; "
        "a draft is withdrawn by `fabric retire ID` and proposed again."
    ),
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask drafts and canonical memories for the five sections; an empty one is a note."""
    for memory in asked.standing:
        is_draft = asked.states[memory.id] == "draft"
        empty: list[str] = []
        for name in SECTIONS:
            if memory.sections.get(name):
                continue
            if name in memory.sections and name != "Rule":
                empty.append(name)
                continue
            severity: Severity = "note" if is_draft else "error"
            says = "says nothing" if name in memory.sections else "is missing"
            yield RULE.finding(
                memory.id,
                f"The section `{name}:` of its description {says}.",
                missing=name,
                severity=severity,
            )
        if empty:
            yield _empty(memory, empty)
        yield from _size(memory)


def _empty(memory: Memory, names: list[str]) -> Finding:
    """One note for all that says nothing: there is one successor that mends them."""
    shown = listed(f"`{name}:`" for name in names)
    return RULE.finding(
        memory.id,
        f"Sections of its description say nothing: {shown}.",
        missing=", ".join(names),
        severity="note",
    )


def _size(memory: Memory) -> Iterator[Finding]:
    bead = memory.bead
    size = text_bytes(bead.description, bead.acceptance_criteria, bead.notes)
    if size > TEXT_BYTES:
        yield RULE.finding(
            memory.id,
            f"Its texts take {size} bytes; at most {TEXT_BYTES} fit.",
            missing="room",
        )

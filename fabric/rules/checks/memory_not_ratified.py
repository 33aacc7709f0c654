"""A memory is neither an open draft nor closed as canonical."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.models.words import DRAFT
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-not-ratified",
    severity="error",
    scope="everything",
    summary="A memory is reopened, closed over its draft label, or open without one.",
    help="A reviewer runs `fabric ratify` on it, or `fabric reject`; until then it binds nobody.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask each memory that is not ended for one of two states: open draft, or closed without it."""
    for memory in asked.standing:
        problem = _problem(memory)
        if problem:
            yield RULE.finding(
                memory.id,
                f"This memory is not ratified and binds nobody: {problem}.",
                missing="a ratification",
            )


def _problem(memory: Memory) -> str:
    bead = memory.bead
    if bead.is_closed:
        return "it was closed while it carries the label `draft`" if bead.has(DRAFT) else ""
    if not bead.has(DRAFT):
        return f"its status is `{bead.status}`, and it does not carry the label `draft`"
    return "" if bead.status == "open" else f"it is a draft, and its status is `{bead.status}`"

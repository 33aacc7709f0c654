"""A memory names what supports it, and that is still there."""

import re
from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-evidence",
    severity="note",
    scope="everything",
    summary="A canonical memory names no evidence, or evidence that is gone.",
    help="Name bead ids or links with `fabric propose --replaces ID --evidence …`.",
)

_PROVENANCE = re.compile(r"\b(?:provenance|evidence)\b", re.IGNORECASE)
_BEAD_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_.]+)+")


def check(asked: Asked) -> Iterator[Finding]:
    """Ask canonical memories for evidence, and follow what names a bead."""
    for memory in asked.canonical:
        if not memory.evidence and not _PROVENANCE.search(memory.bead.notes):
            yield RULE.finding(memory.id, "It names nothing that supports it.", missing="evidence")
        yield from _gone(asked, memory)


def _gone(asked: Asked, memory: Memory) -> Iterator[Finding]:
    for each in memory.evidence:
        if _BEAD_ID.fullmatch(each) and asked.graph.is_absent(each):
            yield RULE.finding(
                memory.id, f"Its evidence {each} is not there any more.", missing=each
            )

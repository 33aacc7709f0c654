"""Nothing on active work says that its memories were read."""

import re
from collections.abc import Iterable, Iterator

from fabric.models.bead import Bead
from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.models.words import RECEIPT_KEY
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import listed_memories

RULE = Rule(
    slug="missing-acknowledgement",
    severity="warning",
    scope="work",
    summary="Active work has no receipt, comment or note about the memories that bind it.",
    help="Run `fabric start` on it: that leaves a receipt and a comment.",
)

_SPEAKS_OF_IT = re.compile(r"\bmemor(?:y|ies)\b|acknowledg", re.IGNORECASE)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask active items that memories bind for a receipt, or words of their own about them."""
    for work in asked.active:
        if RECEIPT_KEY in work.metadata:
            continue
        binding = asked.applying(work)
        if not binding or _acknowledges(work, binding):
            continue
        yield RULE.finding(
            work.id,
            f"Nothing says that {listed_memories(binding)} were read before the work began.",
            missing="an acknowledgement",
        )


def _acknowledges(work: Bead, binding: Iterable[Memory]) -> bool:
    texts = [work.notes, *(comment.text for comment in work.comments)]
    said = "\n".join(text for text in texts if text)
    return bool(said) and (
        _SPEAKS_OF_IT.search(said) is not None or any(memory.id in said for memory in binding)
    )

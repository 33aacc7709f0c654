"""The words of a canonical memory are not those that were ratified."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-edited",
    severity="error",
    scope="everything",
    summary="A canonical memory's words changed after they were ratified.",
    help="`fabric repair ID` restores them; a change of the rule is a successor "
    "(`fabric propose --replaces ID`).",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Compare canonical memories with the digest that was pinned, and with the journal's."""
    for memory in asked.canonical:
        where = _changed_against(asked, memory)
        if where:
            yield RULE.finding(
                memory.id,
                f"Its title, text, checks, domain, strength, date or scope differ from {where}.",
                missing="the ratified words",
            )


def _changed_against(asked: Asked, memory: Memory) -> str:
    pinned = memory.pinned_digest
    reviewed = asked.journal.reviews.get(memory.id, "") if asked.journal else ""
    if not pinned and not reviewed:
        return ""
    now = memory.digest
    if reviewed and reviewed != now:
        return "what the journal holds as ratified"
    return "the digest that was pinned when it was ratified" if pinned and pinned != now else ""

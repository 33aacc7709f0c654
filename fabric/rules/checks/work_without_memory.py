"""Active work that memories bind is related to none of them."""

from collections.abc import Iterator

from fabric.models.bead import Bead
from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.rules.asked import Asked
from fabric.rules.late import began_after, late_severity
from fabric.rules.rule import Rule
from fabric.rules.words import listed, listed_memories

RULE = Rule(
    slug="work-without-memory",
    severity="error",
    scope="work",
    summary="Active work is related to no memory of its domain.",
    help="Run `fabric start` on it: that relates what binds it and leaves a receipt.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask each active item that memories bind for a relation, or a receipt that says none apply."""
    for work in asked.active:
        binding = asked.applying(work)
        if not binding or _is_related(asked, work) or _is_told_none(asked, work, binding):
            continue
        domains = listed(asked.bearing(work).domains) or "every domain"
        yield RULE.finding(
            work.id,
            f"It relates to no memory in force of {domains}, and {len(binding)} apply: "
            f"{listed_memories(binding)}.",
            missing="a relation to a memory in force",
            severity=late_severity(asked, binding, asked.receipt(work)),
        )


def _is_related(asked: Asked, work: Bead) -> bool:
    """Whether it relates to a memory of its domains; an earlier one of a line counts as the last."""
    domains = asked.domains_of(work)
    return any(
        asked.states.get(head) == "canonical" and asked.graph.memories[head].domain in domains
        for head in (asked.lineage.head(memory.id) for memory in asked.related_memories(work))
    )


def _is_told_none(asked: Asked, work: Bead, binding: tuple[Memory, ...]) -> bool:
    """Whether a receipt that is still current says that none apply."""
    receipt = asked.receipt(work)
    if receipt is None or receipt.memories:
        return False
    if not set(asked.bearing(work).domains) <= set(receipt.domains):
        return False
    return not any(began_after(memory, receipt) for memory in binding)

"""A memory is no decision, or work carries the labels of a memory."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.words import DECISION, MEMORY_LABELS, STRENGTH_LABELS
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-type",
    severity="warning",
    scope="everything",
    summary="A memory has another type than decision, or open work inherited a memory's labels.",
    help="`bd update ID --type decision` for a memory; take the labels off work "
    "(`bd create --no-inherit-labels` keeps them away).",
)

_MEMORY_LABELS = frozenset(MEMORY_LABELS)
_STRENGTH_LABELS = frozenset(STRENGTH_LABELS)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask memories for their type, and unfinished work for labels that a memory carries."""
    for memory in asked.standing:
        if memory.bead.issue_type != DECISION:
            yield RULE.finding(
                memory.id,
                f"It is a memory by its labels, and its type is `{memory.bead.issue_type}`.",
                missing="type decision",
            )
    for work in asked.graph.of_kind("work"):
        if _STRENGTH_LABELS.isdisjoint(work.labels):
            continue
        carried = sorted(_MEMORY_LABELS.intersection(work.labels))
        strengths = sorted(_STRENGTH_LABELS.intersection(work.labels))
        if carried:
            labels = ", ".join(f"`{label}`" for label in [*carried, *strengths])
            yield RULE.finding(
                work.id,
                f"It is work ({work.issue_type}, {work.status}) and carries {labels}; a child "
                "inherits the labels of its parent.",
                missing="labels of its own",
            )

"""A memory carries one domain, one strength, and the labels of one state."""

from collections.abc import Iterator

from fabric.models.change_set import RemoveLabel
from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.models.words import (
    CANONICAL,
    DRAFT,
    ENDED_LABELS,
    MEMORY,
    REJECTED,
    RETIRED,
    STRENGTH_LABELS,
)
from fabric.rules.anchors import unknown_domain_labels
from fabric.rules.asked import Asked
from fabric.rules.fixes import fix_of
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-labels",
    severity="error",
    scope="everything",
    summary="A memory's labels are incomplete or contradict one another.",
    help="Give it one domain, one strength and the labels of one state (`bd label add|remove`).",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask standing memories for domain and strength, ended ones for the swapped label."""
    for memory in asked.standing:
        for problem, missing in (*_domain(asked, memory), *_strength(memory)):
            yield RULE.finding(memory.id, problem, missing=missing)
        if memory.bead.has(DRAFT) and memory.bead.has(CANONICAL):
            said = f"It carries both `{DRAFT}` and `{CANONICAL}`."
            yield RULE.finding(memory.id, said, missing="one state")
    for memory in asked.graph.memories.values():
        yield from _ended(asked, memory)


def _domain(asked: Asked, memory: Memory) -> Iterator[tuple[str, str]]:
    known = asked.graph.domains.of(memory.bead.labels)
    if len(known) > 1:
        yield f"It carries several domains: {', '.join(known)}.", "one domain"
    elif not known and not unknown_domain_labels(asked.graph, memory.bead):
        yield "It carries no label of a domain.", "a domain"  # an unknown one: anchor-missing


def _strength(memory: Memory) -> Iterator[tuple[str, str]]:
    carried = [label for label in STRENGTH_LABELS if memory.bead.has(label)]
    if not carried:
        yield "It carries neither `mem-hard` nor `mem-soft`.", "a strength"
    elif len(carried) > 1:
        yield "It carries both `mem-hard` and `mem-soft`.", "one strength"


def _ended(asked: Asked, memory: Memory) -> Iterator[Finding]:
    bead = memory.bead
    ended = [label for label in ENDED_LABELS if bead.has(label)]
    if len(ended) > 1:
        said = f"It ended in several ways: {', '.join(ended)}."
        yield RULE.finding(memory.id, said, missing="one state")
    if bead.has(MEMORY) and (bead.has(RETIRED) or bead.has(REJECTED)):
        yield RULE.finding(
            memory.id,
            f"It carries `{MEMORY}` beside `{ended[0]}`, so that bd's own query counts it as in "
            "force.",
            missing=f"{ended[0]} in place of {MEMORY}",
            fix=fix_of(asked, RemoveLabel(memory.id, MEMORY)),
        )

"""Unfinished work still relates to a memory that has ended."""

from collections.abc import Iterator

from fabric.models.bead import Bead
from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.rules.asked import Asked
from fabric.rules.fixes import fix_of, relate, unrelate
from fabric.rules.rule import Rule
from fabric.rules.words import named

RULE = Rule(
    slug="stale-relation",
    severity="error",
    scope="work",
    summary="Unfinished work relates to a memory that was superseded, retired or rejected.",
    help="Run `fabric start` on the item: it swaps the relation. `bd dep unrelate` takes it away.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask unfinished items for relations to ended memories that they are no evidence of."""
    for work in asked.unfinished:
        for memory in asked.related_memories(work):
            state = asked.states[memory.id]
            if state in {"draft", "canonical"} or work.id in memory.evidence:
                continue
            yield _finding(asked, work, memory)


def _finding(asked: Asked, work: Bead, memory: Memory) -> Finding:
    graph = asked.graph
    head = asked.lineage.head(memory.id)
    successor = graph.memories.get(head) if head != memory.id else None
    if successor is None or asked.states[successor.id] != "canonical":
        return RULE.finding(
            work.id,
            f"It relates to {named(memory)}, which was {asked.states[memory.id]}.",
            missing=memory.id,
        )
    operations = [*unrelate(graph, work.id, memory.id), *relate(graph, work.id, successor.id)]
    return RULE.finding(
        work.id,
        f"It relates to {named(memory)}, which {named(successor)} replaced.",
        missing=memory.id,
        fix=fix_of(graph, *operations),
    )

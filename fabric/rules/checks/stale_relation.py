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
    unfinished = {work.id: work for work in asked.unfinished}
    for memory in asked.graph.memories.values():
        if asked.states[memory.id] in {"draft", "canonical"}:
            continue
        for near in sorted(asked.graph.related(memory.id) & unfinished.keys()):
            if near not in memory.evidence:
                yield _finding(asked, unfinished[near], memory)


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
        fix=fix_of(asked, *operations),
    )

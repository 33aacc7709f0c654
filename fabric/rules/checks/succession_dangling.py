"""A succession leads nowhere: its other end is gone, is no memory, or is still a draft."""

from collections.abc import Iterator

from fabric.models.change_set import SetMetadata
from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.rules.asked import Asked
from fabric.rules.fixes import fix_of
from fabric.rules.rule import Rule

RULE = Rule(
    slug="succession-dangling",
    severity="error",
    scope="everything",
    summary="A memory's successor or predecessor is not there, is no memory, or is a draft.",
    help="`fabric supersede` it with the memory that holds now, or `fabric retire` it.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Follow each succession of a memory, as edges and metadata name it, to its other end."""
    for memory in asked.graph.memories.values():
        for step in asked.lineage.successors(memory.id):
            problem = _problem(asked, step.new)
            if problem:
                yield _successor(asked, memory, step.new, problem)
        gone = [each for each in memory.supersedes if asked.graph.is_absent(each)]
        for old in gone:
            yield _predecessor(asked, memory, old)


def _problem(asked: Asked, new: str) -> str:
    if asked.graph.is_absent(new):
        return "which is not there"
    if new not in asked.graph:
        return ""
    if new not in asked.graph.memories:
        return "which is no memory"
    return "which is still a draft and binds nobody" if asked.states[new] == "draft" else ""


def _successor(asked: Asked, memory: Memory, new: str, problem: str) -> Finding:
    """Where the metadata went stale and an edge knows the successor, the edge decides."""
    known = [
        step.new
        for step in asked.lineage.successors(memory.id)
        if step.new in asked.graph.memories and step.reading != "metadata"
    ]
    stale = memory.superseded_by == new and new not in asked.graph and len(known) == 1
    return RULE.finding(
        memory.id,
        f"It was replaced by {new}, {problem}.",
        missing=new,
        fix=fix_of(asked, SetMetadata(memory.id, "superseded_by", known[0])) if stale else None,
    )


def _predecessor(asked: Asked, memory: Memory, old: str) -> Finding:
    steps = asked.lineage.predecessors(memory.id)
    by_edge = sorted(step.old for step in steps if step.reading != "metadata")
    kept = [each for each in memory.supersedes if each in asked.graph and each not in by_edge]
    known = [*by_edge, *kept]
    value: object = known[0] if len(known) == 1 else known
    return RULE.finding(
        memory.id,
        f"Its metadata says that it replaced {old}, which is not there.",
        missing=old,
        fix=fix_of(asked, SetMetadata(memory.id, "supersedes", value)) if by_edge else None,
    )

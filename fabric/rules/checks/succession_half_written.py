"""Something says that a memory was replaced, and something else still counts it as in force."""

from collections.abc import Iterator

from fabric.models.change_set import (
    AddDependency,
    AddLabel,
    Operation,
    RemoveDependency,
    RemoveLabel,
    SetMetadata,
)
from fabric.models.dependency import Dependency
from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.models.words import CANONICAL, MEMORY, SUPERSEDED, SUPERSEDES
from fabric.rules.asked import Asked
from fabric.rules.fixes import fix_of
from fabric.rules.rule import Rule

RULE = Rule(
    slug="succession-half-written",
    severity="error",
    scope="everything",
    summary="A memory is replaced by one sign and in force by another.",
    help="`fabric lint --fix` swaps the label and writes the edge; `fabric supersede` does it all.",
)

_COUNTS = (
    "A succession is recorded by any one of: a `supersedes` edge on either of the two, "
    "`superseded_by` or `supersedes` in the metadata"
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask replaced memories for the swapped label and the edge, and titles for what they claim."""
    for memory in asked.graph.memories.values():
        state = asked.states[memory.id]
        if state == "superseded":
            yield from _replaced(asked, memory)
        elif state == "canonical" and memory.bead.title.strip().casefold().startswith(
            ("[superseded]", "superseded:")
        ):
            yield RULE.finding(
                memory.id,
                "Its title says superseded, which counts for nothing: it still binds. "
                f"{_COUNTS}, or the label `{SUPERSEDED}`.",
                missing="a recorded succession",
                severity="warning",
                help="Run `fabric supersede` on it, or give it its title back.",
            )


def _replaced(asked: Asked, memory: Memory) -> Iterator[Finding]:
    steps = asked.lineage.successors(memory.id)
    if not steps:
        yield RULE.finding(
            memory.id,
            f"It carries `{SUPERSEDED}`, and nothing names what replaced it. {_COUNTS}.",
            missing="the successor",
            severity="note",
            help="Run `fabric supersede` on it with its successor.",
        )
    label_is_swapped = memory.bead.has(SUPERSEDED) and not memory.bead.has(MEMORY)
    if not label_is_swapped:
        by = f"{steps[0].new} replaced it" if steps else f"`{SUPERSEDED}` says it was replaced"
        yield RULE.finding(
            memory.id,
            f"{by}, and it still carries `{MEMORY}` or lacks `{SUPERSEDED}`, so "
            f"that bd's own query counts it as in force. {_COUNTS}; the label then follows.",
            missing=f"the label {SUPERSEDED} in place of {MEMORY}",
            fix=fix_of(asked, *_label_swap(asked, memory)),
        )
    if len(steps) == 1 and steps[0].reading == "metadata":
        yield from _edge(asked, memory, steps[0].new)


def _label_swap(asked: Asked, memory: Memory) -> list[Operation]:
    operations: list[Operation] = [
        RemoveLabel(memory.id, MEMORY),
        RemoveLabel(memory.id, CANONICAL),
        AddLabel(memory.id, SUPERSEDED),
    ]
    steps = asked.lineage.successors(memory.id)
    if len(steps) == 1 and steps[0].new in asked.graph and not memory.superseded_by:
        operations.append(SetMetadata(memory.id, "superseded_by", steps[0].new))
    return operations


def _edge(asked: Asked, memory: Memory, new: str) -> Iterator[Finding]:
    """Only the metadata names the successor: bd's own views do not show it."""
    graph = asked.graph
    if new not in graph.memories:
        return  # succession-dangling tells
    operations: list[Operation] = [
        RemoveDependency(memory.id, new, edge.type)
        for edge in memory.bead.dependencies
        if edge.depends_on_id == new
    ]
    operations.append(AddDependency(Dependency(memory.id, new, SUPERSEDES)))
    yield RULE.finding(
        memory.id,
        f"Only the metadata says that {new} replaced it; bd shows a succession by its edge.",
        missing=f"the edge to {new}",
        severity="warning",
        fix=fix_of(asked, *operations, read=(new,)),
    )

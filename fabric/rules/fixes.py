"""Fixes as change sets: what each relies on, and how several become one."""

from collections import defaultdict
from collections.abc import Iterable

from fabric.errors import ChangeRefused
from fabric.graph.bead_graph import BeadGraph
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddDependency,
    AddLabel,
    ChangeSet,
    CloseBead,
    Operation,
    RemoveDependency,
    RemoveLabel,
    SetMetadata,
)
from fabric.models.dependency import Dependency
from fabric.models.finding import Finding
from fabric.models.words import RELATES
from fabric.rules.asked import Asked

_TRIAL = Stamp("", "")


def fix_of(asked: Asked, *operations: Operation, read: Iterable[str] = ()) -> ChangeSet | None:
    """Operations as a change set that relies on each bead it touches or `read`.

    None where a store would refuse them, or where they would change nothing.
    """
    touched = ChangeSet(operations).bead_ids
    beads = {each: bead for each in touched if (bead := asked.graph.get(each)) is not None}
    try:
        changed = after_images(beads, operations, _TRIAL)
    except ChangeRefused:
        return None
    if not changed:
        return None
    return ChangeSet(operations, {each: asked.version(each) for each in sorted({*touched, *read})})


def relate(graph: BeadGraph, one: str, other: str) -> list[Operation]:
    """The rows of a relation that are missing; a pair that is linked otherwise is left alone."""
    return [
        AddDependency(Dependency(source, target, RELATES))
        for source, target in ((one, other), (other, one))
        if not is_linked(graph.get(source), target)
    ]


def unrelate(graph: BeadGraph, one: str, other: str) -> list[Operation]:
    """The rows of a relation that are there, to take away."""
    found: list[Operation] = []
    for source, target in ((one, other), (other, one)):
        bead = graph.get(source)
        edges = bead.relations() if bead is not None else ()
        found += [
            RemoveDependency(source, target, each.type)
            for each in edges
            if each.depends_on_id == target
        ]
    return found


def is_linked(bead: Bead | None, target: str) -> bool:
    """Whether a bead has an edge on a target; a bead that was not read counts as linked."""
    return bead is None or any(edge.depends_on_id == target for edge in bead.dependencies)


def combined(findings: Iterable[Finding]) -> tuple[ChangeSet, tuple[Finding, ...]]:
    """All fixes as one change set, and the findings whose fix is in it.

    A fix that would write otherwise where an earlier one writes waits for the next run.
    """
    claimed: dict[object, list[Operation]] = {}
    versions: dict[str, str] = {}
    taken: list[Finding] = []
    for finding in findings:
        if finding.fix is None:
            continue
        wanted: dict[object, list[Operation]] = defaultdict(list)
        for operation in finding.fix.operations:
            wanted[_place(operation)].append(operation)
        if any(claimed.get(place, each) != each for place, each in wanted.items()):
            continue
        claimed.update(wanted)
        versions.update(finding.fix.relies_on)
        taken.append(finding)
    operations = tuple(each for group in claimed.values() for each in group)
    return ChangeSet(operations, dict(sorted(versions.items()))), tuple(taken)


def _place(operation: Operation) -> object:
    """Where an operation writes; both directions of a pair are one place."""
    if isinstance(operation, AddLabel | RemoveLabel):
        return ("label", operation.bead_id, operation.label)
    if isinstance(operation, AddDependency):
        return ("pair", frozenset(operation.dependency.pair))
    if isinstance(operation, RemoveDependency):
        return ("pair", frozenset((operation.bead_id, operation.depends_on_id)))
    if isinstance(operation, SetMetadata):
        return ("metadata", operation.bead_id, operation.key)
    if isinstance(operation, CloseBead):
        return ("status", operation.bead_id)
    return repr(operation)

"""Which memories bind a work item: its declared domains, and each memory's `applies_to`."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final, NamedTuple

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.graph.reviewed import Reviews as Reviews
from fabric.graph.reviewed import is_reviewed as is_reviewed
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass
from fabric.models.globs import path_matches
from fabric.models.memory import Memory, ids_of, text_of
from fabric.models.outline import Outline
from fabric.models.receipt import read_receipt


@dataclass(frozen=True, slots=True)
class Applying:
    """A memory that binds a work item, and why, in words."""

    memory: Memory
    reason: str


_NO_REASONS: Final[Mapping[str, str]] = MappingProxyType({})


class Outlined(NamedTuple):
    """Outlined memories that bind a work item, and why those of each domain do, in words."""

    outlines: Sequence[Outline] = ()
    reasons: Mapping[str, str] = _NO_REASONS


NONE_OUTLINED: Final = Outlined()


@dataclass(frozen=True, slots=True)
class Bearing:
    """What decides which memories bind a work item: its domains (labels) and known paths."""

    domains: tuple[str, ...]
    paths: tuple[str, ...] = ()


def own_domains(graph: BeadGraph, bead: Bead) -> tuple[str, ...]:
    """The domains that a bead names itself: its labels, else `metadata.domain`."""
    carried = graph.domains.of(bead.labels) if bead.labels else ()
    if carried or not bead.metadata:
        return carried
    named = (graph.domains.get(text_of(each)) for each in ids_of(bead.metadata.get("domain")))
    return tuple(sorted({domain.label for domain in named if domain is not None}))


def declared_domains(graph: BeadGraph, work: Bead) -> tuple[str, ...]:
    """The declared domains of a work item: its own, else those of the nearest ancestor."""
    found = own_domains(graph, work)
    if found:
        return found
    inherited = (own_domains(graph, bead) for bead in graph.ancestors(work.id))
    return next(filter(None, inherited), ())


def bearing_of(graph: BeadGraph, work: Bead, paths: tuple[str, ...] = ()) -> Bearing:
    """A work item's bearing; without paths, those of its last receipt."""
    receipt = read_receipt(work.metadata) if work.metadata else None
    known = paths or (tuple(receipt.paths) if receipt else ())
    return Bearing(declared_domains(graph, work), known)


def applying(
    graph: BeadGraph, lineage: Lineage, work: Bead, bearing: Bearing, at: datetime
) -> list[Applying]:
    """The memories in force that bind a work item, hard ones first, then by id."""
    found = [
        Applying(memory, reason)
        for memory in graph.memories.values()
        if memory.domain and lineage.is_in_force(memory, at)
        if (reason := binding_reason(graph, memory, work, bearing))
    ]
    return sorted(found, key=lambda each: (not each.memory.is_hard, each.memory.id))


def outlined(
    graph: BeadGraph, outlines: Iterable[Outline], bearing: Bearing, at: datetime
) -> Outlined:
    """Those of the outlined memories that bind work; what the graph holds whole is not asked."""
    some = [each for each in outlines if each.id not in graph.beads]
    reasons = {each: _place(graph, each, bearing) for each in {each.domain for each in some}}
    binding = [
        each
        for each in some
        if reasons[each.domain] and (each.effective_from is None or each.effective_from <= at)
    ]
    return Outlined(binding, reasons)


def binding_reason(graph: BeadGraph, memory: Memory, work: Bead, bearing: Bearing) -> str:
    """Why a memory binds a work item while it is in force; empty when it does not."""
    place = _place(graph, memory.domain, bearing)
    if not place or memory.applies_to is None:  # all work of its domain
        return place
    types, labels = memory.applies_values("issue_types"), memory.applies_values("labels")
    if types and work.issue_type not in types:
        return ""
    if labels and not any(work.has(label) for label in labels):
        return ""
    path_reason = _path_reason(memory, bearing.paths)
    return f"{place}{path_reason}" if path_reason is not None else ""


def _place(graph: BeadGraph, label: str, bearing: Bearing) -> str:
    """Why the memories of a domain bind, in words; empty when they do not."""
    if label in bearing.domains:
        return f"domain {label}"
    domain = graph.domains.get(label)
    return f"domain {label} always binds" if domain is not None and domain.always else ""


def _path_reason(memory: Memory, paths: tuple[str, ...]) -> str | None:
    globs = memory.applies_values("paths")
    if not globs:
        return ""
    if not paths:  # nothing known: a hard rule binds to be safe, a path-bound hint does not
        return ", paths not known" if memory.is_hard else None
    for path in paths:
        for glob in globs:
            if path_matches(path, glob):
                return f", {path} is under {glob}"
    return None

"""Anchors that an import brings where the domain has one here: two must not index one domain."""

from collections.abc import Iterable, Mapping, Sequence

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.kinds import kind_of
from fabric.models.bead import Bead
from fabric.models.change_set import AddDependency, CloseBead, Operation, RemoveLabel
from fabric.models.dependency import Dependency
from fabric.models.frozen import dataclass, replace
from fabric.models.words import RELATES
from fabric.services.anchors import anchor_of


@dataclass(frozen=True, slots=True)
class JoinedAnchors:
    """Beads that point at our anchors in place of theirs; their anchors' ids → ours."""

    beads: tuple[Bead, ...]
    ours: Mapping[str, str]
    theirs: tuple[Bead, ...]

    def listing(self, taken: Iterable[Bead]) -> list[AddDependency]:
        """What our anchors list now: those of the beads that were taken that theirs listed."""
        ids = {bead.id for bead in taken}
        return [
            AddDependency(Dependency(self.ours[anchor.id], edge.depends_on_id, RELATES))
            for anchor in self.theirs
            for edge in anchor.relations()
            if edge.depends_on_id in ids
        ]


def join_anchors(beads: Sequence[Bead], here: BeadGraph) -> JoinedAnchors:
    """Put our anchors in the place of theirs."""
    ours: dict[str, str] = {}
    for bead in beads:
        if kind_of(bead, here.settings.work_types) != "anchor" or bead.id in here:
            continue
        found = (anchor_of(here, label) for label in here.domains.of(bead.labels))
        known = next((anchor for anchor in found if anchor is not None), None)
        if known is not None:
            ours[bead.id] = known.id
    kept = tuple(_pointed(bead, ours) for bead in beads if bead.id not in ours)
    return JoinedAnchors(kept, ours, tuple(bead for bead in beads if bead.id in ours))


def idle_anchors(beads: Sequence[Bead], here: BeadGraph) -> list[Bead]:
    """Our anchors that give way to the project's own, which a restore brings: nothing relates yet."""
    ids = {bead.id for bead in beads}
    brought = {
        label
        for bead in beads
        if kind_of(bead, here.settings.work_types) == "anchor" and bead.id not in here
        for label in here.domains.of(bead.labels)
    }
    return [
        anchor
        for anchor in here.of_kind("anchor")
        if anchor.id not in ids
        and not anchor.is_closed
        and not brought.isdisjoint(anchor.labels)
        and not here.related(anchor.id)
    ]


def give_way(anchor: Bead) -> list[Operation]:
    """An idle anchor put away, its labels with it."""
    labels = [RemoveLabel(anchor.id, label) for label in anchor.labels]
    return [*labels, CloseBead(anchor.id, "The import brought the anchor of its domain")]


def _pointed(bead: Bead, ours: Mapping[str, str]) -> Bead:
    if not any(edge.depends_on_id in ours for edge in bead.dependencies):
        return bead
    edges: dict[tuple[str, str], Dependency] = {}
    for edge in bead.dependencies:
        moved = replace(edge, depends_on_id=ours.get(edge.depends_on_id, edge.depends_on_id))
        edges.setdefault(moved.pair, moved)
    return replace(bead, dependencies=tuple(sorted(edges.values(), key=lambda each: each.order)))

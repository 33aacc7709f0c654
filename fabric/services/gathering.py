"""Gathers the beads that a question needs, and remembers which ids are not there."""

from collections.abc import Iterable
from typing import Final

from fabric.models.bead import Bead
from fabric.models.frozen import replace
from fabric.models.memory import ids_of
from fabric.models.query import BeadQuery, Reads
from fabric.models.words import MEMORY_LABELS, SUPERSEDES

_MEMORY: Final = frozenset(MEMORY_LABELS)


class Gathering:
    """Beads of a store, as far as they were asked for."""

    def __init__(self, store: Reads) -> None:
        self._store = store
        self._beads: dict[str, Bead] = {}
        self._absent: set[str] = set()

    def add(self, beads: Iterable[Bead]) -> list[Bead]:
        """Add beads that were read; those that are new to this part."""
        new = [bead for bead in beads if bead.id not in self._beads]
        self._beads.update({bead.id: bead for bead in new})
        return new

    def find(self, query: BeadQuery) -> list[Bead]:
        """Read and add what a query asks for; those that are new to this part."""
        return self.add(self._store.find(query))

    def fetch(self, ids: Iterable[str]) -> list[Bead]:
        """Read and add beads by id; those that are new. Unknown ids are remembered as absent."""
        wanted = {each for each in ids if each} - self._beads.keys() - self._absent
        if not wanted:
            return []
        found = self._store.beads(wanted)
        self._absent |= wanted - found.keys()
        return self.add(found.values())

    def add_edges(self, beads: Iterable[Bead]) -> None:
        """Add beads, and to those that are here the dependencies that they lack."""
        for bead in beads:
            known = self._beads.get(bead.id, bead)
            edges = {(edge.depends_on_id, edge.type): edge for edge in bead.dependencies}
            edges |= {(edge.depends_on_id, edge.type): edge for edge in known.dependencies}
            if len(edges) > len(known.dependencies):
                known = replace(known, dependencies=tuple(edges[each] for each in sorted(edges)))
            self._beads[bead.id] = known

    def get(self, bead_id: str) -> Bead | None:
        """A bead of this part."""
        return self._beads.get(bead_id)

    @property
    def beads(self) -> list[Bead]:
        """The beads so far, by id."""
        return [self._beads[each] for each in sorted(self._beads)]

    @property
    def absent(self) -> frozenset[str]:
        """Ids that were looked for and are not there."""
        return frozenset(self._absent)

    def follow_lines(self, beads: Iterable[Bead]) -> None:
        """Add whatever precedes or succeeds these memories, to the ends of their lines."""
        todo = [bead for bead in beads if _on_a_line(bead)]
        while todo:
            ids = tuple(bead.id for bead in todo)
            new = self.fetch(each for bead in todo for each in _line_neighbours(bead))
            new += self.find(BeadQuery(points_at=ids, by_types=(SUPERSEDES,)))
            todo = [bead for bead in new if _on_a_line(bead)]


def carries_memory(bead: Bead) -> bool:
    """Whether a bead carries the label of a memory, in force or ended."""
    return not _MEMORY.isdisjoint(bead.labels)


def _on_a_line(bead: Bead) -> bool:
    return carries_memory(bead) or SUPERSEDES in {edge.type for edge in bead.dependencies}


def _line_neighbours(bead: Bead) -> Iterable[str]:
    yield from bead.targets(SUPERSEDES)
    for key in ("superseded_by", "supersedes"):
        if value := bead.metadata.get(key):
            yield from ids_of(value)

"""The memories of a store as the start of a session needs them: which bind, which are drafts."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from fabric.graph.kinds import kind_of, with_anchored
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.domain import Domains
from fabric.models.memory import Memory, read_memory
from fabric.models.query import BeadQuery, Reads
from fabric.models.settings import Settings
from fabric.models.words import ANCHOR, MEMORY_LABELS, SUPERSEDES
from fabric.services.gathering import Gathering, carries_memory

_MEMORIES: Final = BeadQuery(
    labels_any=(ANCHOR, *MEMORY_LABELS), by_types=(SUPERSEDES,), spare_edges=True
)
"""With the edges of their successions: others, of which anchors have many, say nothing here."""


class MemoriesRead:
    """All memories and anchors of a store, with whatever tells who replaced whom."""

    def __init__(
        self, beads: Iterable[Bead], settings: Settings, absent: frozenset[str] = frozenset()
    ) -> None:
        self.beads: Mapping[str, Bead] = {bead.id: bead for bead in beads}
        kinds = {bead.id: kind_of(bead, settings.work_types) for bead in self.beads.values()}
        of_kind = sorted(kinds.items())
        anchors = [self.beads[each] for each, kind in of_kind if kind == "anchor"]
        self.domains: Domains = with_anchored(settings.known_domains, anchors)
        self.memories: Mapping[str, Memory] = {
            each: read_memory(self.beads[each], self.domains)
            for each, kind in of_kind
            if kind == "memory"
        }
        self._absent = absent

    def get(self, bead_id: str) -> Bead | None:
        """The bead of that id, or None."""
        return self.beads.get(bead_id)

    def is_absent(self, bead_id: str) -> bool:
        """Whether we know that no such bead is there (deleted ones count)."""
        bead = self.beads.get(bead_id)
        return bead_id in self._absent if bead is None else bead.is_deleted


class Standing(NamedTuple):
    """The memories that bind now, by id, the drafts, and the known domains."""

    in_force: list[Memory]
    drafts: list[Memory]
    domains: Domains


def read_standing(store: Reads, settings: Settings, at: datetime) -> Standing:
    """Read what binds at an instant. Raises CouldNot where the store cannot be read."""
    part = Gathering(store)
    found = part.find(_MEMORIES)
    part.follow_lines(bead for bead in found if carries_memory(bead))
    read = MemoriesRead(part.beads, settings, part.absent)
    lineage = Lineage(read)
    states = {each: lineage.state(memory) for each, memory in read.memories.items()}
    memories = list(read.memories.values())
    return Standing(
        in_force=[m for m in memories if states[m.id] == "canonical" and m.held_at(at)],
        drafts=[m for m in memories if states[m.id] == "draft"],
        domains=read.domains,
    )

"""What changed since an earlier state of the graph: against its beads then, or by time."""

from collections.abc import Mapping
from datetime import datetime

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record
from fabric.models.frozen import dataclass
from fabric.models.instants import parse_instant


@dataclass(frozen=True)
class Since:
    """An earlier state, by the name that people know it by.

    `before` holds the beads as an export had them then; where there is none, `at` tells when that
    was, and the times of beads, edges and comments decide.
    """

    name: str
    before: Mapping[str, Bead] | None = None
    at: datetime | None = None

    def ids(self, graph: BeadGraph) -> frozenset[str]:
        """Ids of the beads that are new, other than then, or gone."""
        if self.before is None:
            return frozenset(b.id for b in graph.beads.values() if self._is_later(b))
        moved = (b.id for b in graph.beads.values() if _differs(self.before.get(b.id), b))
        return frozenset(moved) | (self.before.keys() - graph.beads.keys())

    def _is_later(self, bead: Bead) -> bool:
        texts = [bead.created_at, bead.updated_at, bead.closed_at]
        texts += [edge.created_at for edge in bead.dependencies]
        texts += [comment.created_at for comment in bead.comments]
        times = (parse_instant(text) for text in texts if text)
        return any(time is not None and (self.at is None or time >= self.at) for time in times)


def _differs(then: Bead | None, now: Bead) -> bool:
    return then is None or (then != now and bead_to_record(then) != bead_to_record(now))

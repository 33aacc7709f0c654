"""What a file brings to an import."""

from collections.abc import Mapping

from fabric.models.bead import Bead
from fabric.models.frozen import dataclass
from fabric.models.query import BadLine


@dataclass(frozen=True, slots=True)
class Source:
    """What was read from a file: beads with their lines, notes (config rows), bad lines."""

    name: str
    beads: tuple[Bead, ...]
    lines: Mapping[str, int]
    notes: Mapping[str, str]
    bad: tuple[BadLine, ...] = ()

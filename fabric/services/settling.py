"""Keeps a rule's own list short: the rows by which a memory relates to finished work go in time.

A relation has a row on each side. Once the work or the contract is closed, one is enough: its own
row keeps the history, and bd shows a relation on both sides from either. Without this, every item
ever started would stay in the rows of each memory that it was given, and be read with it.
"""

from collections.abc import Sequence
from typing import Final
from zlib import crc32

from fabric.graph.kinds import kind_of
from fabric.models.bead import Bead
from fabric.models.change_set import Operation, RemoveDependency
from fabric.models.frozen import dataclass
from fabric.services.context import Context

ENOUGH: Final = 40
"""Memories that together relate to fewer beads are left as they are; so many are looked at."""

_WORTH: Final = 20
_MOST: Final = {"sqlite": 2_500, "dolt": 400}
"""How many are looked at where much was left behind; where bd takes each row as a line, no more."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The rows to take away, and what was done, in words."""

    operations: tuple[Operation, ...] = ()
    done: tuple[str, ...] = ()


def settled(
    context: Context, memories: Sequence[Bead], turn: str, anchors: frozenset[str] = frozenset()
) -> Settled:
    """The rows that some memories need no more; anchors among what they relate to are known.

    Looks at a part of what they relate to, another part each `turn`, so that one start costs the
    same whatever was started before; and takes rows away only where there are some to take. Relies
    on nothing: should such a bead be opened just now, its next start writes the row again.
    """
    targets = sorted({edge.depends_on_id for each in memories for edge in each.relations()})
    if len(targets) < ENOUGH:
        return Settled()
    first = crc32(turn.encode()) % len(targets)
    some = (targets[first:] + targets[:first])[: _how_many(context, len(targets))]
    there = context.store.beads(each for each in some if each not in anchors).values()
    finished = {bead.id: bead for bead in there if _is_over(context, bead)}
    if len(finished) < _WORTH:
        return Settled()
    operations = [
        RemoveDependency(memory.id, edge.depends_on_id, edge.type)
        for memory in memories
        for edge in memory.relations()
        if edge.depends_on_id in finished and _says_so(finished[edge.depends_on_id], memory)
    ]
    done = f"left {len(finished)} finished beads their own rows of the relations to these memories"
    return Settled(tuple(operations), (done,) if operations else ())


def _how_many(context: Context, targets: int) -> int:
    """A few; half of them where much was left behind, as far as the store takes rows quickly."""
    most = _MOST.get(context.store.url.partition(":")[0], ENOUGH)
    return max(ENOUGH, min(targets // 2, most))


def _is_over(context: Context, bead: Bead) -> bool:
    return bead.is_closed and kind_of(bead, context.settings.work_types) in {"work", "contract"}


def _says_so(bead: Bead, memory: Bead) -> bool:
    """Whether the relation stands without the memory's row."""
    return any(edge.depends_on_id == memory.id for edge in bead.relations())

"""How messages name what they speak of."""

from collections.abc import Iterable, Sequence

from fabric.models.bead import Bead
from fabric.models.memory import Memory


def named(memory: Memory) -> str:
    """A memory by id and statement."""
    return f"{memory.id} ({memory.statement})" if memory.statement else memory.id


def entitled(bead: Bead) -> str:
    """A bead by id and title."""
    return f"{bead.id} ({bead.title})" if bead.title else bead.id


def listed(ids: Iterable[str], most: int = 5) -> str:
    """Ids in a sentence; a long list is cut, and says how much is left."""
    known = list(ids)
    if len(known) <= most:
        return ", ".join(known)
    return f"{', '.join(known[:most])} and {len(known) - most} more"


def listed_memories(memories: Sequence[Memory], most: int = 5) -> str:
    """The same for memories, without naming those that are cut."""
    shown = ", ".join(memory.id for memory in memories[:most])
    left = len(memories) - most
    return f"{shown} and {left} more" if left > 0 else shown

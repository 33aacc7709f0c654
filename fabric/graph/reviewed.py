"""Whether the words of a memory are those that a reviewer ratified."""

from collections.abc import Mapping

from fabric.models.memory import Memory

Reviews = Mapping[str, str]
"""Memory id → digest of the words that a reviewer ratified, as this store's journal holds it."""


def is_reviewed(memory: Memory, reviews: Reviews) -> bool:
    """Whether a reviewer ratified just these words, as far as the journal knows."""
    known = reviews.get(memory.id)
    return known is not None and known == memory.digest

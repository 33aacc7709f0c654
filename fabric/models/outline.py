"""A plain soft memory as its own row tells it: enough to choose among very many."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from fabric.models.bead import Bead
from fabric.models.words import (
    ANCHOR,
    CONTRACT,
    DECISION,
    DRAFT,
    ENDED_LABELS,
    FABRIC_KEY,
    HARD,
)

PLAIN_TYPE: Final = DECISION
"""The type of a bead that may be outlined; its status is `closed`."""

TELLING_LABELS: Final = (HARD, DRAFT, ANCHOR, CONTRACT, *ENDED_LABELS)
"""No outlined bead carries one of these, and each the labels `memory`, `mem-soft` and one domain."""

_NOTHING: Final = (None, "null")


class Outline(NamedTuple):
    """A canonical soft memory of one domain, bound to no paths, on no line of succession.

    It is in force from `effective_from` on (None: always), as long as no other memory claims in its
    metadata to succeed it.
    """

    id: str
    title: str
    description: str
    acceptance_criteria: str
    domain: str
    effective_from: datetime | None

    @property
    def is_hard(self) -> bool:
        """Never."""
        return False

    @property
    def texts(self) -> tuple[str, str, str]:
        """Title, description and acceptance criteria, as they stand."""
        return self[1:4]


class Guidance(NamedTuple):
    """The memories of some domains, each once: plain ones may be outlined, all others are whole."""

    outlines: list[Outline]
    beads: list[Bead]


def is_plain(metadata: Mapping[str, object]) -> bool:
    """Whether metadata says nothing of a succession, of an end, or of the work that is bound."""
    said = metadata.get
    if said("superseded_by") not in _NOTHING or said("supersedes") not in _NOTHING:
        return False
    ours = said(FABRIC_KEY)
    if isinstance(ours, dict):
        return "applies_to" not in ours and "effective_until" not in ours
    return ours is None

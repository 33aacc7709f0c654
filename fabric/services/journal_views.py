"""Journal entries as a person or a program reads them."""

from collections.abc import Sequence
from typing import Final

from fabric.models.answers import JournalView
from fabric.models.journal_entry import JournalEntry

MOST_NAMED: Final = 100
"""How many beads of an entry are named: an import may bring a million."""


def journal_view(entry: JournalEntry, asked_for: str = "") -> JournalView:
    """One entry; the bead that was asked for is named first."""
    return JournalView(
        writer=entry.writer,
        sequence=entry.sequence,
        at=entry.at,
        actor=entry.actor,
        actor_kind=entry.actor_kind,
        door=entry.door,
        verb=entry.verb,
        beads=_named(entry.bead_ids, asked_for),
        bead_count=len(entry.bead_ids),
        reason=entry.reason,
    )


def _named(ids: Sequence[str], asked_for: str) -> list[str]:
    first = [asked_for] if asked_for in ids else []
    return [*first, *(each for each in ids[: MOST_NAMED + 1] if each != asked_for)][:MOST_NAMED]

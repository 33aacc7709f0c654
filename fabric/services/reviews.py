"""Which memories a reviewer is known to have ratified: only the journal proves it."""

import json
from collections.abc import Iterable
from typing import Final

from fabric.graph.reviewed import Reviews
from fabric.models.journal_entry import JournalEntry
from fabric.models.query import HoldsJournal, JournalQuery
from fabric.services.reviewers_then import ReviewersThen, reviewers_then

RATIFIED: Final = "ratified"
"""Payload key: memory id → digest of what was ratified."""

WORDS: Final = "words"
"""Payload key: memory id → its bead as a record, where no operation beside it holds the words."""


_VERBS: Final = ("adopt", "erase", "ratify", "repair", "supersede")
"""The verbs whose entries may hold a review: their number grows with memories, not with work."""


def reviews_of(store: HoldsJournal, ids: Iterable[str]) -> Reviews:
    """The reviews of some memories."""
    found: dict[str, str] = {}
    for bead_id in sorted(set(ids)):
        found |= _reviews(store, [JournalQuery(bead_id=bead_id, verb=verb) for verb in _VERBS])
    return found


def all_reviews(store: HoldsJournal, among: frozenset[str] | None = None) -> Reviews | None:
    """All reviews that the store's journal holds; None where it keeps no journal.

    With `among`, at least those of these ids: what only names others is not taken apart.
    """
    if not store.has_journal:
        return None
    return _reviews(store, [JournalQuery(verb=verb) for verb in _VERBS], among)


def _reviews(
    store: HoldsJournal, queries: Iterable[JournalQuery], among: frozenset[str] | None = None
) -> dict[str, str]:
    """The last digest each that a reviewer of the time ratified."""
    entries: list[JournalEntry] = []
    payloads: dict[tuple[str, int], str | None] = {}
    for query in queries:
        some = store.journal(query)
        entries += some
        if some:
            payloads |= store.journal_payloads(query)
    found: dict[str, str] = {}
    then: ReviewersThen | None = None
    for entry in sorted(entries, key=lambda each: (each.at, each.writer, each.sequence)):
        payload = payloads.get((entry.writer, entry.sequence))
        if entry.actor_kind != "person" or not payload or f'"{RATIFIED}"' not in payload:
            continue
        if among is not None and among.isdisjoint(entry.bead_ids):
            continue
        ratified = json.loads(payload).get(RATIFIED)
        then = then or reviewers_then(store)
        if isinstance(ratified, dict) and then.vouch_for(entry):
            found |= {str(key): str(value) for key, value in ratified.items()}
    return found

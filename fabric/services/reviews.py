"""Which memories a reviewer is known to have ratified: only the journal proves it."""

import json
from collections.abc import Iterable
from typing import Final

from fabric.graph.reviewed import Reviews
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
    some = tuple(sorted(set(ids)))
    return _reviews(store, JournalQuery(bead_ids=some, verbs=_VERBS)) if some else {}


def all_reviews(store: HoldsJournal, among: frozenset[str] | None = None) -> Reviews | None:
    """All reviews that the store's journal holds; None where it keeps no journal.

    With `among`, at least those of these ids: what only names others is not taken apart.
    """
    if not store.has_journal:
        return None
    return _reviews(store, JournalQuery(verbs=_VERBS), among)


def _reviews(
    store: HoldsJournal, query: JournalQuery, among: frozenset[str] | None = None
) -> dict[str, str]:
    """The last digest each that a reviewer of the time ratified."""
    entries = store.journal(query)
    payloads = store.journal_payloads(query) if entries else {}
    found: dict[str, str] = {}
    then: ReviewersThen | None = None
    for entry in entries:
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

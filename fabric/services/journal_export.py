"""The journal as it leaves the store, and as the gate takes it when there is no store."""

import json
from collections.abc import Iterator, Mapping

from fabric.errors import CouldNot
from fabric.models.exported_journal import ExportedJournal
from fabric.models.journal import verify_chain
from fabric.models.query import JournalQuery
from fabric.services.context import Context
from fabric.services.gateway import refuse_secrets
from fabric.services.reviews import WORDS

_TEXTS = ("title", "description", "design", "acceptance_criteria", "notes")


def export_journal(context: Context) -> ExportedJournal:
    """All chains with their payloads. Raises CouldNot where there are none, SecretFound."""
    store = context.store
    if not store.has_journal:
        raise CouldNot(
            f"{store.url} keeps no journal.", "Export that of the store that is written to."
        )
    query = JournalQuery()
    journal = ExportedJournal(tuple(store.journal(query)), store.journal_payloads(query))
    if not context.allow_secret:
        refuse_secrets(context, sorted(_texts(journal)))
    return journal


def require_whole(journal: ExportedJournal, place: str) -> None:
    """Raise CouldNot where a chain does not hold: what it says then proves nothing."""
    faults = verify_chain(journal.entries, journal.payloads)
    if faults:
        first = faults[0]
        raise CouldNot(
            f"The journal in {place} does not hold: {first.writer}/{first.sequence}, "
            f"{first.problem}.",
            "Write it anew from the live store: `fabric export --journal DIR`.",
        )


def _texts(journal: ExportedJournal) -> set[tuple[str, str]]:
    """The words of memories in the payloads, each once, with where they stand."""
    found: dict[str, str] = {}
    for entry in journal.entries:
        payload = journal.payloads.get((entry.writer, entry.sequence))
        for text in _words(json.loads(payload)) if payload else ():
            found.setdefault(text, f"The journal entry {entry.writer}/{entry.sequence}")
    return {(place, text) for text, place in found.items()}


def _words(payload: Mapping[str, object]) -> Iterator[str]:
    operations = payload.get("operations")
    for each in operations if isinstance(operations, list) else ():
        yield from _texts_of(each.get("bead"))
        yield from _texts_of(each.get("fields"))
    words = payload.get(WORDS)
    for record in words.values() if isinstance(words, dict) else ():
        yield from _texts_of(record)


def _texts_of(record: object) -> Iterator[str]:
    if isinstance(record, dict):
        yield from (text for key in _TEXTS if isinstance(text := record.get(key), str) and text)

"""What the journal saw of each note: who wrote it, when, why, and whether it changed elsewhere since."""

import json
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from fabric.models.journal_entry import JournalEntry
from fabric.models.note import row_key
from fabric.models.query import JournalQuery, Reads
from fabric.models.words import NOTE_PREFIX

# Payloads are canonical JSON, and inside a text every quote is escaped: no text holds this.
_OPERATION: Final = f'{{"key":"{NOTE_PREFIX}'
_NAMES: Final = frozenset({"set-config", "remove-config"})
_LARGE: Final = 1_000_000
_MOST_BEADS: Final = 1000
_DECODER: Final = json.JSONDecoder()


class Sighting(NamedTuple):
    """What an entry of the journal did to a note.

    `text` is None where it took the note away; `blanked` where nobody can tell any more.
    """

    entry: JournalEntry
    text: str | None
    blanked: bool = False


class Changed(NamedTuple):
    """A note that differs from what the journal last saw; None where there is, or was, no such note."""

    key: str
    was: str | None
    now: str | None


def history_of(store: Reads, key: str) -> list[Sighting]:
    """What was done to one note, oldest first, as far as this store's journal knows."""
    found = _sightings(store, JournalQuery(bead_id=row_key(key)))
    return [sighting for each, sighting in found if each == key]


def last_sightings(store: Reads, *, at_start: bool = False) -> dict[str, Sighting]:
    """What the journal last saw of every note, by key.

    `at_start`: without the payload of a verb that named a great many beads, as a large import did:
    reading it takes longer than a start of a session may, so its notes count as blanked.
    """
    return dict(_sightings(store, JournalQuery(bead_prefix=NOTE_PREFIX), at_start=at_start))


def changed_elsewhere(texts: Mapping[str, str], last: Mapping[str, Sighting]) -> list[Changed]:
    """The notes that are not as the journal last saw them, by key; `texts` are the notes as they are.

    A note that the journal never saw is new, not changed.
    """
    return [
        Changed(key, last[key].text, texts.get(key))
        for key in sorted(last)
        if not last[key].blanked and last[key].text != texts.get(key)
    ]


def _sightings(
    store: Reads, query: JournalQuery, *, at_start: bool = False
) -> Iterator[tuple[str, Sighting]]:
    if not store.has_journal:
        return
    entries = store.journal(query)
    large = {each.verb for each in entries if at_start and len(each.bead_ids) > _MOST_BEADS}
    payloads: dict[tuple[str, int], str | None] = {}
    for verb in sorted({each.verb for each in entries} - large) if large else ("",):
        payloads |= store.journal_payloads(query._replace(verb=verb))
    for entry in entries:
        operations = _read(payloads.get((entry.writer, entry.sequence)))
        if operations is None:
            named = (each for each in entry.bead_ids if each.startswith(NOTE_PREFIX))
            yield from ((_key(each), Sighting(entry, None, blanked=True)) for each in named)
        else:
            yield from ((key, Sighting(entry, text)) for key, text in operations)


def _read(payload: str | None) -> list[tuple[str, str | None]] | None:
    """What a payload did to notes; None where it was blanked or, as `audit` tells, tampered with."""
    try:
        return None if payload is None else list(_operations(payload))
    except ValueError:
        return None


def _operations(payload: str) -> Iterator[tuple[str, str | None]]:
    """The notes that a payload's operations set (key, text) or take away (key, None), in order."""
    records = _scanned(payload) if len(payload) > _LARGE else _listed(payload)
    for record in records:
        key, value = str(record["key"]), record.get("value")
        if record.get("operation") in _NAMES:
            yield _key(key), value if isinstance(value, str) else None


def _listed(payload: str) -> Iterator[Mapping[str, object]]:
    read = json.loads(payload)
    operations = read.get("operations") if isinstance(read, dict) else None
    for each in operations if isinstance(operations, list) else ():
        if isinstance(each, dict) and str(each.get("key", "")).startswith(NOTE_PREFIX):
            yield each


def _scanned(payload: str) -> Iterator[Mapping[str, object]]:
    """The same of the payload of an import, which names every bead: only the notes are read."""
    place = payload.find(_OPERATION)
    while place >= 0:
        record, end = _DECODER.raw_decode(payload, place)
        yield record
        place = payload.find(_OPERATION, end)


def _key(row: str) -> str:
    return row.removeprefix(NOTE_PREFIX)

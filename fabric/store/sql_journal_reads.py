"""Reading the journal by SQL, for every database."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from fabric.models.journal_entry import JournalEntry
from fabric.models.query import JournalQuery
from fabric.store.sqlite_query import begins_with, within
from fabric.store.sqlite_rows import plain, stored
from fabric.store.statements import Condition

Fetch = Callable[[Condition], Sequence[Sequence[object]]]

_ENTRIES: Final = (
    "SELECT writer, sequence, previous_hash, at, actor, actor_kind, door, verb, bead_ids, reason,"
    " payload_hash, hash FROM fabric_journal"
)
_NAMING: Final = (
    "(writer, sequence) IN (SELECT writer, sequence FROM fabric_journal_bead WHERE {which})"
)
_PAYLOADS: Final = (
    "SELECT writer, sequence, payload FROM fabric_journal_payload"
    " JOIN fabric_journal USING (writer, sequence)"
)
_PAYLOAD: Final = "SELECT payload FROM fabric_journal_payload WHERE writer = ? AND sequence = ?"


def read_journal(fetch: Fetch, query: JournalQuery) -> list[JournalEntry]:
    """The entries that a query asks for, in the order (at, writer, sequence)."""
    condition = _condition(query)
    sql = f"{_ENTRIES} WHERE {condition.sql} ORDER BY at, writer, sequence"
    return [_entry(row) for row in fetch(Condition(sql, condition.parameters))]


def read_payloads(fetch: Fetch, query: JournalQuery) -> dict[tuple[str, int], str | None]:
    """The payloads of the entries that a query asks for; None where one was blanked."""
    condition = _condition(query)
    sql = f"{_PAYLOADS} WHERE {condition.sql} ORDER BY writer, sequence"
    return {
        (plain(writer), int(plain(sequence))): None if payload is None else plain(payload)
        for writer, sequence, payload in fetch(Condition(sql, condition.parameters))
    }


def read_names(fetch: Fetch) -> list[tuple[str, str, int]]:
    """All rows of the index: which bead which entry names."""
    rows = fetch(Condition("SELECT bead_id, writer, sequence FROM fabric_journal_bead"))
    return [(plain(bead), plain(writer), int(plain(number))) for bead, writer, number in rows]


def _condition(query: JournalQuery) -> Condition:
    terms = list(_terms(query)) or [Condition("1")]
    return Condition(
        " AND ".join(term.sql for term in terms),
        tuple(value for term in terms for value in term.parameters),
    )


def _terms(query: JournalQuery) -> Iterator[Condition]:
    if query.bead_id:
        yield Condition(_NAMING.format(which="bead_id = ?"), (stored(query.bead_id),))
    if query.bead_prefix:
        begins = begins_with("bead_id", query.bead_prefix)
        yield Condition(_NAMING.format(which=begins.sql), begins.parameters)
    if query.bead_ids:
        several = within("bead_id", query.bead_ids)
        yield Condition(_NAMING.format(which=several.sql), several.parameters)
    if query.verb:
        yield Condition("verb = ?", (stored(query.verb),))
    if query.verbs:
        yield within("verb", query.verbs)


def read_payload(fetch: Fetch, writer: str, sequence: int) -> list[str | None]:
    """The payload of an entry (None where it was blanked) in a list; empty for no such entry."""
    rows = fetch(Condition(_PAYLOAD, (stored(writer), str(sequence))))
    return [None if payload is None else plain(payload) for (payload,) in rows]


def _entry(row: Sequence[object]) -> JournalEntry:
    writer, sequence, previous, at, actor, kind, door, verb, ids, reason, payload_hash, own = row
    return JournalEntry(
        writer=plain(writer),
        sequence=int(plain(sequence)),
        previous_hash=plain(previous),
        at=plain(at),
        actor=plain(actor),
        actor_kind=plain(kind),
        door=plain(door),
        verb=plain(verb),
        bead_ids=tuple(json.loads(plain(ids))),
        reason=plain(reason),
        payload_hash=plain(payload_hash),
        hash=plain(own),
    )

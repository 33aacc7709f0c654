"""Writing the journal by SQL, for every database: inside the caller's transaction."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, bindparam, func, insert, select, tuple_, update

from fabric.models.canonical_json import canonical_json
from fabric.models.journal import ChainEnd, JournalDraft, JournalEntry, seal
from fabric.store.tables import journal, journal_bead, journal_payload

ToStored = Callable[[str], object]

# Built once, because building a statement takes longer than running it.
_OF_WRITER: Final = journal.c.writer == bindparam("writer")
_END: Final = select(journal.c.sequence, journal.c.hash).where(
    _OF_WRITER,
    journal.c.sequence == select(func.max(journal.c.sequence)).where(_OF_WRITER).scalar_subquery(),
)
_ADD: Final = insert(journal)
_NAME: Final = insert(journal_bead)
_KEEP: Final = insert(journal_payload)
_NAMING: Final = select(journal_bead.c.writer, journal_bead.c.sequence).where(
    journal_bead.c.bead_id == bindparam("named")
)
_COUNT: Final = select(func.count()).select_from(_NAMING.subquery())
_BLANK: Final = (
    update(journal_payload)
    .where(tuple_(journal_payload.c.writer, journal_payload.c.sequence).in_(_NAMING))
    .values(payload=None)
)


def append(
    connection: Connection, draft: JournalDraft, writer: str, text: ToStored
) -> JournalEntry:
    """Put an entry behind the writer's last one; `text` gives texts as the database takes them."""
    entry, payload = seal(draft, writer, _end(connection, writer))
    place = {"writer": entry.writer, "sequence": entry.sequence}
    connection.execute(
        _ADD,
        {
            **place,
            "previous_hash": entry.previous_hash,
            "at": text(entry.at),
            "actor": text(entry.actor),
            "actor_kind": entry.actor_kind,
            "door": text(entry.door),
            "verb": text(entry.verb),
            "bead_ids": text(canonical_json(list(entry.bead_ids))),
            "reason": text(entry.reason),
            "payload_hash": entry.payload_hash,
            "hash": entry.hash,
        },
    )
    named = [{"bead_id": text(each), **place} for each in sorted(set(entry.bead_ids))]
    if named:
        connection.execute(_NAME, named)
    connection.execute(_KEEP, {**place, "payload": text(payload)})
    return entry


def blank(connection: Connection, bead_id: str, text: ToStored) -> int:
    """Blank the payloads of all entries that name a bead; how many entries those are."""
    named = {"named": text(bead_id)}
    count = connection.scalar(_COUNT, named)
    connection.execute(_BLANK, named)
    return int(count or 0)


def _end(connection: Connection, writer: str) -> ChainEnd | None:
    row = connection.execute(_END, {"writer": writer}).first()
    return ChainEnd(row.sequence, row.hash) if row else None

"""Writing the journal by SQL, for every database: inside the caller's transaction."""

from collections.abc import Callable
from typing import Final

from fabric.models.canonical_json import canonical_json
from fabric.models.journal import ChainEnd, JournalDraft, JournalEntry, seal
from fabric.store.statements import Names, Session, insert_rows

ToStored = Callable[[str], object]

_PLACE: Final = ("writer", "sequence")
_ENTRIES: Final = Names("fabric_journal", _PLACE)
_NAMED: Final = Names("fabric_journal_bead", ("bead_id", *_PLACE))
_PAYLOADS: Final = Names("fabric_journal_payload", _PLACE)
_END: Final = (
    "SELECT sequence, hash FROM fabric_journal WHERE writer = ? ORDER BY sequence DESC LIMIT 1"
)
_NAMING: Final = "SELECT writer, sequence FROM fabric_journal_bead WHERE bead_id = ?"
_COUNT: Final = f"SELECT COUNT(*) FROM ({_NAMING}) AS naming"  # noqa: S608  # constants
_BLANK: Final = (
    f"UPDATE fabric_journal_payload SET payload = NULL WHERE (writer, sequence) IN ({_NAMING})"  # noqa: S608  # constants
)


def append(session: Session, draft: JournalDraft, writer: str, text: ToStored) -> JournalEntry:
    """Put an entry behind the writer's last one; `text` gives texts as the database takes them."""
    entry, payload = seal(draft, writer, _end(session, writer))
    place = {"writer": entry.writer, "sequence": entry.sequence}
    row = {
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
    }
    named = [{"bead_id": text(each), **place} for each in sorted(set(entry.bead_ids))]
    insert_rows(session, _ENTRIES, [row])
    insert_rows(session, _NAMED, named)
    insert_rows(session, _PAYLOADS, [{**place, "payload": text(payload)}])
    return entry


def blank(session: Session, bead_id: str, text: ToStored) -> int:
    """Blank the payloads of all entries that name a bead; how many entries those are."""
    ((count,),) = session.run(_COUNT, (text(bead_id),))
    session.run(_BLANK, (text(bead_id),))
    return int(str(count))


def _end(session: Session, writer: str) -> ChainEnd | None:
    rows = session.run(_END, (writer,))
    return ChainEnd(int(str(rows[0][0])), str(rows[0][1])) if rows else None

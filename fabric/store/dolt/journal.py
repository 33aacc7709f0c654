"""Reading the journal by SQLAlchemy."""

import json
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select, tuple_

from fabric.models.journal_entry import JournalEntry
from fabric.models.query import JournalQuery
from fabric.store.tables import journal, journal_bead, journal_payload

_Asking = TypeVar("_Asking", bound=Select[*tuple[object, ...]])


def read_entries(connection: Connection, query: JournalQuery) -> list[JournalEntry]:
    """The entries that a query asks for, in the order (at, writer, sequence)."""
    wanted = _asked(select(journal), query).order_by(
        journal.c.at, journal.c.writer, journal.c.sequence
    )
    entries = []
    for row in connection.execute(wanted).mappings():
        values = dict(row)
        values["bead_ids"] = tuple(json.loads(str(values["bead_ids"])))
        entries.append(JournalEntry(**values))
    return entries


def read_payloads(connection: Connection, query: JournalQuery) -> dict[tuple[str, int], str | None]:
    """The payloads of the entries that a query asks for; None where one was blanked."""
    payload = journal_payload.c
    joined = select(payload.writer, payload.sequence, payload.payload).join(
        journal,
        and_(journal.c.writer == payload.writer, journal.c.sequence == payload.sequence),
    )
    return {
        (str(writer), int(sequence)): None if text is None else str(text)
        for writer, sequence, text in connection.execute(_asked(joined, query))
    }


def _asked(statement: _Asking, query: JournalQuery) -> _Asking:
    name = journal_bead.c.bead_id
    if query.verb:
        statement = statement.where(journal.c.verb == query.verb)
    if query.bead_id:
        statement = statement.where(_names(name == query.bead_id))
    if query.bead_ids:
        statement = statement.where(_names(name.in_(query.bead_ids)))
    if query.verbs:
        statement = statement.where(journal.c.verb.in_(query.verbs))
    if query.bead_prefix:
        begins = func.left(name, len(query.bead_prefix)) == query.bead_prefix
        statement = statement.where(_names(begins))
    return statement


def _names(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    naming = select(journal_bead.c.writer, journal_bead.c.sequence).where(condition)
    return tuple_(journal.c.writer, journal.c.sequence).in_(naming)

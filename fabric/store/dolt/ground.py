"""Our own tables in a bd database: made when they are first needed, in a commit of their own."""

from sqlalchemy import Connection, insert, select

from fabric.models.journal import JournalDraft
from fabric.store import tables as every
from fabric.store.dolt import tables
from fabric.store.dolt.commit import OWN_TABLES, author_of, commit_tables
from fabric.store.dolt.probe import Schema
from fabric.store.schema_number import SCHEMA_NUMBER, VERSION_COLUMN, known_number, revision


def has_own_tables(schema: Schema) -> bool:
    """Whether all of our tables are there."""
    return all(schema.has(each) for each in OWN_TABLES)


def make_own_tables(connection: Connection, draft: JournalDraft) -> None:
    """Make our tables where they are missing, and commit them."""
    for table in (*every.ours.sorted_tables, tables.extra):
        table.create(connection, checkfirst=True)
    if connection.scalar(select(every.schema.c[VERSION_COLUMN])) is None:
        connection.execute(insert(every.schema), {VERSION_COLUMN: revision(SCHEMA_NUMBER)})
    commit_tables(connection, OWN_TABLES, "fabric: make its tables", author_of(draft.actor.name))


def insist_on_known(connection: Connection, place: str) -> None:
    """Raises StoreTooNew where a newer version made our tables."""
    name = connection.scalar(select(every.schema.c[VERSION_COLUMN]))
    known_number(str(name), place)

"""Our own tables in a bd database: made when they are first needed, in a commit of their own."""

from fabric.models.journal import JournalDraft
from fabric.store.dolt.commit import OWN_TABLES, author_of, commit_tables
from fabric.store.dolt.probe import Schema
from fabric.store.dolt.session import DoltSession
from fabric.store.schema_number import (
    SCHEMA_NUMBER,
    VERSION_COLUMN,
    VERSION_TABLE,
    known_number,
    revision,
)

_NUMBER = f"SELECT {VERSION_COLUMN} FROM {VERSION_TABLE}"  # noqa: S608  # our own two names


def has_own_tables(schema: Schema) -> bool:
    """Whether all of our tables are there."""
    return all(schema.has(each) for each in OWN_TABLES)


def make_own_tables(session: DoltSession, draft: JournalDraft) -> None:
    """Make our tables where they are missing now, and commit them."""
    from fabric.store.dolt.make import statements_for  # noqa: PLC0415  # once in a database's life

    there = {str(row[0]) for row in session.run("SHOW TABLES")}
    for statement in statements_for({*OWN_TABLES} - there):
        session.run(statement)
    if not session.run(_NUMBER):
        insert = f"INSERT INTO {VERSION_TABLE} ({VERSION_COLUMN}) VALUES (?)"  # noqa: S608  # our own two names
        session.run(insert, (revision(SCHEMA_NUMBER),))
    commit_tables(session, OWN_TABLES, "fabric: make its tables", author_of(draft.actor.name))


def insist_on_known(session: DoltSession, place: str) -> None:
    """Raises StoreTooNew where a newer version made our tables."""
    rows = session.run(_NUMBER)
    known_number(str(rows[0][0] if rows else None), place)

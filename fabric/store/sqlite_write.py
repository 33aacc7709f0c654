"""The writing half of the embedded store, by plain `sqlite3` as its reads are."""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from fabric.errors import StoreReadOnly
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.store.schema_number import SCHEMA_NUMBER
from fabric.store.sql import BeadRows, Written, write_change_set
from fabric.store.sql_journal import append, blank
from fabric.store.sqlite_errors import explained
from fabric.store.sqlite_file import is_writable, place_of, schema_number
from fabric.store.sqlite_reads import SqliteRows
from fabric.store.sqlite_rows import (
    comment_rows,
    edge_rows,
    issue_row,
    label_rows,
    plain,
    stored,
)
from fabric.store.sqlite_transaction import immediately, open_for_writing
from fabric.store.statements import Names, Row

_LABELS = Names("labels", ("issue_id", "label"))
_EDGES = Names("dependencies", ("issue_id", "depends_on_id", "type"))
_COMMENTS = Names("comments", ("issue_id", "position"))


class SqliteSession:
    """A `statements.Session` over one connection."""

    def __init__(self, driver: sqlite3.Connection) -> None:
        self.driver = driver

    def run(self, sql: str, values: Sequence[object] = ()) -> Sequence[Sequence[object]]:
        """Run one statement; its rows."""
        return self.driver.execute(sql, values).fetchall()

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Run one statement for each row of values."""
        self.driver.executemany(sql, rows)


class EmbeddedShape:
    """How beads lie in the embedded store."""

    def __init__(self, driver: sqlite3.Connection) -> None:
        self._rows = SqliteRows(driver)

    def text(self, value: str) -> object:
        """A text as SQLite takes it."""
        return stored(value)

    def plain(self, value: object) -> str:
        """The text that was stored."""
        return plain(value)

    def load(self, ids: Collection[str]) -> dict[str, Bead]:
        """Read beads by the same code as all reads, on the connection of the transaction."""
        return self._rows.beads(ids)

    def rows(self, bead: Bead) -> BeadRows:
        """The rows that a bead needs."""
        return BeadRows(
            issue_row(bead),
            {
                _LABELS: label_rows(bead),
                _EDGES: edge_rows(bead),
                _COMMENTS: comment_rows(bead),
            },
        )

    def fresh(self, row: Row) -> Row:  # noqa: ARG002  # a part of the protocol
        """Nothing: one writer at a time needs no row locks."""
        return {}

    def written(self, written: Written) -> None:
        """Nothing: what is ready is worked out when it is asked."""


class SqliteWriter:
    """Applies change sets to one file, one transaction each."""

    def __init__(self, path: Path, writer_id: str, *, wait_seconds: float) -> None:
        self._path = path
        self._writer_id = writer_id
        self._wait_seconds = wait_seconds
        self._place = place_of(path)
        self._driver: sqlite3.Connection | None = None

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry:
        """Apply a change set whole, with its journal entry, or not at all."""
        with self._transaction() as driver:
            session, shape = SqliteSession(driver), EmbeddedShape(driver)
            return write_change_set(session, shape, change_set, draft, self._writer_id)

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        """Blank all payloads that name a bead, with an entry that says so."""
        with self._transaction() as driver:
            session = SqliteSession(driver)
            count = blank(session, bead_id, stored)
            append(session, draft, self._writer_id, stored)
        # What was blanked may still stand in the log. A reader that is at work now keeps it; the
        # next time that the last connection closes it is emptied all the same.
        with suppress(sqlite3.Error):
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count

    def close(self) -> None:
        """Let go of the file."""
        if self._driver is not None:
            self._driver.close()
            self._driver = None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if not is_writable(self._path):
            raise StoreReadOnly(
                f"{self._place} can only be read here.",
                "Give yourself the right to write to the file and its folder.",
            )
        with explained(self._place):
            if self._driver is None:
                self._driver = open_for_writing(self._path, self._wait_seconds)
            with immediately(self._driver):
                if schema_number(self._driver, self._path) < SCHEMA_NUMBER:
                    from fabric.store.sqlite_make import upgrade  # noqa: PLC0415  # old stores only

                    upgrade(self._driver)
                yield self._driver

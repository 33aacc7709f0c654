"""The writing half of the embedded store, by SQLAlchemy Core; loaded by the first write only."""

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, create_engine, event, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from fabric.errors import StoreReadOnly
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.store import tables
from fabric.store.schema_number import (
    SCHEMA_NUMBER,
    VERSION_COLUMN,
    revision,
)
from fabric.store.sql import BeadRows, Row, Written, write_change_set
from fabric.store.sql_journal import append, blank
from fabric.store.sqlite_errors import explain
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


class EmbeddedShape:
    """How beads lie in the embedded store."""

    issues: Table = tables.issues
    config: Table = tables.config

    def text(self, value: str) -> object:
        """A text as SQLite takes it."""
        return stored(value)

    def plain(self, value: object) -> str:
        """The text that was stored."""
        return plain(value)

    def load(self, connection: Connection, ids: Collection[str]) -> dict[str, Bead]:
        """Read beads by the same code as all reads, on the connection of the transaction."""
        return SqliteRows(_driver(connection)).beads(ids)

    def rows(self, bead: Bead) -> BeadRows:
        """The rows that a bead needs."""
        return BeadRows(
            issue_row(bead),
            {
                tables.labels: label_rows(bead),
                tables.dependencies: edge_rows(bead),
                tables.comments: comment_rows(bead),
            },
        )

    def fresh(self, row: Row) -> Row:  # noqa: ARG002  # a part of the protocol
        """Nothing: one writer at a time needs no row locks."""
        return {}

    def written(self, connection: Connection, written: Written) -> None:
        """Nothing: what is ready is worked out when it is asked."""


class SqliteWriter:
    """Applies change sets to one file, one transaction each."""

    def __init__(self, path: Path, writer_id: str, *, wait_seconds: float) -> None:
        self._path = path
        self._writer_id = writer_id
        self._place = place_of(path)
        self._engine = _engine(path, wait_seconds, mode="rw")
        self._shape = EmbeddedShape()

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry:
        """Apply a change set whole, with its journal entry, or not at all."""
        with self._transaction() as connection:
            return write_change_set(connection, self._shape, change_set, draft, self._writer_id)

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        """Blank all payloads that name a bead, with an entry that says so."""
        with self._transaction() as connection:
            count = blank(connection, bead_id, self._shape.text)
            append(connection, draft, self._writer_id, self._shape.text)
        self._empty_the_log()
        return count

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if not is_writable(self._path):
            raise StoreReadOnly(
                f"{self._place} can only be read here.",
                "Give yourself the right to write to the file and its folder.",
            )
        with _explained(self._place), self._engine.begin() as connection:
            if schema_number(_driver(connection), self._path) < SCHEMA_NUMBER:
                _migrate(connection)
            yield connection

    def _empty_the_log(self) -> None:
        # What was blanked may still stand in the log. A reader that is at work now keeps it; the
        # next time that the last connection closes it is emptied all the same.
        with suppress(sqlite3.Error, DBAPIError), self._engine.connect() as connection:
            _driver(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)")


def create_store(path: Path, *, wait_seconds: float) -> None:
    """Make the file and its tables where they are missing; harmless where they are there."""
    place = place_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreReadOnly(
            f"{place} cannot be made: {error.strerror} ({path.parent}).", "Choose another folder."
        ) from error
    engine = _engine(path, wait_seconds, mode="rwc")
    try:
        with _explained(place), engine.connect() as connection:
            driver = _driver(connection)
            if _is_ours(driver, path):
                return
            # Write-ahead mode lasts. Some network disks do not know it and stay as they are.
            driver.execute("PRAGMA journal_mode = WAL")
            with connection.begin():
                if not _is_ours(driver, path):  # somebody may have been faster
                    _create_tables(connection)
    finally:
        engine.dispose()


def _is_ours(driver: sqlite3.Connection, path: Path) -> bool:
    """Whether our store is there; raises StoreUnavailable for a database of somebody else."""
    if driver.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
        return False
    schema_number(driver, path)
    return True


def _create_tables(connection: Connection) -> None:
    tables.embedded.create_all(connection)
    tables.ours.create_all(connection)
    connection.execute(insert(tables.schema), {VERSION_COLUMN: revision(SCHEMA_NUMBER)})


def _migrate(connection: Connection) -> None:
    from fabric.store.migrate import migrate  # noqa: PLC0415  # Alembic, for old stores only

    migrate(connection)


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        raise TypeError("the embedded store is spoken to through sqlite3")
    return driver


def _engine(path: Path, wait_seconds: float, *, mode: str) -> Engine:
    address = f"{path.absolute().as_uri()}?mode={mode}"

    def connect() -> sqlite3.Connection:
        # No isolation level: the module must not open transactions on its own.
        connection = sqlite3.connect(address, uri=True, timeout=wait_seconds, isolation_level=None)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")  # confirmed means: on the disk
        connection.execute("PRAGMA secure_delete = ON")  # what was erased is overwritten
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=StaticPool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # The one writer's place is taken before the first read, so what was read stays true.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


@contextmanager
def _explained(place: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, place) from error
    except DBAPIError as error:
        raise explain(error.orig or error, place) from error

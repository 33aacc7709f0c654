"""Opening the file of the embedded store for reading, so that reading leaves no trace.

The store is in write-ahead mode, and SQLite needs two files beside it for that (`-wal`, `-shm`).
A connection that may write makes and removes them; a read-only one makes them and leaves them
behind. So we read:

- with a read-write connection that refuses to write (`query_only`), where no log is waiting: the
  folder is byte for byte as it was once the connection is closed;
- with a read-only connection, where a log is waiting (somebody writes now, or was killed): a
  read-write one could be the last to leave and would move the log into the database;
- as an immutable file, where we may not write beside it, and no log is waiting.
"""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from fabric.errors import StoreUnavailable
from fabric.store.schema_number import VERSION_COLUMN, VERSION_TABLE, known_number
from fabric.store.sqlite_errors import explained


def place_of(path: Path) -> str:
    """How messages name the file."""
    return f"The store {path}"


def is_writable(path: Path) -> bool:
    """Whether the file, and the folder that must take the log beside it, let us write."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(each, os.W_OK, effective_ids=effective) for each in (path, path.parent))


def open_for_reading(path: Path, wait_seconds: float) -> sqlite3.Connection:
    """Open an existing store; the connection cannot write. Raises StoreUnavailable, StoreTooNew."""
    _insist_on_file(path)
    with explained(place_of(path)):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?{_mode(path)}",
            uri=True,
            timeout=wait_seconds,
            isolation_level=None,
        )
        try:
            connection.execute("PRAGMA query_only = ON")
        except sqlite3.Error:
            connection.close()
            raise
    return connection


def schema_number(connection: sqlite3.Connection, path: Path) -> int:
    """The number of our schema in the file, 0 where our tables are yet to come.

    Raises StoreUnavailable for a database of somebody else, StoreTooNew.
    """
    tables = {
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    if "issues" not in tables or "dependencies" not in tables:
        raise StoreUnavailable(
            f"{place_of(path)} is a database, but no store of beads.",
            "Name another file, or run fabric init where the store shall be.",
        )
    if VERSION_TABLE not in tables:
        return 0
    row = connection.execute(f"SELECT {VERSION_COLUMN} FROM {VERSION_TABLE}").fetchone()  # noqa: S608  # our own two names
    return known_number(str(row[0]), place_of(path)) if row else 0


def _insist_on_file(path: Path) -> None:
    try:
        size = path.stat().st_size if path.is_file() else None
    except OSError as error:
        raise StoreUnavailable(
            f"{place_of(path)} cannot be looked at: {error.strerror}.", "Check the path."
        ) from error
    if size is None:
        what = "is no file" if path.exists() else "is not there"
        raise StoreUnavailable(f"{place_of(path)} {what}.", "Make one with fabric init.")
    if size == 0:
        raise StoreUnavailable(f"{place_of(path)} holds nothing yet.", "Run fabric init.")


def _mode(path: Path) -> str:
    with suppress(OSError):
        if path.with_name(f"{path.name}-wal").stat().st_size:
            return "mode=ro"
    return "mode=rw" if is_writable(path) else "immutable=1"

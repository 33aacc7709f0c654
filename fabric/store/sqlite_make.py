"""Making the file of the embedded store, and bringing an old one up to date.

The tables are said once, for SQLAlchemy; it is loaded only here, so that no other command pays for it.
"""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine
from sqlalchemy.dialects import sqlite
from sqlalchemy.pool import StaticPool

from fabric.errors import StoreReadOnly
from fabric.store import tables
from fabric.store.making import statements_to_make
from fabric.store.schema_number import (
    SCHEMA_NUMBER,
    VERSION_COLUMN,
    VERSION_TABLE,
    revision,
)
from fabric.store.sqlite_errors import explained
from fabric.store.sqlite_file import place_of, schema_number
from fabric.store.sqlite_transaction import immediately, open_for_writing

_LOOK_AGAIN_SECONDS: Final = 0.01


def create_store(path: Path, *, wait_seconds: float) -> None:
    """Make the file and its tables where they are missing; harmless where they are there.

    Raises StoreReadOnly, StoreUnavailable, StoreBusy.
    """
    place = place_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreReadOnly(
            f"{place} cannot be made: {error.strerror} ({path.parent}).", "Choose another folder."
        ) from error
    with explained(place), closing(open_for_writing(path, wait_seconds, "rwc")) as driver:
        if _is_ours(driver, path):
            return
        _write_ahead(driver, wait_seconds)
        with immediately(driver):
            if not _is_ours(driver, path):  # somebody may have been faster
                _create_tables(driver)


def upgrade(driver: sqlite3.Connection) -> None:
    """Bring our tables to this version, inside the transaction that the connection is in."""
    from fabric.store.migrate import migrate  # noqa: PLC0415  # loads Alembic

    engine = create_engine("sqlite://", creator=lambda: driver, poolclass=StaticPool)
    with engine.connect() as connection:
        migrate(connection)


def _write_ahead(driver: sqlite3.Connection, wait_seconds: float) -> None:
    """Turn on write-ahead mode, which lasts; some network disks do not know it and stay as they are.

    SQLite does not wait by itself for others who are switching at the same moment.
    """
    until = time.monotonic() + wait_seconds
    while True:
        try:
            driver.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
            time.sleep(_LOOK_AGAIN_SECONDS)
        else:
            return


def _is_ours(driver: sqlite3.Connection, path: Path) -> bool:
    """Whether our store is there; raises StoreUnavailable for a database of somebody else."""
    if driver.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
        return False
    schema_number(driver, path)
    return True


def _create_tables(driver: sqlite3.Connection) -> None:
    for part in (tables.embedded, tables.ours):
        for table in part.sorted_tables:
            for statement in statements_to_make(table, sqlite.dialect()):
                driver.execute(statement)
    number = f"INSERT INTO {VERSION_TABLE} ({VERSION_COLUMN}) VALUES (?)"  # noqa: S608  # our own two names
    driver.execute(number, (revision(SCHEMA_NUMBER),))

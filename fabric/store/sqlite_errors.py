"""What SQLite's error codes mean to a person: one sentence what, one what to do."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from fabric.errors import (
    ChangeRefused,
    CouldNot,
    StoreBusy,
    StoreReadOnly,
    StoreUnavailable,
)

_BUSY: Final = (
    StoreBusy,
    "Another process is writing to {place} and did not let go in time.",
    "Run the command again; if it stays so, look for a process that hangs.",
)
_READ_ONLY: Final = (
    StoreReadOnly,
    "{place} can only be read here.",
    "Give yourself the right to write to the file and its folder.",
)
_BROKEN: Final = (
    StoreUnavailable,
    "{place} is not a database, or it is damaged ({error}).",
    "Move it away and make it anew from an export: fabric init, then fabric import FILE.",
)
_FULL: Final = (
    ChangeRefused,
    "There is no room left on the disk of {place}; nothing of the change was written.",
    "Free some space and run the command again.",
)
_FAILED: Final = (
    StoreUnavailable,
    "The disk under {place} failed ({error}); nothing of the change was written.",
    "Look whether there is space and whether the disk is well, and run the command again.",
)
_CLOSED: Final = (
    StoreUnavailable,
    "{place} cannot be opened ({error}).",
    "Look whether you may read the file and write to its folder.",
)
_REFUSED: Final = (
    ChangeRefused,
    "{place} refused the change ({error}); nothing of it was written.",
    "Run the command again with --dry-run to see what it would write.",
)
_OTHER: Final = (
    StoreUnavailable,
    "{place} could not answer ({error}).",
    "Run fabric doctor to see what is wrong.",
)

_MEANINGS: Final[Mapping[int, tuple[type[CouldNot], str, str]]] = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CORRUPT: _BROKEN,
    sqlite3.SQLITE_NOTADB: _BROKEN,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: _FAILED,
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
    sqlite3.SQLITE_CONSTRAINT: _REFUSED,
    sqlite3.SQLITE_TOOBIG: _REFUSED,
}


def explain(error: BaseException, place: str) -> CouldNot:
    """The error that says in words what SQLite says in numbers."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the upper bits only refine it
    kind, what, remedy = _MEANINGS.get(code, _OTHER)
    return kind(what.format(place=place, error=error), remedy)


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Turn what `sqlite3` raises into our errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, place) from error

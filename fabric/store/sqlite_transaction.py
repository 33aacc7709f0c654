"""Connections to the file of the embedded store that may write, and their transactions."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class _Driver(sqlite3.Connection):
    """A connection whose transactions begin and end by our statements only, whoever else uses it."""

    def commit(self) -> None:  # type: ignore[explicit-override]  # the mark of Python 3.12
        """Leave the transaction open."""

    def rollback(self) -> None:  # type: ignore[explicit-override]  # the mark of Python 3.12
        """Leave the transaction open."""


def open_for_writing(path: Path, wait_seconds: float, mode: str = "rw") -> sqlite3.Connection:
    """Open the file; with mode `rwc` it is made where it is missing. Raises what `sqlite3` raises."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    # No isolation level: the module must not open transactions on its own.
    driver = sqlite3.connect(
        address, uri=True, timeout=wait_seconds, isolation_level=None, factory=_Driver
    )
    try:
        driver.execute("PRAGMA foreign_keys = ON")
        driver.execute("PRAGMA synchronous = FULL")  # confirmed means: on the disk
        driver.execute("PRAGMA secure_delete = ON")  # what was erased is overwritten
    except sqlite3.Error:
        driver.close()
        raise
    return driver


@contextmanager
def immediately(driver: sqlite3.Connection) -> Iterator[None]:
    """A transaction whose writer's place is taken before the first read, so what was read stays true."""
    driver.execute("BEGIN IMMEDIATE")
    try:
        yield
        driver.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # a failed statement may have ended it already
            driver.execute("ROLLBACK")
        raise

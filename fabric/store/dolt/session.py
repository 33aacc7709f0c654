"""Connections to a Dolt server: own deadlines, no autocommit, UTC, a fresh snapshot each time."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final, TypeAlias

import pymysql

from fabric.errors import StoreBusy
from fabric.store.dolt.address import Address
from fabric.store.statements import Row

_CONNECT_SECONDS: Final = 5
_ANSWERS_LONGER: Final = 6
"""An answer may take this many times as long as another writer may."""

_SURE_SECONDS: Final = 1.0
"""For how long a free connection is taken for a good one: a person may think for hours between two."""

Driver: TypeAlias = "pymysql.connections.Connection[pymysql.cursors.Cursor]"  # in stubs only


def password_in(environment: Mapping[str, str]) -> Callable[[], str]:
    """How to get the password: a function, so that no value stands in a printed store."""
    names = ("FABRIC_DOLT_PASSWORD", "BEADS_DOLT_PASSWORD")
    return lambda: next((environment[name] for name in names if environment.get(name)), "")


class DoltSession:
    """A `statements.Session` over one connection; all that it runs is one transaction."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    @property
    def is_open(self) -> bool:
        """Whether the connection was not lost."""
        return self._driver.open

    def run(self, sql: str, values: Sequence[object] = ()) -> Sequence[Sequence[object]]:
        """Run one statement; its rows."""
        with self._driver.cursor() as cursor:
            cursor.execute(_marked(sql), values)
            return cursor.fetchall()

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Run one statement for each row of values; rows to insert go in a few statements."""
        with self._driver.cursor() as cursor:
            cursor.executemany(_marked(sql), rows)

    def named(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run one statement; its rows by the names of the columns."""
        with self._driver.cursor() as cursor:
            cursor.execute(_marked(sql), values)
            names = [each[0] for each in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def commit(self) -> None:
        """End the transaction; what it wrote stays."""
        self._driver.commit()

    def rollback(self) -> None:
        """End the transaction; what it wrote goes, and what follows sees what is new."""
        self._driver.rollback()


class Connections:
    """The connections of one store: one is used again once it is free, a lost one never."""

    def __init__(self, address: Address, password: Callable[[], str], wait_seconds: float) -> None:
        self._address = address
        self._password = password
        self._deadline = max(1, round(_ANSWERS_LONGER * wait_seconds))
        self._idle: list[tuple[Driver, float]] = []

    @contextmanager
    def session(self) -> Iterator[DoltSession]:
        """A session with a fresh snapshot; what it did not commit goes. Raises what the driver raises."""
        driver = self._free() or self._connect()
        try:
            yield DoltSession(driver)
        except Exception:
            self._give_back(driver)
            raise
        except BaseException:  # interrupted: half an answer may be under way, a lock held
            _close(driver)
            raise
        self._give_back(driver)

    def close(self) -> None:
        """Let go of all of them."""
        while self._idle:
            _close(self._idle.pop()[0])

    def _give_back(self, driver: Driver) -> None:
        try:
            driver.rollback()
        except (pymysql.MySQLError, OSError):
            _close(driver)
        else:
            self._idle.append((driver, time.monotonic()))

    def _free(self) -> "Driver | None":
        """A connection that is free; one that was so for long may be lost, so it is asked first."""
        while self._idle:
            driver, since = self._idle.pop()
            if time.monotonic() - since < _SURE_SECONDS:
                return driver
            try:
                driver.ping(reconnect=False)
            except (pymysql.MySQLError, OSError):
                _close(driver)
            else:
                return driver
        return None

    def _connect(self) -> Driver:
        """Connect so that transactions are real ones.

        The server does not tell the driver that it commits by itself, so the driver never turns
        that off: the session does. The statement opens a snapshot, which is given up at once.
        """
        address = self._address
        driver = pymysql.connect(
            host=address.host,
            port=address.port,
            user=address.user,
            password=self._password(),
            database=address.database,
            charset="utf8mb4",
            connect_timeout=min(_CONNECT_SECONDS, self._deadline),
            read_timeout=self._deadline,
            write_timeout=self._deadline,
        )
        with driver.cursor() as cursor:
            cursor.execute("SET autocommit = 0, time_zone = '+00:00'")
        driver.rollback()
        return driver


@contextmanager
def turn(session: DoltSession, address: Address, wait_seconds: float) -> Iterator[None]:
    """Write one after the other among ourselves: two of us would only meet as a conflict.

    bd does not know this lock; with it we meet as a conflict, and try again. Raises StoreBusy.
    """
    name = f"fabric/{address.database}"[:64]
    ((taken,),) = session.run("SELECT GET_LOCK(?, ?)", (name, wait_seconds))
    session.rollback()  # what follows must see what the one before wrote
    if taken != 1:
        raise StoreBusy(
            f"Another process is writing to {address.database} and did not let go in time.",
            "Run the command again; if it stays so, look for a process that hangs.",
        )
    try:
        yield
    finally:
        if session.is_open:
            session.rollback()
            session.run("SELECT RELEASE_LOCK(?)", (name,))
            session.rollback()


def _marked(sql: str) -> str:
    """A statement with the marks of the driver; ours hold neither `?` nor `%` elsewhere."""
    return sql.replace("?", "%s")


def _close(driver: Driver) -> None:
    with suppress(pymysql.MySQLError, OSError):  # it may be lost already
        driver.close()

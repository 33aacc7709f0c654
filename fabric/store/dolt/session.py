"""Connections to a Dolt server: own deadlines, no autocommit, UTC, a fresh snapshot each time."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import pymysql
from sqlalchemy import Connection, Engine, create_engine, text

from fabric.errors import StoreBusy
from fabric.store.dolt.address import Address

_CONNECT_SECONDS: Final = 5
_ANSWERS_LONGER: Final = 6
"""An answer may take this many times as long as another writer may."""


def password_in(environment: Mapping[str, str]) -> Callable[[], str]:
    """How to get the password: a function, so that no value stands in a printed store."""
    names = ("FABRIC_DOLT_PASSWORD", "BEADS_DOLT_PASSWORD")
    return lambda: next((environment[name] for name in names if environment.get(name)), "")


def make_engine(address: Address, password: Callable[[], str], wait_seconds: float) -> Engine:
    """An engine whose transactions are real ones.

    The server does not tell the driver that it commits by itself, so the driver never turns that
    off: the session does. The statement opens a snapshot, which is given up at once.
    """
    deadline = max(1, round(_ANSWERS_LONGER * wait_seconds))

    def connect() -> "pymysql.connections.Connection[pymysql.cursors.Cursor]":
        connection = pymysql.connect(
            host=address.host,
            port=address.port,
            user=address.user,
            password=password(),
            database=address.database,
            charset="utf8mb4",
            connect_timeout=min(_CONNECT_SECONDS, deadline),
            read_timeout=deadline,
            write_timeout=deadline,
        )
        with connection.cursor() as cursor:
            cursor.execute("SET autocommit = 0, time_zone = '+00:00'")
        connection.rollback()
        return connection

    return create_engine("mysql+pymysql://", creator=connect)


@contextmanager
def turn(connection: Connection, address: Address, wait_seconds: float) -> Iterator[None]:
    """Write one after the other among ourselves: two of us would only meet as a conflict.

    bd does not know this lock; with it we meet as a conflict, and try again. Raises StoreBusy.
    """
    name = f"fabric/{address.database}"[:64]
    taken = connection.scalar(
        text("SELECT GET_LOCK(:name, :seconds)"), {"name": name, "seconds": wait_seconds}
    )
    connection.rollback()  # what follows must see what the one before wrote
    if taken != 1:
        raise StoreBusy(
            f"Another process is writing to {address.database} and did not let go in time.",
            "Run the command again; if it stays so, look for a process that hangs.",
        )
    try:
        yield
    finally:
        if not connection.invalidated:
            connection.rollback()
            connection.scalar(text("SELECT RELEASE_LOCK(:name)"), {"name": name})
            connection.rollback()

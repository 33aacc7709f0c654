"""A real `dolt sql-server` on the loopback address, started and stopped by its process."""

import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pymysql
from pymysql.cursors import Cursor

HOST = "127.0.0.1"
_READY_WITHIN = 30.0
_STOPPED_WITHIN = 15.0


@dataclass(frozen=True, slots=True)
class DoltServer:
    """A running server: root, no password."""

    port: int
    data: Path
    process: subprocess.Popen[bytes]

    def connect(self, database: str | None = None) -> "pymysql.Connection[Cursor]":
        """Open a connection with autocommit off, in UTC; the caller closes it."""
        connection = pymysql.connect(
            host=HOST,
            port=self.port,
            user="root",
            password="",
            database=database,
            charset="utf8mb4",
        )
        with connection.cursor() as cursor:
            # PyMySQL believes the greeting of the server, which does not say that autocommit is on.
            cursor.execute("SET autocommit=0, time_zone='+00:00'")
        connection.rollback()  # drop the snapshot that SET opened
        return connection

    def rows(
        self, database: str | None, statement: str, *values: object
    ) -> list[tuple[object, ...]]:
        """Run one statement in its own connection, SQL-commit it and return its rows."""
        connection = self.connect(database)
        try:
            with connection.cursor() as cursor:
                cursor.execute(statement, values)
                found = [tuple(row) for row in cursor.fetchall()]
            connection.commit()
            return found
        finally:
            connection.close()

    def stop(self) -> None:
        """End the server, and wait until it is gone."""
        self.process.terminate()
        try:
            self.process.wait(_STOPPED_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(_STOPPED_WITHIN)

    def adopt(self, template: Path, name: str) -> None:
        """Open a copy of a database directory as a new database.

        A running server does not look for new directories. But what was dropped it can take back:
        so the copy is laid where dropped databases lie, and undropped.
        """
        dropped = self.data / ".dolt_dropped_databases"
        dropped.mkdir(exist_ok=True)
        shutil.copytree(template, dropped / name)
        self.rows(None, "CALL DOLT_UNDROP(%s)", name)


def start_server(dolt: Path, data: Path, environment: Mapping[str, str]) -> DoltServer:
    """Start a server over a data directory (which may be empty) and wait until it answers."""
    data.mkdir(parents=True, exist_ok=True)
    for _ in range(3):  # somebody else may take the free port between the look and the start
        server = _launch(dolt, data, environment)
        if _answers(server):
            return server
        server.stop()
    raise AssertionError(f"dolt sql-server did not start: {_log(data).read_text(encoding='utf-8')}")


def _log(data: Path) -> Path:
    return data.parent / f"{data.name}.log"


def _launch(dolt: Path, data: Path, environment: Mapping[str, str]) -> DoltServer:
    port = _free_port()
    where = ["-H", HOST, "-P", str(port), "--data-dir", str(data)]
    with _log(data).open("ab") as log:
        process = subprocess.Popen(
            [str(dolt), "sql-server", *where, "--loglevel=warning"],
            cwd=data,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    return DoltServer(port, data, process)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port


def _answers(server: DoltServer) -> bool:
    deadline = time.monotonic() + _READY_WITHIN
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            server.connect().close()
        except pymysql.err.OperationalError:
            time.sleep(0.05)
        else:
            return True
    return False

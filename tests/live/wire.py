"""A wire between our command and a Dolt server that counts commands and kills at one of them.

Of the protocol of MySQL it knows that each packet has three bytes of length and one of sequence,
and that a command begins at sequence 0; how the two shake hands begins at 1 for the client.
"""

import os
import signal
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from tests.live.dolt_server import HOST
from tests.live.lanes import Strike

_HEAD: Final = 4
_MOST: Final = 65_536
_LONG: Final = 0xFFFFFF
_QUIT: Final = 1
_QUERY: Final = 3
_READING: Final = ("SELECT", "SET", "SHOW", "ROLLBACK", "DESC")
_LOCKS: Final = ("GET_LOCK", "RELEASE_LOCK")


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a client: its kind, and its words where it is a query."""

    kind: int
    text: str

    @property
    def is_answered(self) -> bool:
        """Whether the server says anything to it."""
        return self.kind != _QUIT

    @property
    def writes(self) -> bool:
        """Whether it changes anything on the server: rows, a transaction's end, a lock."""
        text = self.text.strip().upper()
        reads = self.kind != _QUERY or text.startswith(_READING)
        return not reads or any(lock in text for lock in _LOCKS)


class Wire:
    """Listens on a port of its own, and passes everything on to the server's."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        self.commands: list[Command] = []
        self._strike: Strike | None = None
        self._victim = 0
        self._known = threading.Event()
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def expect(self, strike: Strike | None = None) -> None:
        """Count from here on, and strike where it is asked for."""
        self.commands = []
        self._strike = strike
        self._known.clear()

    def aim(self, victim: int) -> None:
        """Say which process dies; nothing of it is passed on before that."""
        self._victim = victim
        self._known.set()

    def hang_up(self) -> None:
        """Let go of all connections, as the system does for a process that is gone."""
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in self._sockets:
            each.close()
        self._sockets.clear()
        self._threads.clear()

    def close(self) -> None:
        """Hang up, and listen no more."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listener.close()
        self.hang_up()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection((HOST, self._server_port))
            for each in (client, server):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._sockets += [client, server]
            dying = threading.Event()
            for carry in (self._carry_commands, self._carry_answers):
                thread = threading.Thread(target=carry, args=(client, server, dying), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _carry_commands(
        self, client: socket.socket, server: socket.socket, dying: threading.Event
    ) -> None:
        self._known.wait()
        with suppress(OSError), client.makefile("rb") as stream:
            goes_on = False  # a packet of full length has its rest in the next one
            while len(head := stream.read(_HEAD)) == _HEAD:
                size = int.from_bytes(head[:3], "little")
                body = stream.read(size)
                if head[3] == 0 and not goes_on and self._is_due(body, dying):
                    return  # with what it asked, which nobody hears
                goes_on = size == _LONG
                server.sendall(head + body)
            server.shutdown(socket.SHUT_WR)

    def _is_due(self, body: bytes, dying: threading.Event) -> bool:
        """Count a command; whether the client died of it."""
        text = body[1:].decode("utf-8", "replace") if body[0] == _QUERY else ""
        with self._lock:
            self.commands.append(Command(body[0], text))
            number, strike = len(self.commands), self._strike
        if strike is None or strike.number != number:
            return False
        if strike.when == "after":
            dying.set()
            return False
        self._kill()
        return True

    def _carry_answers(
        self, client: socket.socket, server: socket.socket, dying: threading.Event
    ) -> None:
        with suppress(OSError):
            while answer := server.recv(_MOST):
                if dying.is_set():
                    self._kill()
                    return
                client.sendall(answer)
            client.shutdown(socket.SHUT_WR)

    def _kill(self) -> None:
        os.kill(self._victim, signal.SIGKILL)

"""Runs verification commands: no shell, no standard input, bounded in time and output."""

import hashlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from fabric.ports import RunResult

_TAIL_BYTES: Final = 2000
_CHUNK: Final = 65536
_GRACE_SECONDS: Final = 2.0


class ProcessRunner:
    """A `ports.Runner`: each command is its own process group, so that all of it can be ended."""

    def run(
        self, arguments: Sequence[str], *, folder: Path, timeout_seconds: float, output_limit: int
    ) -> RunResult:
        """Run a command; what cannot run, hangs or prints too much is told in `problem`."""
        begin = time.monotonic()
        try:
            process = subprocess.Popen(  # noqa: S603 -- an argument list, trusted by a person first
                list(arguments),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            return RunResult(None, _digest(b""), "", 0.0, f"it cannot be run: {error}")
        output = _Output(output_limit, process)
        reader = threading.Thread(target=output.read, daemon=True)
        reader.start()
        problem = _wait(process, timeout_seconds)
        reader.join(_GRACE_SECONDS)
        if process.stdout is not None and not reader.is_alive():
            process.stdout.close()
        if output.overflowed:
            problem = f"it printed more than {output_limit} bytes and was stopped"
        seconds = round(time.monotonic() - begin, 3)
        status = None if problem else process.returncode
        return RunResult(status, output.digest(), output.tail(), seconds, problem)


class _Output:
    """What a process prints: hashed up to a limit, its end kept."""

    def __init__(self, limit: int, process: "subprocess.Popen[bytes]") -> None:
        self._limit = limit
        self._process = process
        self._hash = hashlib.sha256()
        self._count = 0
        self._end = b""
        self.overflowed = False

    def read(self) -> None:
        """Read until the end, or stop the process at the limit."""
        stream: IO[bytes] | None = self._process.stdout
        if stream is None:
            return
        descriptor = stream.fileno()
        while chunk := os.read(descriptor, _CHUNK):
            room = self._limit - self._count
            self._hash.update(chunk[:room])
            self._end = (self._end + chunk[:room])[-_TAIL_BYTES:]
            self._count += len(chunk)
            if self._count > self._limit:
                self.overflowed = True
                _stop(self._process)
                break

    def digest(self) -> str:
        """Digest of what was read."""
        return "sha256:" + self._hash.hexdigest()

    def tail(self) -> str:
        """The end of what was read, as text."""
        return self._end.decode("utf-8", "replace")


def _wait(process: "subprocess.Popen[bytes]", timeout_seconds: float) -> str:
    try:
        process.wait(timeout_seconds)
    except subprocess.TimeoutExpired:
        _stop(process)
        return f"it ran longer than {timeout_seconds:g} seconds and was stopped"
    except KeyboardInterrupt:
        _stop(process)
        raise
    return ""


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """End the whole group: a test runner's children must not live on."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
        except ProcessLookupError:
            return
        try:
            process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        return


def _digest(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()

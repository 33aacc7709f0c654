"""Runs bd: argument lists, a time limit, no shell; what it says when it refuses, as one sentence."""

import atexit
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Final, Protocol

from fabric.errors import StoreBusy, StoreUnavailable
from fabric.models.frozen import dataclass

_GRACE_SECONDS: Final = 2.0
_SHORT_GRACE_SECONDS: Final = 0.5
_OURS: Final = {
    "BD_JSON_ENVELOPE": "1",  # without it a note named `schema_version` cannot be told apart
    "BD_NON_INTERACTIVE": "1",
    "BEADS_MAX_ROWS": "0",  # a cap of rows would make us believe that beads are missing
}

_RUNNING: Final[set["subprocess.Popen[bytes]"]] = set()


@dataclass(frozen=True, slots=True)
class Reply:
    """How a bd command ended and what it printed; `seconds` is the limit that it kept."""

    arguments: tuple[str, ...]
    exit: int
    out: bytes
    err: str = ""


class Launch(Protocol):
    """Runs bd with arguments and a text for its standard input, within some seconds."""

    def __call__(self, arguments: Sequence[str], *, given: str, seconds: float) -> Reply:
        """Run it, whatever its exit status. Raises StoreUnavailable, StoreBusy."""
        ...


@dataclass(frozen=True, slots=True)
class Program:
    """The bd on the machine, in one workspace: a `Launch`.

    `environment` is the whole environment of the commands; `beads` the `.beads` folder that they
    must use, whatever the environment says.
    """

    path: Path
    folder: Path
    beads: Path
    environment: Mapping[str, str]

    def __call__(self, arguments: Sequence[str], *, given: str, seconds: float) -> Reply:
        """Run it, whatever its exit status. Raises StoreUnavailable, StoreBusy."""
        command = (str(self.path), *arguments)
        try:
            process = subprocess.Popen(  # noqa: S603  # an argument list; no shell sees it
                command,
                cwd=self.folder,
                env={**self.environment, **_OURS, "BEADS_DIR": str(self.beads)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that what bd starts ends with it
            )
        except (OSError, ValueError) as error:
            raise StoreUnavailable(
                f"bd cannot be run: {error}.", f"Look what {self.path} is, and at its rights."
            ) from error
        _RUNNING.add(process)
        try:
            out, err = _finish(process, given, seconds, arguments)
        finally:
            _RUNNING.discard(process)
        return Reply(tuple(arguments), process.returncode, out, err.decode("utf-8", "replace"))


def find_program(environment: Mapping[str, str], name: str = "bd") -> Path:
    """Where bd is. Raises StoreUnavailable."""
    found = which(name, path=environment.get("PATH", ""))
    if found is None:
        raise StoreUnavailable(
            f"There is no program {name} on the PATH.",
            "Install bd, or read its export: --store jsonl:.beads/issues.jsonl.",
        )
    return Path(found)


def _finish(
    process: "subprocess.Popen[bytes]", given: str, seconds: float, arguments: Sequence[str]
) -> tuple[bytes, bytes]:
    try:
        return process.communicate(given.encode("utf-8", "surrogatepass"), timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise StoreBusy(
            f"bd did not answer `bd {arguments[0]}` within {seconds:g} seconds and was stopped.",
            "Look for another bd or a Dolt server that holds the workspace, and run this again.",
        ) from error
    finally:
        if process.returncode is None:  # also when a person presses Ctrl-C
            _stop(process)


@atexit.register
def _stop_all() -> None:
    """Leave no bd behind: who asked in a thread that was late does not wait for it any more."""
    for process in tuple(_RUNNING):
        for sign in (signal.SIGTERM, signal.SIGKILL):
            # Whoever waits for its answer reads its pipes still, so it is only waited for here.
            with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(process.pid, sign)
                process.wait(_SHORT_GRACE_SECONDS)


def _stop(process: "subprocess.Popen[bytes]") -> None:
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
        except ProcessLookupError:
            return
        try:
            process.communicate(timeout=_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        return

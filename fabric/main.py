"""The entry point of the commands `fabric` and `bead-fabric`."""

import atexit
import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn


def main() -> None:
    """Run the command line and end the process with its exit status."""
    gc.disable()  # a command is over before looking for cycles would pay
    arguments = sys.argv[1:]
    sys.exit(_express(arguments) if arguments[:1] == ["prime"] else _run(arguments))


def _express(arguments: list[str]) -> int:
    from fabric.faces.cli.express import prime_at_once  # noqa: PLC0415  # loads next to nothing

    status = prime_at_once(arguments[1:])
    return _run(arguments) if status is None else _leave(status)


def _leave(status: int) -> NoReturn:
    """End the process at once: taking a thousand beads apart again would take a tenth of the time.

    Files were closed before, and a store that did not answer in time cannot hold the end up.
    """
    atexit._run_exitfuncs()  # noqa: SLF001  # what others asked for is done all the same
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
    os._exit(status)


def _run(arguments: list[str]) -> int:
    from fabric.faces.cli.app import run  # noqa: PLC0415  # loads the library of command lines

    return run(arguments)

"""The entry point of the commands `fabric` and `bead-fabric`.

Nothing is imported before `main` runs: so an interruption is told in a word from the first moment.
"""

import sys


def main() -> None:
    """Run the command line and end the process with its exit status."""
    try:
        status = _run(sys.argv[1:])
    except KeyboardInterrupt:
        status = _interrupted()
    _leave(status)


def _run(arguments: list[str]) -> int:
    import gc

    gc.disable()  # a command is over before looking for cycles would pay
    _open_outputs()
    from fabric.faces.cli.express import at_once  # loads next to nothing

    status = at_once(arguments)
    if status is not None:
        return status
    from fabric.faces.cli.app import run  # loads the library of command lines

    return run(arguments)


def _open_outputs() -> None:
    """Give a process that was begun without an output one that nobody reads."""
    import os

    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115 -- until the end


def _interrupted() -> int:
    from fabric.faces.cli.exits import INTERRUPTED

    sys.stderr.write("Interrupted.\n")
    return INTERRUPTED


def _leave(status: int) -> None:
    """End the process at once: taking a thousand beads apart again would take a tenth of the time.

    Files were closed before, and a store that did not answer in time cannot hold the end up.
    """
    import atexit
    import os
    from contextlib import suppress

    try:
        atexit._run_exitfuncs()  # noqa: SLF001  # what others asked for is done all the same
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                with suppress(OSError, ValueError):
                    stream.flush()
    finally:
        os._exit(status)

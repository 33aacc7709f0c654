"""How every command line ends: errors become words and a status, and what was opened is closed.

Both ways to a verb end here, also the short one: so nothing is loaded that only an error needs.
"""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from fabric.errors import CouldNot, FabricError, WrongUse
from fabric.faces.cli.exits import READER_LEFT, exit_status


def ended(arguments: Sequence[str], work: Callable[[], int]) -> int:
    """Do what a command line asks for; its exit status. Raises KeyboardInterrupt."""
    try:
        return _status(arguments, work)
    finally:
        wiring = sys.modules.get("fabric.wiring")  # not loaded where no store was asked for
        if wiring is not None:
            wiring.close_stores()


def _status(arguments: Sequence[str], work: Callable[[], int]) -> int:
    try:
        _refuse_half_letters(arguments)
        return work()
    except FabricError as error:
        return _say(error)
    except BrokenPipeError:
        return _reader_left()
    except OSError as error:
        return _say(told(error))


def told(error: OSError) -> CouldNot:
    """In words: a path that no file can have, a folder that is closed to us, a disk that is full."""
    named = error.filename or "What was asked for"
    return CouldNot(f"{named} cannot be used: {error.strerror}.", "Check path and disk.")


def _say(error: FabricError) -> int:
    from fabric.faces.cli.output import show_error  # noqa: PLC0415  # only a failure needs it

    with suppress(OSError):  # where nobody can be told, the status tells
        show_error(error)
    return exit_status(error)


def _refuse_half_letters(arguments: Sequence[str]) -> None:
    """Raise WrongUse for an argument that is no UTF-8: nothing that we write could hold it."""
    for argument in arguments:
        if any("\ud800" <= letter <= "\udfff" for letter in argument):
            raise WrongUse(f"The argument {argument!r} is not UTF-8.", "Type it in UTF-8.")


def _reader_left() -> int:
    """Say nothing more, also not at shutdown; not 0, lest a gate in a pipe turns green."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return READER_LEFT

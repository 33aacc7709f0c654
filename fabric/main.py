"""The entry point of the commands `fabric` and `bead-fabric`."""

import gc
import sys


def main() -> None:
    """Run the command line and end the process with its exit status."""
    gc.disable()  # a command is over before looking for cycles would pay
    arguments = sys.argv[1:]
    sys.exit(_express(arguments) if arguments[:1] == ["prime"] else _run(arguments))


def _express(arguments: list[str]) -> int:
    from fabric.faces.cli.express import prime_at_once  # noqa: PLC0415  # loads next to nothing

    status = prime_at_once(arguments[1:])
    return _run(arguments) if status is None else status


def _run(arguments: list[str]) -> int:
    from fabric.faces.cli.app import run  # noqa: PLC0415  # loads the library of command lines

    return run(arguments)

"""The entry point of the commands `fabric` and `bead-fabric`."""

import sys

from fabric.faces.cli.app import run


def main() -> None:
    """Run the command line and end the process with its exit status."""
    sys.exit(run(sys.argv[1:]))

"""The person's text editor, as `$VISUAL` or `$EDITOR` names it."""

import sys
from pathlib import Path
from typing import Final

from fabric.errors import CouldNot

_USUAL: Final = ("sensible-editor", "nano", "vi")
_HINT: Final = "Set EDITOR, as in `export EDITOR=nano`, or give the words by options or --file."


class TextEditor:
    """Opens files; without a name the usual editors are looked for, on a terminal only."""

    def __init__(self, named: str) -> None:
        self._named = named

    def open(self, file: Path) -> None:
        """Open a file and wait until the person is done. Raises CouldNot."""
        import subprocess  # noqa: PLC0415  # here and below: most commands open no editor

        command = self._command()
        try:
            done = subprocess.run([*command, str(file)], check=False)  # noqa: S603 -- the person's own editor
        except OSError as error:
            raise CouldNot(
                f"The editor {command[0]!r} cannot be started: {error.strerror}.", _HINT
            ) from error
        if done.returncode != 0:
            raise CouldNot(
                f"The editor {command[0]!r} ended with the status {done.returncode}.", _HINT
            )

    def _command(self) -> list[str]:
        from shutil import which  # noqa: PLC0415

        if self._named:
            return _split(self._named)
        found = next((each for each in map(which, _USUAL) if each), None)
        if found is None or not sys.stdin.isatty():
            raise CouldNot("No editor is named.", _HINT)
        return [found]


def _split(named: str) -> list[str]:
    """The words of a command; a path with blanks that is a program stays whole."""
    import shlex  # noqa: PLC0415
    from shutil import which  # noqa: PLC0415

    if which(named):
        return [named]
    try:
        return shlex.split(named) or [named]
    except ValueError as error:
        raise CouldNot(f"The editor {named!r} cannot be read as a command.", _HINT) from error

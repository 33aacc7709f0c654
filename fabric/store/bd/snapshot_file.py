"""The last snapshot of a workspace, kept beside it: good for as long as its state is the same."""

import json
from pathlib import Path
from typing import Final

from fabric.errors import StoreReadOnly
from fabric.store.bd.local_folder import open_local_folder, write_whole

_FORM: Final = "fabric-snapshot-1"


class SnapshotFile:
    """What bd answered, by kind, in one file each: the state in the first line, then the answer.

    That nothing can be kept is no error: then bd is asked.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, kind: str, state: str) -> object:
        """The answer of a kind at a state, parsed; None where it is not known."""
        if not state:
            return None
        try:
            with (self._folder / f"{kind}.snapshot").open("rb") as file:
                if file.readline() != _head(state):
                    return None
                found: object = json.loads(file.read())
        except (OSError, ValueError, RecursionError):
            return None
        return found

    def keep(self, kind: str, state: str, answer: bytes) -> None:
        """Keep an answer in place of the one before it."""
        if not state:
            return
        try:
            open_local_folder(self._folder)
            write_whole(self._folder / f"{kind}.snapshot", _head(state) + answer)
        except (OSError, StoreReadOnly):
            return

    def forget(self) -> None:
        """Remove what is kept, because it is about to be outdated and may be meant to vanish."""
        # With what a process that was killed left of one; who writes one just now keeps none.
        for file in self._folder.glob("*.snapshot*"):
            file.unlink(missing_ok=True)


def _head(state: str) -> bytes:
    return f"{_FORM} {state}\n".encode()

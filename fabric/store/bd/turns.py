"""Our own writers to one workspace take turns; bd knows nothing of it."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fabric.errors import StoreBusy
from fabric.store.bd.local_folder import open_local_folder

_FILE: Final = "turn.lock"
_LOOK_AGAIN_SECONDS: Final = 0.05


@contextmanager
def my_turn(folder: Path, seconds: float) -> Iterator[None]:
    """Hold the turn; it ends with the process, however that ends. Raises StoreBusy, CouldNot."""
    open_local_folder(folder)
    with (folder / _FILE).open("a", encoding="utf-8") as file:
        _take(file.fileno(), folder, seconds)
        yield


def _take(descriptor: int, folder: Path, seconds: float) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise StoreBusy(
                    f"Another fabric command has been writing to {folder.parent} "
                    f"for over {seconds:g} seconds.",
                    "Wait for it, or look for one that hangs; then run this again.",
                ) from None
            time.sleep(_LOOK_AGAIN_SECONDS)
        else:
            return

"""Progress of long work, on a terminal only."""

import sys
from collections.abc import Callable


def progress(what: str) -> Callable[[int, int], None]:
    """A function that is told how many of how many are done."""
    if not sys.stderr.isatty():
        return lambda _done, _all: None

    def tell(done: int, every: int) -> None:
        end = "\n" if done == every else ""
        sys.stderr.write(f"\r{what}: {done} of {every}{end}")
        sys.stderr.flush()

    return tell

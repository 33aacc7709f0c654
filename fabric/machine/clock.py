"""The clock of this machine."""

import time
from datetime import UTC, datetime
from typing import Final

_FIRST_SECONDS: Final = 0.005
_MOST_SECONDS: Final = 0.5


class SystemClock:
    """A `ports.Clock`."""

    def now(self) -> datetime:
        """The present instant, UTC."""
        return datetime.now(UTC)  # noqa: TID251 -- this is the clock that everybody else asks

    def pause(self, attempt: int) -> None:
        """Wait a little: doubling, with a random part, so that writers do not meet again."""
        import random  # noqa: PLC0415  # slow to load, and hardly anybody has to wait

        longest = min(_MOST_SECONDS, _FIRST_SECONDS * 2**attempt)
        time.sleep(longest * (0.5 + random.random() / 2))  # noqa: S311 -- not for secrecy

"""The clock of this machine."""

from datetime import UTC, datetime


class SystemClock:
    """A `ports.Clock`."""

    def now(self) -> datetime:
        """The present instant, UTC."""
        return datetime.now(UTC)  # noqa: TID251 -- this is the clock that everybody else asks

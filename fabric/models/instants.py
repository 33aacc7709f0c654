"""Instants as text: read tolerantly, written in one form."""

import re
from datetime import UTC, date, datetime

_FRACTION = re.compile(r"(\.\d{6})\d+")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def parse_instant(text: object) -> datetime | None:
    """Read a date (00:00 UTC) or an RFC 3339 time; anything else is None.

    Nanoseconds are cut to microseconds; a time without a zone is taken as UTC.
    """
    if not isinstance(text, str) or not text.strip():
        return None
    plain = _FRACTION.sub(r"\1", text.strip())
    try:
        if _DATE.fullmatch(plain):
            day = date.fromisoformat(plain)
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        read = datetime.fromisoformat(plain)
    except ValueError:
        return None
    if read.tzinfo is None:
        return read.replace(tzinfo=UTC)
    try:
        return read.astimezone(UTC)
    except OverflowError:  # year 1 or 9999 beside an offset
        return None


def format_instant(instant: datetime) -> str:
    """Write an aware instant as bd does: whole seconds, UTC, `Z`."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def is_instant(text: object) -> bool:
    """Whether the text is a date or an RFC 3339 time."""
    return parse_instant(text) is not None

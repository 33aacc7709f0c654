"""Instants as text: read tolerantly, written in one form."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]"
    r"((?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?)"
    r"([Zz]|[+-][0-9]{2}:[0-9]{2})?"
)
_MICROSECONDS: Final = len("09:00:00.123456")


def parse_instant(text: object) -> datetime | None:
    """Read a date (00:00 UTC) or an RFC 3339 time; anything else is None.

    Nanoseconds are cut to microseconds; a blank may stand for the `T`, seconds may be left out, and
    a time without a zone is taken as UTC.
    """
    return _parsed(text) if isinstance(text, str) else None


@lru_cache(maxsize=4096)  # many beads carry the same few times, and each is asked for often
def _parsed(text: str) -> datetime | None:
    plain = text.strip()
    try:
        if _DATE.fullmatch(plain):
            day = date.fromisoformat(plain)
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        found = _TIME.fullmatch(plain)
        return _instant(found) if found else None
    except (ValueError, OverflowError):  # no such day or hour; year 1 or 9999 beside an offset
        return None


def _instant(found: re.Match[str]) -> datetime:
    day, time, zone = found.groups()
    plain = f"{day}T{time[:_MICROSECONDS]}{(zone or 'Z').upper()}"
    return datetime.fromisoformat(plain).astimezone(UTC)


def latest_instant(texts: Iterable[str]) -> datetime | None:
    """The latest of many instants; None where no text is one.

    Texts of one length that end with `Z` sort as their instants do, so that few must be read.
    """
    known = list(texts)
    latest: dict[int, str] = {}
    others: list[str] = []
    for text in known:
        if text[-1:] != "Z":
            others.append(text)
        elif text > latest.get(len(text), ""):
            latest[len(text)] = text
    if not all(is_instant(text) for text in latest.values()):
        others = known  # something that is no instant sorts last: read them all
    read = (parse_instant(text) for text in (*others, *latest.values()))
    return max((each for each in read if each is not None), default=None)


def format_instant(instant: datetime) -> str:
    """Write an aware instant as bd does: whole seconds, UTC, `Z`."""
    plain = instant.astimezone(UTC).replace(microsecond=0, tzinfo=None)
    return f"{plain.isoformat()}Z"


def is_instant(text: object) -> bool:
    """Whether the text is a date or an RFC 3339 time."""
    return parse_instant(text) is not None

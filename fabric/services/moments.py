"""A moment that `--as-of` and `--known-at` ask about."""

from datetime import datetime

from fabric.errors import WrongUse
from fabric.graph.times import Moment
from fabric.models.instants import parse_instant
from fabric.services.context import Context


def moment_of(context: Context, as_of: str, known_at: str) -> Moment | None:
    """The moment that two options ask about; None when neither is given. Raises WrongUse."""
    if not as_of and not known_at:
        return None
    held = _instant("--as-of", as_of) if as_of else context.now
    return Moment(held, _instant("--known-at", known_at) if known_at else None)


def _instant(option: str, text: str) -> datetime:
    read = parse_instant(text)
    if read is None:
        raise WrongUse(f"{option} {text!r} is no time.", "Give 2026-03-02 or an RFC 3339 time.")
    return read

"""What a workspace holds, without what only clocks and dice decide: to compare two runs of a command."""

import json
import re
from datetime import date
from typing import Final

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?)?")
_WRITER: Final = re.compile(r"\bw-[0-9a-f]{12}\b")
_DICE: Final = frozenset({"row_lock", "hash", "previous_hash", "payload_hash", "revision"})
"""Locks are drawn anew with each write; a hash of the journal covers its instant."""

_UUID: Final = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")


def timeless(value: object) -> object:
    """Return a document, a row or a text without times, writers and drawn numbers."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key not in _DICE}
    if isinstance(value, list | tuple):
        return [timeless(each) for each in value]
    if isinstance(value, date):
        return "<time>"
    if isinstance(value, str):
        return _WRITER.sub("<writer>", _TIME.sub("<time>", value))
    return value


def unnamed(value: object) -> str:
    """Return the same as one line, without the ids that are worked out of times."""
    return _UUID.sub("<id>", json.dumps(timeless(value), sort_keys=True, default=str))

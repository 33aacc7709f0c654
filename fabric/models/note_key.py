"""The keys of notes: how one is derived from a text (frozen), and what may be one."""

import re
import unicodedata
from typing import Final

from fabric.errors import NoteRefused
from fabric.models.words import NOTE_PREFIX

DERIVED_BYTES: Final = 60
DERIVED_WORDS: Final = 8
ROW_KEY_CHARS: Final = 255
KEY_CHARS: Final = ROW_KEY_CHARS - len(NOTE_PREFIX)
"""Most characters of a key, so that prefix and key fit the column that holds them."""

_SEPARATORS: Final = re.compile(r"[^a-z0-9]+")
# Only these become an ASCII letter when a text is lower-cased one character at a time, as bd does.
_LOWER: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ\u0130\u212a", "abcdefghijklmnopqrstuvwxyzik"
)
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_HINT: Final = "Use letters, digits, `.`, `-` and `_`, as in `feedback.no-friday-deploys`."


def derive_key(text: str) -> str:
    """The key under which a text is stored when none is given; empty when it has no letters.

    bd's own derivation, quirks included: it is frozen, because another one would store a second
    note beside each one that is said again.
    """
    words = _SEPARATORS.sub("-", text.translate(_LOWER)).strip("-").split("-")[:DERIVED_WORDS]
    return "-".join(words)[:DERIVED_BYTES].rstrip("-")


def clean_key(typed: str) -> str:
    """A key as it is stored, by the one trimming rule of every door: blanks at both ends go.

    Raises NoteRefused for what cannot be a key.
    """
    key = typed.strip()
    problem = key_problem(key)
    if problem:
        raise NoteRefused(f"That cannot be the key of a note: {problem}.", _HINT)
    return key


def key_problem(key: str) -> str:
    """Why no door accepts a key as it stands; empty when it is fine."""
    if not key.strip():
        return "it is blank"
    if any(unicodedata.category(each) in _INVISIBLE for each in key):
        return "it holds control or invisible characters"
    if key != key.strip():
        return "it has blanks at its ends"
    if len(key) > KEY_CHARS:
        return f"it has {len(key)} characters, and at most {KEY_CHARS} fit"
    return ""


def free_key(key: str, taken: frozenset[str] | set[str]) -> str:
    """The key, or the first of `key-2`, `key-3`, … that is not taken."""
    if key not in taken:
        return key
    number = 2
    while (numbered := f"{key[: KEY_CHARS - len(str(number)) - 1]}-{number}") in taken:
        number += 1
    return numbered

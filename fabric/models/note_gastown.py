"""Gas Town's memories among config rows, and the key under which each is a note with its kind."""

from collections.abc import Mapping
from typing import Final

from fabric.models.frozen import dataclass
from fabric.models.note import KINDS, kind_of, row_key
from fabric.models.note_key import key_problem
from fabric.models.words import NOTE_PREFIX

BARE_PREFIX: Final = "memory."
"""How Gas Town's keys begin; bd puts `kv.` before them, other doors did not."""


@dataclass(frozen=True, slots=True)
class GastownRow:
    """One row: its whole key, its text, and the key of the note that it is meant to be.

    `problem` says why it cannot be one; empty where it can. `key` is empty where it names no kind.
    """

    row: str
    text: str
    key: str
    problem: str = ""

    @property
    def kind(self) -> str:
        """The kind that the key names."""
        return kind_of(self.key)

    @property
    def is_settled(self) -> bool:
        """Whether the row is that note already."""
        return self.row == row_key(self.key)


def gastown_rows(config: Mapping[str, str]) -> list[GastownRow]:
    """The rows that name a kind of Gas Town, by key; other notes read as `general` as they are.

    A row without bd's `kv.` that names no kind is among them, without a key.
    """
    rows = (_row(key, config[key]) for key in sorted(config))
    return [row for row in rows if row is not None]


def _row(row: str, text: str) -> GastownRow | None:
    bare = row.startswith(BARE_PREFIX)
    if not bare and not row.startswith(NOTE_PREFIX):
        return None
    rest = row.removeprefix(BARE_PREFIX if bare else NOTE_PREFIX)
    key = _kind_key(rest)
    if not key:
        problem = "it names no kind, so it may be a setting of another tool"
        return GastownRow(row, text, "", problem) if bare else None
    problem = key_problem(key)
    if problem:
        return GastownRow(row, text, key, f"as a key, {problem}")
    return GastownRow(row, text, key, "" if text.strip() else "its text is blank")


def _kind_key(rest: str) -> str:
    """`kind.slug` out of what follows the prefix (which may be doubled, or say `kind/slug`)."""
    while rest.startswith(BARE_PREFIX):
        rest = rest.removeprefix(BARE_PREFIX)
    for mark in "./":
        first, found, slug = rest.partition(mark)
        if found and slug.strip() and first.casefold() in KINDS:
            return f"{first.casefold()}.{slug.strip()}"
    return ""

"""Notes, the quick plane: one row of `config` each, with its kind, its order and how it is listed."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

from fabric.errors import NoteRefused
from fabric.models.instants import parse_instant
from fabric.models.note_key import key_problem
from fabric.models.words import NOTE_PREFIX

KINDS: Final = ("feedback", "user", "project", "reference", "general")
"""Kinds in the order in which notes are given: corrections outrank everything else."""

EXCERPT_CHARS: Final = 120

NOTE_SOURCE: Final = "note:"
"""How the evidence of a memory begins that was made of a note; the note's key follows."""

_WHOLE: Final = 100_000

_RULE_LINE: Final = re.compile(r"(?:`{3,}|~{3,}).*|[-=*_ ]+")
_HEADING: Final = re.compile(r"#{1,6}\s+")
_LINE_MARK: Final = re.compile(r"(?:[#>]+|[-*+])\s+")
_ENDS_A_PHRASE: Final = ".,;:!?"
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


class Note(NamedTuple):
    """One note: its key (without the prefix of its row) and its text, both as they are stored."""

    key: str
    text: str

    @property
    def kind(self) -> str:
        """The key's first dotted part where that is a kind; every other note is `general`."""
        return kind_of(self.key)

    @property
    def row_key(self) -> str:
        """The key of its config row."""
        return row_key(self.key)


class UnreachableNote(NamedTuple):
    """A row that no verb can name, and why; `row_key` is the whole key of the config row."""

    row_key: str
    reason: str


class Excerpt(NamedTuple):
    """The first meaningful words of a text; `cut` when there is more to read."""

    text: str
    cut: bool

    @property
    def marked(self) -> str:
        """The words, with dots behind them where they are cut."""
        return f"{self.text} ..." if self.cut else self.text


def row_key(key: str) -> str:
    """The key of the config row of a note."""
    return NOTE_PREFIX + key


def note_of_evidence(evidence: str) -> str:
    """The key of the note that a piece of evidence names; empty where it names none."""
    return evidence.removeprefix(NOTE_SOURCE) if evidence.startswith(NOTE_SOURCE) else ""


def kind_of(key: str) -> str:
    """The kind that a key names by its first dotted part; `general` otherwise."""
    first, dot, rest = key.partition(".")
    return first if dot and rest and first in KINDS else "general"


def read_notes(config: Mapping[str, str]) -> list[Note]:
    """The notes among config rows, sorted by key; rows that no verb can name are left out."""
    return [
        Note(key.removeprefix(NOTE_PREFIX), config[key])
        for key in sorted(config)
        if key.startswith(NOTE_PREFIX) and not _row_problem(key, config[key])
    ]


def unreachable_notes(config: Mapping[str, str]) -> list[UnreachableNote]:
    """The rows of the quick plane that no verb can name, sorted by key."""
    return [
        UnreachableNote(key, problem)
        for key in sorted(config)
        if key.startswith(NOTE_PREFIX) and (problem := _row_problem(key, config[key]))
    ]


def _row_problem(key: str, text: str) -> str:
    problem = key_problem(key.removeprefix(NOTE_PREFIX))
    if problem:
        return f"as a key, {problem}"
    return "" if text.strip() else "its text is blank, which reads as not found"


def find_key(typed: str, keys: Iterable[str]) -> str | None:
    """Which of the keys is meant: that very key, `kind/rest`, or one key without its kind.

    None when there is none. Raises NoteRefused when several are meant.
    """
    known = set(keys)
    kind, slash, rest = typed.partition("/")
    spelled = f"{kind}.{rest}" if slash and kind in KINDS else typed
    for exact in (typed, spelled):
        if exact in known:
            return exact
    meant = [key for kind in KINDS if (key := f"{kind}.{typed}") in known]
    if len(meant) > 1:
        raise NoteRefused(
            f"{typed!r} may mean {', '.join(meant)}.", "Give the whole key, with its kind."
        )
    return meant[0] if meant else None


def says(note: Note, words: str) -> bool:
    """Whether key or text hold the words as they stand, case aside; no words: yes."""
    needle = words.casefold()
    return needle in note.key.casefold() or needle in note.text.casefold()


def in_display_order(notes: Iterable[Note], written: Mapping[str, str]) -> list[Note]:
    """By kind (`feedback` first), then newest; those of unknown age follow, by key.

    `written` tells when a key was last written, as instant text.
    """

    def order(note: Note) -> tuple[int, float, str]:
        at = parse_instant(written.get(note.key)) or _LONG_AGO
        return KINDS.index(note.kind), -at.timestamp(), note.key

    return sorted(notes, key=order)


def excerpt(text: str, width: int = EXCERPT_CHARS) -> Excerpt:
    """The first meaningful words of a text in one line of at most `width` characters.

    Blank lines, fences and rules are passed over; marks of headings, quotes and lists go.
    """
    flat = _flat(text) or " ".join(text.split())
    if len(flat) <= width:
        return Excerpt(flat, cut=False)
    head = flat[:width]
    at = head.rfind(" ") if flat[width] != " " else width
    # A script without spaces is cut where it is; so is one endless word.
    return Excerpt(head[: at if at > width // 2 else width].rstrip(), cut=True)


def one_sentence(text: str) -> str:
    """All words of a text in one line, as a rule holds them: no marks of headings, lists, quotes."""
    return excerpt(text, _WHOLE).text


def _flat(text: str) -> str:
    words = ""
    after_heading = False
    for line in (each.strip() for each in text.split("\n")):
        bare = " ".join(_LINE_MARK.sub("", line, count=1).split())
        if not bare or _RULE_LINE.fullmatch(line):
            continue
        colon = ":" if after_heading and words[-1] not in _ENDS_A_PHRASE else ""
        words = f"{words}{colon} {bare}" if words else bare
        after_heading = _HEADING.match(line) is not None
    return words

"""Rows as aligned columns that fit the terminal."""

import sys
import unicodedata
from collections.abc import Sequence
from typing import Final

from fabric.models.visible import visible_line

_LEAST: Final = 20
"""How much of the last column is always shown: a narrow terminal may break the line."""

_INDENT: Final = 4
"""Room that verbs may need before a row."""


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as aligned columns; on a terminal the last one is cut where the line would break."""
    if not rows:
        return []
    plain = [[visible_line(cell) for cell in row] for row in rows]
    widths = [max(width_of(row[i]) for row in plain) for i in range(len(plain[0]) - 1)]
    room = _room(sum(widths) + 2 * len(widths))
    return [
        "  ".join([*(padded(cell, width) for cell, width in zip(row, widths, strict=False)), last])
        for row in plain
        for last in (cut(row[-1], room) if room else row[-1],)
    ]


def width_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(_width(each) for each in text)


def padded(text: str, width: int) -> str:
    """A text with blanks behind it, to a width in columns."""
    return text + " " * max(0, width - width_of(text))


def cut(text: str, width: int) -> str:
    """A text in at most so many columns; what is cut ends in an ellipsis."""
    if width_of(text) <= width:
        return text
    kept, room = [], width - 1
    for each in text:
        room -= _width(each)
        if room < 0:
            break
        kept.append(each)
    return "".join(kept).rstrip() + "…"


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def _room(taken: int) -> int:
    """How much is left for the last column; 0 where nothing needs to be cut."""
    if not sys.stdout.isatty():
        return 0
    import shutil  # noqa: PLC0415  # slow to load, and programs that read us need no columns

    columns = shutil.get_terminal_size().columns
    return max(_LEAST, columns - taken - _INDENT)

"""Signs that mean the same in several scripts, and the counting of words in a text."""

import re
from typing import Final

# ruff: noqa: RUF001  -- typographic quotes, dashes and full-width marks are meant

COLONS: Final = (":", "：")
ENDS: Final = (".", "!", "?", "。", "！", "？")
MARKUP: Final = " *_:："
CLOSING: Final = "*_\"')”’"
APOSTROPHES: Final = "'’"
CLAUSE_ENDS: Final = (*ENDS, *COLONS, "；")

CJK: Final = re.compile(r"[\u4e00-\u9fff]")

_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!z\.B\.)(?<!vs\.)(?<!etc\.)[\"'”’)*]*\s+"
    r"(?=[\"'“(`*\[]*[^\W\d_a-zäöüß])|(?<=[。！？])"
)


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [each.strip() for each in _SENTENCE.split(text) if each and each.strip()]


def word_set(text: str) -> frozenset[str]:
    """The words of a table that is written as running text."""
    return frozenset(text.split())

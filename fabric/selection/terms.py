"""Text as terms to look for: one case, no accents, identifiers split, bigrams where none separate.

What comes out is split by blanks and ASCII punctuation alone, so a plain tokenizer agrees with us.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

# Scripts written without spaces between words (and Hangul, whose particles stick to them).
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Signs that belong to the letter before them; without these, words of many scripts fall apart.
_SIGNS: Final = "\u0300-\u036f\u0591-\u05c7\u0610-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff\u0f71-\u0fbc"
_ASCII_WORD: Final = re.compile(r"[A-Za-z0-9]+")
# Said as what it is not: a set up to the last character takes 2 ms to be compiled.
_TERM: Final = re.compile(r"[^\x00-/:-@\[-`{-\x7f]+")
_ACCENTS: Final = re.compile("[\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u0670]+")
# Dashes, quotes, arrows and boxes, which else would keep English text from the short way.
_MARKS: Final = re.compile(
    "[\u00a0-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u2000-\u2bff\ufe0f]+"
)
# It begins with the capital, because a search for one of a set of characters is the quick one.
_INNER_CAPITAL: Final = re.compile(r"[A-Z](?:(?<=[a-z0-9][A-Z])|(?<=[A-Z][A-Z])(?=[a-z]))")
_JOINT: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_STOP: Final = """
a about after all also an and any are as at be because been before being but by can could did do does
done during each either else etc every few for from further get gets had has have having he her here
him his how i if in instead into is it its itself just let like made make makes many may me might
more most much must my no nor not now of off on once one only or other our out over own per same
shall she should since so some such than that the their them then there these they this those
through to too under until up us use used uses using very via was we were what when where whether
which while who whom whose why will with within without would yet you your
"""
STOP_WORDS: Final = frozenset(_STOP.split())
"""Words that tell nothing about a piece of work."""


def searchable(text: str) -> str:
    """The text with its terms set apart, as an index takes it in; ASCII text stays as it is.

    The parts of camelCase words follow at the end (snake_case falls apart by itself).
    """
    if not text.isascii():
        text = _MARKS.sub(" ", text)
    if text.isascii():
        # The first question is the quick one, and enough for most statements.
        is_plain = text[1:].islower() or _INNER_CAPITAL.search(text) is None
        return text if is_plain else f"{text} {_parts(text)}"
    plain = unicodedata.normalize("NFKD", text)
    parts = _parts(plain) if _INNER_CAPITAL.search(plain) else ""
    composed = unicodedata.normalize("NFC", _ACCENTS.sub("", plain.casefold()))
    words = (_bigrams(word) for word in _word().findall(composed))
    return f"{' '.join(words)} {parts}" if parts else " ".join(words)


def terms(text: str) -> list[str]:
    """The different terms of a text in the order they stand, without stop words."""
    return [each for each in dict.fromkeys(words_of(searchable(text))) if _tells(each)]


def words_of(ready: str) -> list[str]:
    """The words of a text that was made searchable, as a plain tokenizer finds them."""
    small = ready.lower()
    found: list[str] = (_ASCII_WORD if small.isascii() else _TERM).findall(small)
    return found


def words_of_each(texts: Sequence[str]) -> Iterator[list[str]]:
    """The words of each of very many texts, as `words_of` finds them in what is searchable."""
    joined = "\n".join(texts)
    is_plain = joined.isascii() and _INNER_CAPITAL.search(joined) is None
    lines = joined.translate(_plain_words()).split("\n") if is_plain else []
    if len(lines) == len(texts):
        return (line.split() for line in lines)
    return (words_of(searchable(text)) for text in texts)


@cache
def _plain_words() -> dict[int, str]:
    """What leaves small letters, digits and ends of lines of an ASCII text."""
    signs = {code: " " for code in range(128) if not chr(code).isalnum() and chr(code) != "\n"}
    return signs | {code: chr(code).lower() for code in range(ord("A"), ord("Z") + 1)}


def _tells(term: str) -> bool:
    return term not in STOP_WORDS and (len(term) > 1 or not term.isdigit())


def _parts(text: str) -> str:
    candidates = " ".join([each for each in text.split() if not each[1:].islower()])
    joined = (each for each in _ASCII_WORD.findall(candidates) if _INNER_CAPITAL.search(each))
    return _JOINT.sub(" ", " ".join(joined))


# Compiled when the first text needs them: most texts are ASCII, and this takes longer than a search.
@cache
def _word() -> re.Pattern[str]:
    return re.compile(rf"[^\W_{_UNSPACED}](?:[^\W_{_UNSPACED}]|[{_SIGNS}])*|[{_UNSPACED}]+")


@cache
def _unspaced_run() -> re.Pattern[str]:
    return re.compile(rf"[{_UNSPACED}]+")


def _bigrams(word: str) -> str:
    if len(word) < 2 or _unspaced_run().fullmatch(word) is None:
        return word
    return " ".join(word[at : at + 2] for at in range(len(word) - 1))

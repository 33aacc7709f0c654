"""Full text over very many short statements: the answers of `FullText`, without its index.

That index takes three times as long to make as all else that a start does with so many memories.
"""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Final

from fabric.selection.fulltext import WEIGHTS, FullText, Hit, rarest_of
from fabric.selection.terms import terms, words_of_each

_K1: Final = 1.2
_B: Final = 0.75
_LEAST_IDF: Final = 1e-6
_CHANGED: Final = 2
"""How many of the last letters of a stem may differ from those of a word that has it."""


class Statements:
    """Titles to look in, by key; a title weighs as in `FullText`, whose BM25 this is."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        self._stemmer = FullText(())
        self._keys = list(titles)
        self._row_of = {key: row for row, key in enumerate(self._keys)}
        places: dict[str, list[int]] = defaultdict(list)
        self._sizes: list[int] = []
        for row, words in enumerate(words_of_each(list(titles.values()))):
            self._sizes.append(len(words))
            for word in words:
                places[word].append(row)
        self._places = places
        self._words = sorted(places)
        self._stem_of: dict[str, str] = {}
        self._rows_of: dict[str, list[int]] = {}
        self._standing_in: dict[str, frozenset[int]] = {}

    def rarest(self, text: str) -> tuple[str, ...]:
        """As `FullText` says it."""
        asked = terms(text)
        return rarest_of(asked, self._stems(asked), lambda stem: len(self._standing(stem)))

    def hits(self, asked: Sequence[str]) -> list[Hit]:
        """As `FullText` says it."""
        mean = sum(self._sizes) / max(1, len(self._sizes))
        scores: dict[int, float] = defaultdict(float)
        for stem in self._stems(asked):
            found = self._standing(stem)
            rarity = math.log((len(self._sizes) - len(found) + 0.5) / (len(found) + 0.5))
            rarity = max(rarity, _LEAST_IDF)
            for row, count in Counter(self._rows(stem)).items():
                weighed = count * WEIGHTS[0]
                length = _K1 * (1 - _B + _B * self._sizes[row] / mean)
                scores[row] += rarity * weighed * (_K1 + 1) / (weighed + length)
        ordered = sorted(scores.items(), key=lambda each: (-each[1], each[0]))
        return [Hit(self._keys[row], score) for row, score in ordered]

    def shared(self, key: str, asked: Sequence[str]) -> tuple[str, ...]:
        """As `FullText` says it."""
        row = self._row_of[key]
        stems = zip(self._stems(asked), asked, strict=True)
        return tuple(term for stem, term in stems if row in self._standing(stem))

    def _standing(self, stem: str) -> frozenset[int]:
        """The rows that have a stem."""
        known = self._standing_in.get(stem)
        if known is None:
            known = self._standing_in[stem] = frozenset(self._rows(stem))
        return known

    def _rows(self, stem: str) -> list[int]:
        """The row of each place where a stem stands."""
        known = self._rows_of.get(stem)
        if known is None:
            words = self._beginning(stem[:-_CHANGED] or stem[:1])
            same = (
                word for word, its in zip(words, self._stems(words), strict=True) if its == stem
            )
            known = self._rows_of[stem] = [row for word in same for row in self._places[word]]
        return known

    def _beginning(self, start: str) -> list[str]:
        begin = bisect_left(self._words, start)
        return list(takewhile(lambda word: word.startswith(start), self._words[begin:]))

    def _stems(self, words: Sequence[str]) -> list[str]:
        new = [word for word in words if word not in self._stem_of]
        if new:
            self._stem_of.update(zip(new, self._stemmer.stems(new), strict=True))
        return [self._stem_of[word] for word in words]

"""Ranked full text over a handful of fields: BM25 of SQLite's FTS5, in memory, for every store."""

import sqlite3
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from fabric.errors import CouldNot
from fabric.selection.terms import searchable, terms

MOST_TERMS: Final = 8
"""How many terms of a query count: the rarest ones."""

MOST_PLACES: Final = 2000
"""In how many documents the terms of a query may stand together: what stands all over says little."""

WEIGHTS: Final = (8.0, 4.0, 1.0)
"""What a term weighs in the title, in the body, in the rest."""

_TABLES: Final = """
CREATE VIRTUAL TABLE texts USING fts5(title, body, rest, tokenize='porter ascii', content='');
CREATE VIRTUAL TABLE counts USING fts5vocab(texts, row);
CREATE VIRTUAL TABLE query USING fts5(words, tokenize='porter ascii', content='');
CREATE VIRTUAL TABLE stems USING fts5vocab(query, instance);
INSERT INTO texts(texts, rank) VALUES ('automerge', 0);
"""


class Document(NamedTuple):
    """A text to look in: the title says most, then the body, then the rest."""

    key: str
    title: str
    body: str = ""
    rest: str = ""


class Hit(NamedTuple):
    """A document that holds some of the terms; the best has the highest score (above 0)."""

    key: str
    score: float


class FullText:
    """An index of documents. Words match in any inflection that English forms by an ending."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._database = _connect()
        weakref.finalize(self, self._database.close)
        self._keys: list[str] = []
        with self._database as writing:
            writing.execute("BEGIN")
            writing.executemany(
                "INSERT INTO texts(rowid, title, body, rest) VALUES (?, ?, ?, ?)",
                self._rows(documents),
            )
        self._row_of = {key: row for row, key in enumerate(self._keys)}
        self._counts: dict[str, int] = {}

    def _rows(self, documents: Iterable[Document]) -> Iterator[tuple[int, str, str, str]]:
        for row, document in enumerate(documents):
            self._keys.append(document.key)
            _, title, body, rest = document
            yield row, searchable(title), body and searchable(body), rest and searchable(rest)

    def rarest(self, text: str) -> tuple[str, ...]:
        """Those terms of a text that are in the index, the rarest first, at most `MOST_TERMS`."""
        asked = terms(text)
        return rarest_of(asked, self.stems(asked), self._count)

    def hits(self, asked: Sequence[str]) -> list[Hit]:
        """The documents with at least one of the terms, best first, then in the order given."""
        if not asked:
            return []
        found = self._database.execute(
            "SELECT rowid, bm25(texts, ?, ?, ?) AS score FROM texts WHERE texts MATCH ?"
            " ORDER BY score, rowid",
            (*WEIGHTS, " OR ".join(map(_quoted, asked))),
        )
        return [Hit(self._keys[row], -score) for row, score in found]

    def shared(self, key: str, asked: Iterable[str]) -> tuple[str, ...]:
        """Those of the terms that a document holds, in their order."""
        row = self._row_of[key]
        return tuple(term for term in asked if self._holds(row, term))

    def _holds(self, row: int, term: str) -> bool:
        found = self._database.execute(
            "SELECT 1 FROM texts WHERE texts MATCH ? AND rowid = ?", (_quoted(term), row)
        )
        return found.fetchone() is not None

    def _count(self, stem: str) -> int:
        """In how many documents a stem stands."""
        known = self._counts.get(stem)
        if known is None:
            asked = self._database.execute("SELECT doc FROM counts WHERE term = ?", (stem,))
            found = asked.fetchone()
            known = self._counts[stem] = found[0] if found else 0
        return known

    def stems(self, words: Collection[str]) -> list[str]:
        """What the index makes of words, one for each."""
        self._database.execute("INSERT INTO query(rowid, words) VALUES (1, ?)", (" ".join(words),))
        found = self._database.execute("SELECT term FROM stems ORDER BY offset").fetchall()
        self._database.execute("INSERT INTO query(query) VALUES ('delete-all')")
        return [term for (term,) in found]


def rarest_of(
    asked: Sequence[str], stems: Sequence[str], count: Callable[[str], int]
) -> tuple[str, ...]:
    """Those of the terms whose stems are in an index, the rarest first, as many as count."""
    known: dict[str, str] = {}
    for stem, term in zip(stems, asked, strict=True):
        if count(stem):
            known.setdefault(stem, term)
    # The sort is stable: of equally rare terms the one that stands first in the text wins.
    rare = sorted(known, key=count)[:MOST_TERMS]
    places = accumulate(count(stem) for stem in rare)
    kept = max(1, sum(1 for each in places if each <= MOST_PLACES))
    return tuple(known[stem] for stem in rare[:kept])


def _connect() -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", isolation_level=None)
    try:
        database.executescript(_TABLES)
    except sqlite3.OperationalError as error:
        database.close()
        raise CouldNot(
            f"This Python's SQLite cannot search in full text: {error}.",
            "Use a Python whose sqlite3 module has FTS5, as the ones from python.org have.",
        ) from error
    return database


def _quoted(term: str) -> str:
    return f'"{term}"'

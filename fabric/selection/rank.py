"""In which order the memories that bind a work item are worth its while, and why."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import Final, Protocol

from fabric.models.bead import Bead
from fabric.models.memory_text import before_commands, read_sections, statement_of
from fabric.selection.fulltext import Document, FullText
from fabric.selection.nearness import Near
from fabric.selection.statements import Statements

MOST_QUERY_CHARS: Final = 10_000
"""How much of a title and description is looked at."""

MOST_WHOLE: Final = 2_000
"""Of so many memories all that they say is looked through; of more, their statements alone."""

_PLACES: Final = 6


class Rankable(Protocol):
    """What ranking asks of a memory, read whole or outlined."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def is_hard(self) -> bool:
        """Whether it must hold."""
        ...

    @property
    def domain(self) -> str:
        """The label of its domain."""
        ...

    @property
    def effective_from(self) -> datetime | None:
        """Since when it holds."""
        ...

    @property
    def texts(self) -> tuple[str, str, str]:
        """Title, description and acceptance criteria, as they stand."""
        ...


def document_of(memory: Rankable) -> Document:
    """A memory as text to look in: its statement weighs most, then its rule, then the rest."""
    title, description, acceptance = memory.texts
    # Not by the memory, which would keep its texts: very many are looked through, and few given.
    sections = read_sections(description)
    rule = sections.pop("Rule", "")
    # A hand-made one may say everything in plain words.
    rest = "\n".join(sections.values()) if rule or sections else description
    checks = before_commands(acceptance)
    return Document(memory.id, statement_of(title), rule, f"{rest}\n{checks}")


class MemoryIndex:
    """Memories made ready to be ranked, for one work item or for many.

    Of more than `MOST_WHOLE` only the statements are looked through: what one start may take is
    bounded, and of very many memories it is the statements that tell them apart.
    """

    def __init__(self, memories: Iterable[Rankable]) -> None:
        self.memories: Mapping[str, Rankable] = {memory.id: memory for memory in memories}
        all_of_them = self.memories.values()
        self.text = (
            Statements({each.id: statement_of(each.texts[0]) for each in all_of_them})
            if len(all_of_them) > MOST_WHOLE
            else FullText(map(document_of, all_of_them))
        )
        self.hard = tuple(each.id for each in all_of_them if each.is_hard)
        soft = sorted((each for each in all_of_them if not each.is_hard), key=_newest_first)
        self.soft: Mapping[str, int] = {memory.id: place for place, memory in enumerate(soft)}
        """The soft ones, each with its place when the newest come first."""
        self.soft_domains = frozenset(memory.domain for memory in soft)

    def __getitem__(self, memory_id: str) -> Rankable:
        return self.memories[memory_id]


class Ranking:
    """The memories of an index in their order for one work item."""

    def __init__(self, index: MemoryIndex, work: Bead, near: Mapping[str, Near]) -> None:
        self._index = index
        self._near = {each: near[each] for each in near if each in index.memories}
        self._terms = index.text.rarest(f"{work.title}\n{work.description}"[:MOST_QUERY_CHARS])
        hits = index.text.hits(self._terms)
        best = hits[0].score if hits else 1.0
        self._relevance = {key: round(score / best, _PLACES) for key, score in hits}

    def hard(self) -> list[Rankable]:
        """The hard ones, those first whose words meet those of the work best, then by id."""
        relevance = self._relevance
        ordered = sorted(self._index.hard, key=lambda each: (-relevance.get(each, 0.0), each))
        return [self._index[each] for each in ordered]

    def soft(self) -> Iterator[Rankable]:
        """The soft ones by relevance and nearness together, then the newest, then by id."""
        ages = self._index.soft
        weighed = {each: score for each, score in self._relevance.items() if each in ages}
        for each, near in self._near.items():
            if each in ages:
                weighed[each] = weighed.get(each, 0.0) + near.weight
        first = sorted(weighed, key=lambda each: (-weighed[each], ages[each]))
        rest = (each for each in ages if each not in weighed)
        return (self._index[each] for each in chain(first, rest))

    def reason(self, memory_id: str) -> str:
        """What speaks for a memory, in words; empty where nothing but its age does."""
        said: list[str] = []
        if memory_id in self._relevance:
            shared = self._index.text.shared(memory_id, self._terms)
            said.append(f"shares the word{'s' if shared[1:] else ''} {', '.join(shared)}")
        if memory_id in self._near:
            said.append(self._near[memory_id].reason)
        return "; ".join(said)


def _newest_first(memory: Rankable) -> tuple[float, str]:
    since = memory.effective_from
    return (-since.timestamp() if since else float("inf"), memory.id)

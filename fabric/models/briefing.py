"""A briefing: what an agent reads at its start, whole, before any budget cuts it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from fabric.models.document import Document, means

READ_MORE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "one memory": "fabric show ID",
        "all memories": "fabric list",
        "one note": "fabric recall KEY",
        "all notes": "fabric memories",
        "search": "fabric search WORDS",
    }
)
"""What can be read beyond a briefing, and by which command."""


class Loss(Document):
    """Something that could not be loaded: never to be taken for its absence."""

    lost: str = means("What was not loaded.", default="memories and notes")
    what: str = means("What went wrong, in a sentence.")
    remedy: str = means("What to do, in a sentence.", default="")


class BriefContract(Document):
    """A contract of the work in hand."""

    id: str = means("Id of the contract.")
    is_open: bool = means("Whether it holds up the work.")
    clauses: int = means("How many clauses it has.")
    undone: list[str] = means("Memories whose clause is to be verified.", default=[])


class BriefWork(Document):
    """One work item in hand."""

    id: str = means("Its id.")
    title: str = means("Its title.")
    status: str = means("Its status.")
    domains: list[str] = means("Short names of its declared domains.", default=[])
    started: bool = means("Whether it has a receipt.", default=True)
    contracts: list[BriefContract] = means("Its contracts.", default=[])


class BriefMemory(Document):
    """One memory in force."""

    id: str = means("Id of the memory.")
    strength: str = means("`hard`, `soft`, or empty where unsaid.")
    domain: str = means("The domain's short name; empty where unknown.", default="")
    statement: str = means("The title's statement.")
    text: str = means("The rule, where it says more than the statement.", default="")
    since: str = means("Since when it holds, as a date.", default="")
    paths: list[str] = means("Globs of the paths that it binds; all: none.", default=[])
    reviewed: bool | None = means(
        "Whether a reviewer's ratification is known; null: not asked.", default=None
    )


class BriefNote(Document):
    """One note of the quick plane."""

    key: str = means("Its key.")
    kind: str = means("feedback, user, project, reference or general.")
    text: str = means("Its text.")
    written_at: str = means("When it was last written, if that is known.", default="")
    was: str | None = means(
        "Its text as the journal last saw it, if it changed elsewhere.", default=None
    )


class BriefCounts(Document):
    """How many there are in the store, whatever a filter leaves."""

    hard: int = means("Hard memories in force.", default=0)
    soft: int = means("Other memories in force.", default=0)
    notes: int = means("Notes.", default=0)
    drafts: int = means("Drafts that wait for a review.", default=0)


class Briefing(Document):
    """What an agent reads at its start; each list in the order in which it matters."""

    v: Literal[1] = means("Version of this format.", default=1)
    losses: list[Loss] = means("What could not be loaded.", default=[])
    work: list[BriefWork] = means("The work in hand.", default=[])
    hard: list[BriefMemory] = means("Hard memories in force.", default=[])
    soft: list[BriefMemory] = means("Other memories in force.", default=[])
    notes: list[BriefNote] = means("Notes.", default=[])
    counts: BriefCounts = means("How many there are.", default=BriefCounts())
    filter: str = means("In words, what the reader asked to see only.", default="")
    remarks: list[str] = means("What else the reader should know.", default=[])
    custom_words: str | None = means(
        "The project's own words on how to work, from PRIME.md.", default=None
    )
    read_more: dict[str, str] = means(
        "What can be read further, and by which command.", default=dict(READ_MORE)
    )

    @property
    def is_empty(self) -> bool:
        """Whether all is well and there is simply nothing to say."""
        said = (self.losses, self.work, self.hard, self.soft, self.notes, self.remarks)
        return not any(said) and self.counts == BriefCounts() and self.custom_words is None

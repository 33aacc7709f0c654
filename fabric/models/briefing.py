"""A briefing: what an agent reads at its start, whole, before any budget cuts it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

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


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Loss(_Part):
    """Something that could not be loaded: never to be taken for its absence."""

    lost: str = Field(default="memories and notes", description="What was not loaded.")
    what: str = Field(description="What went wrong, in a sentence.")
    remedy: str = Field(default="", description="What to do, in a sentence.")


class BriefContract(_Part):
    """A contract of the work in hand."""

    id: str = Field(description="Id of the contract.")
    is_open: bool = Field(description="Whether it holds up the work.")
    clauses: int = Field(description="How many clauses it has.")
    undone: list[str] = Field(default=[], description="Memories whose clause is to be verified.")


class BriefWork(_Part):
    """One work item in hand."""

    id: str = Field(description="Its id.")
    title: str = Field(description="Its title.")
    status: str = Field(description="Its status.")
    domains: list[str] = Field(default=[], description="Short names of its declared domains.")
    started: bool = Field(default=True, description="Whether it has a receipt.")
    contracts: list[BriefContract] = Field(default=[], description="Its contracts.")


class BriefMemory(_Part):
    """One memory in force."""

    id: str = Field(description="Id of the memory.")
    strength: str = Field(description="`hard`, `soft`, or empty where unsaid.")
    domain: str = Field(default="", description="The domain's short name; empty where unknown.")
    statement: str = Field(description="The title's statement.")
    text: str = Field(default="", description="The rule, where it says more than the statement.")
    since: str = Field(default="", description="Since when it holds, as a date.")
    paths: list[str] = Field(default=[], description="Globs of the paths that it binds; all: none.")
    reviewed: bool | None = Field(
        default=None, description="Whether a reviewer's ratification is known; null: not asked."
    )


class BriefNote(_Part):
    """One note of the quick plane."""

    key: str = Field(description="Its key.")
    kind: str = Field(description="feedback, user, project, reference or general.")
    text: str = Field(description="Its text.")
    written_at: str = Field(default="", description="When it was last written, if that is known.")
    was: str | None = Field(
        default=None, description="Its text as the journal last saw it, if it changed elsewhere."
    )


class BriefCounts(_Part):
    """How many there are in the store, whatever a filter leaves."""

    hard: int = Field(default=0, description="Hard memories in force.")
    soft: int = Field(default=0, description="Other memories in force.")
    notes: int = Field(default=0, description="Notes.")
    drafts: int = Field(default=0, description="Drafts that wait for a review.")


class Briefing(_Part):
    """What an agent reads at its start; each list in the order in which it matters."""

    v: Literal[1] = Field(default=1, description="Version of this format.")
    losses: list[Loss] = Field(default=[], description="What could not be loaded.")
    work: list[BriefWork] = Field(default=[], description="The work in hand.")
    hard: list[BriefMemory] = Field(default=[], description="Hard memories in force.")
    soft: list[BriefMemory] = Field(default=[], description="Other memories in force.")
    notes: list[BriefNote] = Field(default=[], description="Notes.")
    counts: BriefCounts = Field(default=BriefCounts(), description="How many there are.")
    filter: str = Field(default="", description="In words, what the reader asked to see only.")
    remarks: list[str] = Field(default=[], description="What else the reader should know.")
    custom_words: str | None = Field(
        default=None, description="The project's own words on how to work, from PRIME.md."
    )
    read_more: dict[str, str] = Field(
        default=dict(READ_MORE), description="What can be read further, and by which command."
    )

    @property
    def is_empty(self) -> bool:
        """Whether all is well and there is simply nothing to say."""
        said = (self.losses, self.work, self.hard, self.soft, self.notes, self.remarks)
        return not any(said) and self.counts == BriefCounts() and self.custom_words is None

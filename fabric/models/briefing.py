"""A briefing: what an agent reads at its start, whole, before any budget cuts it.

Plain dataclasses, because a hook makes one at every start and must not wait for a library that
checks data; `schemas/` is generated from them all the same.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final, Literal

from fabric.models.frozen import dataclass, field

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

STRICT: Final = {"extra": "forbid", "use_attribute_docstrings": True}
"""How these are checked where they are read: unknown keys refused, docstrings as descriptions."""


@dataclass(frozen=True, kw_only=True)
class Loss:
    """Something that could not be loaded: never to be taken for its absence."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = STRICT

    lost: str = "memories and notes"
    """What was not loaded."""
    what: str
    """What went wrong, in a sentence."""
    remedy: str = ""
    """What to do, in a sentence."""


@dataclass(frozen=True, kw_only=True)
class BriefContract:
    """A contract of the work in hand."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = STRICT

    id: str
    """Id of the contract."""
    is_open: bool
    """Whether it holds up the work."""
    clauses: int
    """How many clauses it has."""
    undone: list[str] = field(default_factory=list)
    """Memories whose clause is to be verified."""


@dataclass(frozen=True, kw_only=True)
class BriefWork:
    """One work item in hand."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = STRICT

    id: str
    """Its id."""
    title: str
    """Its title."""
    status: str
    """Its status."""
    domains: list[str] = field(default_factory=list)
    """Short names of its declared domains."""
    started: bool = True
    """Whether it has a receipt."""
    contracts: list[BriefContract] = field(default_factory=list)
    """Its contracts."""


@dataclass(frozen=True, kw_only=True)
class BriefMemory:
    """One memory in force."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = STRICT

    id: str
    """Id of the memory."""
    strength: str
    """`hard`, `soft`, or empty where unsaid."""
    domain: str = ""
    """The domain's short name; empty where unknown."""
    statement: str
    """The title's statement."""
    text: str = ""
    """The rule, where it says more than the statement."""
    since: str = ""
    """Since when it holds, as a date."""
    paths: list[str] = field(default_factory=list)
    """Globs of the paths that it binds; all: none."""
    reviewed: bool | None = None
    """Whether a reviewer's ratification is known; null: not asked."""


@dataclass(frozen=True, kw_only=True)
class BriefNote:
    """One note of the quick plane."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = STRICT

    key: str
    """Its key."""
    kind: str
    """feedback, user, project, reference or general."""
    text: str
    """Its text."""
    written_at: str = ""
    """When it was last written, if that is known."""
    was: str | None = None
    """Its text as the journal last saw it, if it changed elsewhere."""


@dataclass(frozen=True, kw_only=True)
class BriefCounts:
    """How many there are in the store, whatever a filter leaves."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = STRICT

    hard: int = 0
    """Hard memories in force."""
    soft: int = 0
    """Other memories in force."""
    notes: int = 0
    """Notes."""
    drafts: int = 0
    """Drafts that wait for a review."""


@dataclass(frozen=True, kw_only=True)
class Briefing:
    """What an agent reads at its start; each list in the order in which it matters."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = STRICT

    v: Literal[1] = 1
    """Version of this format."""
    losses: list[Loss] = field(default_factory=list)
    """What could not be loaded."""
    work: list[BriefWork] = field(default_factory=list)
    """The work in hand."""
    hard: list[BriefMemory] = field(default_factory=list)
    """Hard memories in force."""
    soft: list[BriefMemory] = field(default_factory=list)
    """Other memories in force."""
    notes: list[BriefNote] = field(default_factory=list)
    """Notes."""
    counts: BriefCounts = field(default_factory=BriefCounts)
    """How many there are."""
    filter: str = ""
    """In words, what the reader asked to see only."""
    remarks: list[str] = field(default_factory=list)
    """What else the reader should know."""
    custom_words: str | None = None
    """The project's own words on how to work, from PRIME.md."""
    read_more: dict[str, str] = field(default_factory=lambda: dict(READ_MORE))
    """What can be read further, and by which command."""

    @property
    def is_empty(self) -> bool:
        """Whether all is well and there is simply nothing to say."""
        said = (self.losses, self.work, self.hard, self.soft, self.notes, self.remarks)
        return not any(said) and self.counts == BriefCounts() and self.custom_words is None

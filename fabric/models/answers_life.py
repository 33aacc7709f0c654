"""What the verbs of a memory's later life answer: each model is the `--json` document of a verb."""

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import Field

from fabric.models.answers import AnswerModel, JournalView, MemoryView, MovedWork, NearMemory


class RejectAnswer(AnswerModel):
    """A rejection: the bead is the tombstone that refuses its value from now on."""

    id: str = Field(description="Id of the memory.")
    reason: str = Field(description="Why.")
    already: bool = Field(default=False, description="Whether it was rejected before.")
    was: str = Field(description="Its state before: draft or canonical.")
    value_digests: list[str] = Field(default=[], description="Values that are refused now.")
    forgotten: list[str] = Field(default=[], description="Keys of notes that said it; they went.")
    released: list[MovedWork] = Field(default=[], description="Work that it let go of.")
    left: list[str] = Field(default=[], description="Work that cites it or is its evidence.")


class RetireAnswer(AnswerModel):
    """A retirement: the memory binds nobody any more."""

    id: str = Field(description="Id of the memory.")
    reason: str = Field(description="Why.")
    already: bool = Field(default=False, description="Whether it was retired before.")
    was: str = Field(description="Its state before: draft or canonical.")
    released: list[MovedWork] = Field(default=[], description="Work that it let go of.")
    left: list[str] = Field(default=[], description="Work that cites it or is its evidence.")


class AdoptedMemory(AnswerModel):
    """One memory that a reviewer adopted."""

    id: str = Field(description="Id of the memory.")
    statement: str = Field(description="What it says.")
    digest: str = Field(description="The pinned digest.")
    already: bool = Field(default=False, description="Whether a reviewer had pinned it before.")
    trusted: bool = Field(default=False, description="Whether its commands are trusted here.")


class AdoptAnswer(AnswerModel):
    """Memories whose words a reviewer stands behind now."""

    adopted: list[AdoptedMemory] = Field(description="In the order they were named.")


class WaiveAnswer(AnswerModel):
    """A clause that is not asked for until a day."""

    work: str = Field(description="Id of the work item.")
    memory: str = Field(description="Id of the memory.")
    contract: str = Field(description="Id of the contract.")
    reason: str = Field(description="Why.")
    until: str = Field(description="When it binds again.")
    already: bool = Field(default=False, description="Whether it was waived so before.")
    open: list[str] = Field(default=[], description="Memories whose clause is still open.")
    closed: bool = Field(default=False, description="Whether the contract was closed.")


class EraseAnswer(AnswerModel):
    """A memory without its words."""

    id: str = Field(description="Id of the memory.")
    was: str = Field(description="Its state before.")
    retired: bool = Field(default=False, description="Whether it was retired with it.")
    already: bool = Field(default=False, description="Whether nothing was left to erase.")
    digest: str | None = Field(default=None, description="Digest of the words that went.")
    payloads: int = Field(default=0, description="Journal payloads that were blanked.")
    released: list[MovedWork] = Field(default=[], description="Work that it let go of.")
    left: list[str] = Field(default=[], description="Work that cites it or is its evidence.")


class RepairAnswer(AnswerModel):
    """A canonical memory that has its ratified words again."""

    id: str = Field(description="Id of the memory.")
    digest: str = Field(description="Digest of the ratified words.")
    restored: list[str] = Field(default=[], description="What was restored.")
    source: str | None = Field(default=None, description="Where the words were found.")
    already: bool = Field(default=False, description="Whether they were there anyway.")


class IndexedMemory(AnswerModel):
    """One memory and the anchor that lists it."""

    id: str = Field(description="Id of the memory.")
    statement: str = Field(description="What it says.")
    anchor: str = Field(description="Id of the anchor.")
    already: bool = Field(default=False, description="Whether it was related before.")


class IndexAnswer(AnswerModel):
    """Memories that their anchors list now."""

    indexed: list[IndexedMemory] = Field(description="In the order they were named.")


class AnchorShowAnswer(AnswerModel):
    """One anchor with what it indexes."""

    id: str = Field(description="Its id; empty when the domain has none.")
    domain: str = Field(description="The domain's label.")
    title: str = Field(description="What people read.")
    status: str = Field(description="Its status; empty when the domain has none.")
    memories: list[MemoryView] = Field(description="Canonical memories of the domain.")
    unindexed: list[str] = Field(default=[], description="Those that it does not relate to.")
    stray: list[str] = Field(default=[], description="Memories it relates to and should not.")


class SearchAnswer(AnswerModel):
    """Memories that hold some words."""

    words: str = Field(description="What was looked for.")
    memories: list[MemoryView] = Field(description="Those in force first, best first.")
    looked_at: int = Field(description="How many memories were looked at.")
    left_out: int = Field(default=0, description="How many the filters left out.")
    more: int = Field(default=0, description="How many more there are.")


class HistoryMemory(AnswerModel):
    """One memory of a line."""

    id: str = Field(description="Its id.")
    title: str = Field(description="Its title.")
    there: bool = Field(description="Whether the bead is there.")
    state: str = Field(default="", description="Its state; empty where it is no memory.")
    version: int = Field(default=1, description="Its place in the line.")
    strength: str = Field(default="", description="hard or soft.")
    rule: str = Field(default="", description="What it says.")
    held_from: str | None = Field(default=None, description="Since when it held.")
    held_until: str | None = Field(default=None, description="Until when it held.")
    proposed_by: str | None = Field(default=None, description="Who proposed it.")
    proposed_at: str | None = Field(default=None, description="When.")
    ratified_by: str | None = Field(default=None, description="Who ratified it, as it says.")
    ratified_at: str | None = Field(default=None, description="When that was recorded.")
    ended_at: str | None = Field(default=None, description="When its end was recorded.")
    reason: str | None = Field(default=None, description="Why it ended.")
    appeals: str | None = Field(default=None, description="The rejection that it appeals.")


class SuccessionView(AnswerModel):
    """One memory took the place of another."""

    old: str = Field(description="What was replaced.")
    new: str = Field(description="What replaced it.")
    at: str | None = Field(default=None, description="When.")
    by: str | None = Field(default=None, description="Who, where the journal knows.")
    reason: str | None = Field(default=None, description="Why, where the journal knows.")
    reading: str = Field(description="edge, reversed-edge or metadata: what says so.")


class HistoryAnswer(AnswerModel):
    """A line of succession, both ways."""

    id: str = Field(description="The memory that was asked about.")
    head: str = Field(description="The end of its line.")
    memories: list[HistoryMemory] = Field(description="The line, oldest first.")
    successions: list[SuccessionView] = Field(default=[], description="Who replaced whom.")
    proposed: list[str] = Field(default=[], description="Drafts that would replace one of it.")
    appeals: list[HistoryMemory] = Field(default=[], description="Rejections and appeals of it.")
    unclear: list[str] = Field(default=[], description="Successions that cannot be told.")
    events: list[JournalView] = Field(default=[], description="What the journal tells of it.")


class GraphNode(AnswerModel):
    """One bead of a drawing."""

    id: str = Field(description="Its id.")
    title: str = Field(description="A memory's statement, else the title.")
    kind: str = Field(description="memory, anchor, contract or work.")
    state: str = Field(description="A memory's state, else the status.")


class GraphLink(AnswerModel):
    """One arrow of a drawing."""

    source: str = Field(description="What leans.")
    target: str = Field(description="What it leans on.")
    words: str = Field(description="What it is to it.")


class GraphAnswer(AnswerModel):
    """A part of the graph as it is drawn."""

    about: str = Field(description="A domain's label or a bead's id; empty: all domains.")
    title: str = Field(description="What people read.")
    nodes: list[GraphNode] = Field(description="In the order in which they are read.")
    links: list[GraphLink] = Field(description="By source and target.")
    circles: list[list[str]] = Field(default=[], description="Beads that lean on each other.")
    left_out: int = Field(default=0, description="Ended memories and finished work not drawn.")


class ReviewItem(AnswerModel):
    """One memory that waits for a reviewer."""

    kind: str = Field(
        description="draft; unreviewed (binds, and no reviewer is known); or changed (its words "
        "are not those that were ratified)."
    )
    memory: MemoryView = Field(description="The memory.")
    text: str = Field(description="All its words, and the difference to what it replaces.")
    replaces: str | None = Field(default=None, description="What it takes the place of.")
    appeals: str | None = Field(default=None, description="The rejection that it appeals.")
    rejected_because: str | None = Field(default=None, description="Why that was rejected.")
    appealed_because: str | None = Field(default=None, description="Why it is asked again.")
    near: list[NearMemory] = Field(default=[], description="What says something close.")


class ReviewAnswer(AnswerModel):
    """What waits for a reviewer."""

    items: list[ReviewItem] = Field(description="Drafts first, the oldest first.")


Health = Literal["ok", "note", "warning", "broken"]


class DoctorLine(AnswerModel):
    """One thing that was looked at."""

    area: str = Field(
        description="What was looked at: store, settings, versions, domains, pins, journal or other."
    )
    health: Health = Field(description="ok, note, warning or broken.")
    found: str = Field(description="What was found.")
    mend: str | None = Field(default=None, description="What mends it.")


class DoctorAnswer(AnswerModel):
    """Everything that was looked at."""

    lines: list[DoctorLine] = Field(description="In the order in which it was looked at.")
    broken: int = Field(description="How many things are broken.")
    warnings: int = Field(description="How many warnings there are.")


class FixedFinding(AnswerModel):
    """A finding that was mended; `message` is what was missing."""

    rule: str = Field(description="Slug of the rule.")
    bead: str = Field(description="Id of the bead.")
    message: str = Field(description="What was wrong.")


class BaselineAnswer(AnswerModel):
    """A baseline against the findings of today."""

    file: str = Field(description="The baseline's file.")
    made: bool = Field(default=False, description="Whether it was made now.")
    known: int = Field(description="Findings that it knows and that are still there.")
    mended: list[FixedFinding] = Field(default=[], description="Findings that left it.")
    new: int = Field(default=0, description="Findings that it does not know.")
    written: bool = Field(default=False, description="Whether the file was written.")


PUBLISHED_LIFE: Final[Mapping[str, type[AnswerModel]]] = {
    "adopt-answer": AdoptAnswer,
    "anchor-show-answer": AnchorShowAnswer,
    "baseline-answer": BaselineAnswer,
    "doctor-answer": DoctorAnswer,
    "erase-answer": EraseAnswer,
    "graph-answer": GraphAnswer,
    "history-answer": HistoryAnswer,
    "index-answer": IndexAnswer,
    "reject-answer": RejectAnswer,
    "repair-answer": RepairAnswer,
    "retire-answer": RetireAnswer,
    "review-answer": ReviewAnswer,
    "search-answer": SearchAnswer,
    "waive-answer": WaiveAnswer,
}
"""By the name of their schema."""

"""What the verbs of a memory's later life answer: each model is the `--json` document of a verb."""

from collections.abc import Mapping
from typing import Final, Literal

from fabric.models.answers import AnswerModel, JournalView, MemoryView, MovedWork, NearMemory
from fabric.models.document import means


class RejectAnswer(AnswerModel):
    """A rejection: the bead is the tombstone that refuses its value from now on."""

    id: str = means("Id of the memory.")
    reason: str = means("Why.")
    already: bool = means("Whether it was rejected before.", default=False)
    was: str = means("Its state before: draft or canonical.")
    value_digests: list[str] = means("Values that are refused now.", default=[])
    forgotten: list[str] = means("Keys of notes that said it; they went.", default=[])
    released: list[MovedWork] = means("Work that it let go of.", default=[])
    left: list[str] = means("Work that cites it or is its evidence.", default=[])


class RetireAnswer(AnswerModel):
    """A retirement: the memory binds nobody any more."""

    id: str = means("Id of the memory.")
    reason: str = means("Why.")
    already: bool = means("Whether it was retired before.", default=False)
    was: str = means("Its state before: draft or canonical.")
    released: list[MovedWork] = means("Work that it let go of.", default=[])
    left: list[str] = means("Work that cites it or is its evidence.", default=[])


class AdoptedMemory(AnswerModel):
    """One memory that a reviewer adopted."""

    id: str = means("Id of the memory.")
    statement: str = means("What it says.")
    digest: str = means("The pinned digest.")
    already: bool = means("Whether a reviewer had pinned it before.", default=False)
    trusted: bool = means("Whether its commands are trusted here.", default=False)


class AdoptAnswer(AnswerModel):
    """Memories whose words a reviewer stands behind now."""

    adopted: list[AdoptedMemory] = means("In the order they were named.")


class WaiveAnswer(AnswerModel):
    """A clause that is not asked for until a day."""

    work: str = means("Id of the work item.")
    memory: str = means("Id of the memory.")
    contract: str = means("Id of the contract.")
    reason: str = means("Why.")
    until: str = means("When it binds again.")
    already: bool = means("Whether it was waived so before.", default=False)
    open: list[str] = means("Memories whose clause is still open.", default=[])
    closed: bool = means("Whether the contract was closed.", default=False)


class EraseAnswer(AnswerModel):
    """A memory without its words."""

    id: str = means("Id of the memory.")
    was: str = means("Its state before.")
    retired: bool = means("Whether it was retired with it.", default=False)
    already: bool = means("Whether nothing was left to erase.", default=False)
    digest: str | None = means("Digest of the words that went.", default=None)
    payloads: int = means("Journal payloads that were blanked.", default=0)
    released: list[MovedWork] = means("Work that it let go of.", default=[])
    left: list[str] = means("Work that cites it or is its evidence.", default=[])


class RepairAnswer(AnswerModel):
    """A canonical memory that has its ratified words again."""

    id: str = means("Id of the memory.")
    digest: str = means("Digest of the ratified words.")
    restored: list[str] = means("What was restored.", default=[])
    source: str | None = means("Where the words were found.", default=None)
    already: bool = means("Whether they were there anyway.", default=False)


class IndexedMemory(AnswerModel):
    """One memory and the anchor that lists it."""

    id: str = means("Id of the memory.")
    statement: str = means("What it says.")
    anchor: str = means("Id of the anchor.")
    already: bool = means("Whether it was related before.", default=False)


class IndexAnswer(AnswerModel):
    """Memories that their anchors list now."""

    indexed: list[IndexedMemory] = means("In the order they were named.")


class AnchorShowAnswer(AnswerModel):
    """One anchor with what it indexes."""

    id: str = means("Its id; empty when the domain has none.")
    domain: str = means("The domain's label.")
    title: str = means("What people read.")
    status: str = means("Its status; empty when the domain has none.")
    memories: list[MemoryView] = means("Canonical memories of the domain.")
    unindexed: list[str] = means("Those that it does not relate to.", default=[])
    stray: list[str] = means("Memories it relates to and should not.", default=[])


class SearchAnswer(AnswerModel):
    """Memories that hold some words."""

    words: str = means("What was looked for.")
    memories: list[MemoryView] = means("Those in force first, best first.")
    looked_at: int = means("How many memories were looked at.")
    left_out: int = means("How many the filters left out.", default=0)
    more: int = means("How many more there are.", default=0)


class HistoryMemory(AnswerModel):
    """One memory of a line."""

    id: str = means("Its id.")
    title: str = means("Its title.")
    there: bool = means("Whether the bead is there.")
    state: str = means("Its state; empty where it is no memory.", default="")
    version: int = means("Its place in the line.", default=1)
    strength: str = means("hard or soft.", default="")
    rule: str = means("What it says.", default="")
    held_from: str | None = means("Since when it held.", default=None)
    held_until: str | None = means("Until when it held.", default=None)
    proposed_by: str | None = means("Who proposed it.", default=None)
    proposed_at: str | None = means("When.", default=None)
    ratified_by: str | None = means("Who ratified it, as it says.", default=None)
    ratified_at: str | None = means("When that was recorded.", default=None)
    ended_at: str | None = means("When its end was recorded.", default=None)
    reason: str | None = means("Why it ended.", default=None)
    appeals: str | None = means("The rejection that it appeals.", default=None)


class SuccessionView(AnswerModel):
    """One memory took the place of another."""

    old: str = means("What was replaced.")
    new: str = means("What replaced it.")
    at: str | None = means("When.", default=None)
    by: str | None = means("Who, where the journal knows.", default=None)
    reason: str | None = means("Why, where the journal knows.", default=None)
    reading: str = means("edge, reversed-edge or metadata: what says so.")


class HistoryAnswer(AnswerModel):
    """A line of succession, both ways."""

    id: str = means("The memory that was asked about.")
    head: str = means("The end of its line.")
    memories: list[HistoryMemory] = means("The line, oldest first.")
    successions: list[SuccessionView] = means("Who replaced whom.", default=[])
    proposed: list[str] = means("Drafts that would replace one of it.", default=[])
    appeals: list[HistoryMemory] = means("Rejections and appeals of it.", default=[])
    unclear: list[str] = means("Successions that cannot be told.", default=[])
    events: list[JournalView] = means("What the journal tells of it.", default=[])


class GraphNode(AnswerModel):
    """One bead of a drawing."""

    id: str = means("Its id.")
    title: str = means("A memory's statement, else the title.")
    kind: str = means("memory, anchor, contract or work.")
    state: str = means("A memory's state, else the status.")


class GraphLink(AnswerModel):
    """One arrow of a drawing."""

    source: str = means("What leans.")
    target: str = means("What it leans on.")
    words: str = means("What it is to it.")


class GraphAnswer(AnswerModel):
    """A part of the graph as it is drawn."""

    about: str = means("A domain's label or a bead's id; empty: all domains.")
    title: str = means("What people read.")
    nodes: list[GraphNode] = means("In the order in which they are read.")
    links: list[GraphLink] = means("By source and target.")
    circles: list[list[str]] = means("Beads that lean on each other.", default=[])
    left_out: int = means("Ended memories and finished work not drawn.", default=0)


class ReviewItem(AnswerModel):
    """One memory that waits for a reviewer."""

    kind: str = means(
        "draft; unreviewed (binds, and no reviewer is known); or changed (its words "
        "are not those that were ratified)."
    )
    memory: MemoryView = means("The memory.")
    text: str = means("All its words, and the difference to what it replaces.")
    replaces: str | None = means("What it takes the place of.", default=None)
    appeals: str | None = means("The rejection that it appeals.", default=None)
    rejected_because: str | None = means("Why that was rejected.", default=None)
    appealed_because: str | None = means("Why it is asked again.", default=None)
    near: list[NearMemory] = means("What says something close.", default=[])


class ReviewAnswer(AnswerModel):
    """What waits for a reviewer."""

    items: list[ReviewItem] = means("Drafts first, the oldest first.")


Health = Literal["ok", "note", "warning", "broken"]


class DoctorLine(AnswerModel):
    """One thing that was looked at."""

    area: str = means(
        "What was looked at: store, settings, versions, domains, pins, journal or other."
    )
    health: Health = means("ok, note, warning or broken.")
    found: str = means("What was found.")
    mend: str | None = means("What mends it.", default=None)


class DoctorAnswer(AnswerModel):
    """Everything that was looked at."""

    lines: list[DoctorLine] = means("In the order in which it was looked at.")
    broken: int = means("How many things are broken.")
    warnings: int = means("How many warnings there are.")


class FixedFinding(AnswerModel):
    """A finding that was mended; `message` is what was missing."""

    rule: str = means("Slug of the rule.")
    bead: str = means("Id of the bead.")
    message: str = means("What was wrong.")


class BaselineAnswer(AnswerModel):
    """A baseline against the findings of today."""

    file: str = means("The baseline's file.")
    made: bool = means("Whether it was made now.", default=False)
    known: int = means("Findings that it knows and that are still there.")
    mended: list[FixedFinding] = means("Findings that left it.", default=[])
    new: int = means("Findings that it does not know.", default=0)
    written: bool = means("Whether the file was written.", default=False)


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

"""What the verbs of a memory's later life answer: each model is the `--json` document of a verb."""

from collections.abc import Mapping
from typing import Final

from pydantic import Field

from fabric.models.answers import AnswerModel, MemoryView, MovedWork


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


PUBLISHED_LIFE: Final[Mapping[str, type[AnswerModel]]] = {
    "adopt-answer": AdoptAnswer,
    "anchor-show-answer": AnchorShowAnswer,
    "erase-answer": EraseAnswer,
    "index-answer": IndexAnswer,
    "reject-answer": RejectAnswer,
    "repair-answer": RepairAnswer,
    "retire-answer": RetireAnswer,
    "waive-answer": WaiveAnswer,
}
"""By the name of their schema."""

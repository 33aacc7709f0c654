"""What the verbs of a memory's later life answer: each model is the `--json` document of a verb."""

from collections.abc import Mapping
from typing import Final

from pydantic import Field

from fabric.models.answers import AnswerModel, MovedWork


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


PUBLISHED_LIFE: Final[Mapping[str, type[AnswerModel]]] = {
    "adopt-answer": AdoptAnswer,
    "reject-answer": RejectAnswer,
    "retire-answer": RetireAnswer,
    "waive-answer": WaiveAnswer,
}
"""By the name of their schema."""

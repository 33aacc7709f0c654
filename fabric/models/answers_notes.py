"""What the verbs of the quick plane answer: bd's own documents, and what we add to them.

`as_document` leaves out what there is nothing to say about, so that a plain answer is bd's.
"""

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from fabric.models.answers import AnswerModel, MemoryView, NearMemory

Version = Literal[1]
_EMPTY: Final[tuple[object, ...]] = (None, [])


class RememberAnswer(AnswerModel):
    """What became of a text."""

    action: Literal["remembered", "updated", "recalled", "known"] = Field(
        description="What was done; `recalled` and `known` wrote nothing."
    )
    found: bool | None = Field(default=None, description="True where a note was recalled.")
    key: str = Field(description="Key of the note, or id of the memory that says it already.")
    schema_version: Version = Field(default=1, description="Version of this document.")
    value: str = Field(description="The text as it is stored now.")
    before: str | None = Field(default=None, description="The text that was replaced.")
    remarks: list[str] = Field(default=[], description="What else the reader should know.")


class NoteSighting(AnswerModel):
    """One thing that was done to a note."""

    at: str = Field(description="When.")
    by: str = Field(description="Who.")
    kind: str = Field(description="person or agent.")
    door: str = Field(description="From where.")
    verb: str = Field(description="With which verb.")
    reason: str = Field(default="", description="Why, where that was said.")
    did: Literal["wrote", "took away", "erased"] = Field(
        description="`erased`: nobody can tell any more what it did."
    )
    text: str | None = Field(default=None, description="The text that was written.")


class RecallAnswer(AnswerModel):
    """One note or bead, whole."""

    found: bool = Field(description="Whether there is one.")
    key: str = Field(description="Key of the note, or id of the bead.")
    schema_version: Version = Field(default=1, description="Version of this document.")
    value: str = Field(default="", description="Its text.")
    state: str | None = Field(default=None, description="Of a memory: its state.")
    in_force: bool | None = Field(default=None, description="Of a memory: whether it binds now.")
    superseded_by: list[str] = Field(default=[], description="Of a memory: what replaced it.")
    was: str | None = Field(
        default=None, description="Its text as the journal last saw it, if it changed elsewhere."
    )
    remarks: list[str] = Field(default=[], description="What the reader should know first.")
    history: list[NoteSighting] | None = Field(
        default=None, description="What was done to the note, oldest first, if that was asked."
    )


class ForgetAnswer(AnswerModel):
    """What became of a note that was to be forgotten."""

    deleted: Literal["true"] | None = Field(default=None, description="Whether it is gone now.")
    found: Literal["false"] | None = Field(default=None, description="That there was none.")
    key: str = Field(description="Its key.")
    schema_version: Version = Field(default=1, description="Version of this document.")
    value: str | None = Field(default=None, description="The text that was forgotten.")
    tombstone: str | None = Field(
        default=None, description="Id of the bead that refuses the value from now on."
    )
    remarks: list[str] = Field(default=[], description="What else the reader should know.")


class FoundMemory(AnswerModel):
    """One memory among what was found."""

    id: str = Field(description="Its id.")
    state: str = Field(description="draft, canonical, superseded, retired or rejected.")
    in_force: bool = Field(description="Whether it binds now.")
    strength: str = Field(description="hard or soft; empty where unsaid.")
    domain: str = Field(description="The domain's short name; empty where none is known.")
    statement: str = Field(description="What its title says.")
    rule: str = Field(description="The rule.")
    superseded_by: list[str] = Field(default=[], description="What replaced it.")


class FoundNote(AnswerModel):
    """One note among what was found."""

    key: str = Field(description="Its key.")
    kind: str = Field(description="feedback, user, project, reference or general.")
    text: str = Field(description="Its text.")


class FoundBeyond(AnswerModel):
    """What bd's map of keys and texts has no place for."""

    memories: list[FoundMemory] = Field(default=[], description="Those in force first.")
    notes: list[FoundNote] = Field(default=[], description="In the order that they are shown in.")
    remarks: list[str] = Field(
        default=[], description="What was left out and why, and why a filter matches nothing."
    )


class MemoriesAnswer(BaseModel):
    """Notes by their key and memories by their id, each with its text: bd's own document.

    Beside the names below, each key is the key of a note or the id of a memory.
    """

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, str]

    schema_version: Version = Field(default=1, description="Version of this document.")
    fabric: FoundBeyond | None = Field(
        default=None, description="Memories, and remarks; absent where there are neither."
    )


class PromoteAnswer(AnswerModel):
    """A note that became a draft."""

    id: str = Field(description="Id of the draft.")
    note: str = Field(description="Key of the note; it goes once the draft is ratified.")
    already: bool = Field(default=False, description="Whether the draft was there before.")
    memory: MemoryView = Field(description="The draft.")
    near: list[NearMemory] = Field(default=[], description="What says something close.")


def as_document(answer: BaseModel) -> dict[str, object]:
    """An answer as the JSON document that is printed, without what there is nothing to say about."""
    plain = answer.model_dump(mode="json")
    return {key: value for key, value in plain.items() if value not in _EMPTY}


PUBLISHED_NOTES: Final[Mapping[str, type[BaseModel]]] = {
    "forget-answer": ForgetAnswer,
    "memories-answer": MemoriesAnswer,
    "promote-answer": PromoteAnswer,
    "recall-answer": RecallAnswer,
    "remember-answer": RememberAnswer,
}
"""By the name of their schema."""

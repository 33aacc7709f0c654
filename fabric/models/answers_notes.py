"""What the verbs of the quick plane answer: bd's own documents, and what we add to them.

`as_document` leaves out what there is nothing to say about, so that a plain answer is bd's.
"""

from collections.abc import Mapping
from typing import Final, Literal

from fabric.models.answers import AnswerModel, MemoryView, NearMemory
from fabric.models.document import Document, means, plain

Version = Literal[1]
_EMPTY: Final[tuple[object, ...]] = (None, [])


class RememberAnswer(AnswerModel):
    """What became of a text."""

    action: Literal["remembered", "updated", "recalled", "known"] = means(
        "What was done; `recalled` and `known` wrote nothing."
    )
    found: bool | None = means("True where a note was recalled.", default=None)
    key: str = means("Key of the note, or id of the memory that says it already.")
    schema_version: Version = means("Version of this document.", default=1)
    value: str = means("The text as it is stored now.")
    before: str | None = means("The text that was replaced.", default=None)
    remarks: list[str] = means("What else the reader should know.", default=[])


class NoteSighting(AnswerModel):
    """One thing that was done to a note."""

    at: str = means("When.")
    by: str = means("Who.")
    kind: str = means("person or agent.")
    door: str = means("From where.")
    verb: str = means("With which verb.")
    reason: str = means("Why, where that was said.", default="")
    did: Literal["wrote", "took away", "erased"] = means(
        "`erased`: nobody can tell any more what it did."
    )
    text: str | None = means("The text that was written.", default=None)


class RecallAnswer(AnswerModel):
    """One note or bead, whole."""

    found: bool = means("Whether there is one.")
    key: str = means("Key of the note, or id of the bead.")
    schema_version: Version = means("Version of this document.", default=1)
    value: str = means("Its text.", default="")
    state: str | None = means("Of a memory: its state.", default=None)
    in_force: bool | None = means("Of a memory: whether it binds now.", default=None)
    superseded_by: list[str] = means("Of a memory: what replaced it.", default=[])
    was: str | None = means(
        "Its text as the journal last saw it, if it changed elsewhere.", default=None
    )
    remarks: list[str] = means("What the reader should know first.", default=[])
    history: list[NoteSighting] | None = means(
        "What was done to the note, oldest first, if that was asked.", default=None
    )


class ForgetAnswer(AnswerModel):
    """What became of a note that was to be forgotten."""

    deleted: Literal["true"] | None = means("Whether it is gone now.", default=None)
    found: Literal["false"] | None = means("That there was none.", default=None)
    key: str = means("Its key.")
    schema_version: Version = means("Version of this document.", default=1)
    value: str | None = means("The text that was forgotten.", default=None)
    tombstone: str | None = means(
        "Id of the bead that refuses the value from now on.", default=None
    )
    remarks: list[str] = means("What else the reader should know.", default=[])


class FoundMemory(AnswerModel):
    """One memory among what was found."""

    id: str = means("Its id.")
    state: str = means("draft, canonical, superseded, retired or rejected.")
    in_force: bool = means("Whether it binds now.")
    strength: str = means("hard or soft; empty where unsaid.")
    domain: str = means("The domain's short name; empty where none is known.")
    statement: str = means("What its title says.")
    rule: str = means("The rule.")
    superseded_by: list[str] = means("What replaced it.", default=[])


class FoundNote(AnswerModel):
    """One note among what was found."""

    key: str = means("Its key.")
    kind: str = means("feedback, user, project, reference or general.")
    text: str = means("Its text.")


class FoundBeyond(AnswerModel):
    """What bd's map of keys and texts has no place for."""

    memories: list[FoundMemory] = means("Those in force first.", default=[])
    notes: list[FoundNote] = means("In the order that they are shown in.", default=[])
    remarks: list[str] = means(
        "What was left out and why, and why a filter matches nothing.", default=[]
    )


class MemoriesAnswer(Document):
    """Notes by their key and memories by their id, each with its text: bd's own document.

    Beside the names below, each key is the key of a note or the id of a memory.
    """

    further = str

    schema_version: Version = means("Version of this document.", default=1)
    fabric: FoundBeyond | None = means(
        "Memories, and remarks; absent where there are neither.", default=None
    )

    @property
    def texts(self) -> dict[str, str]:
        """The texts by their keys, in the order in which they are shown."""
        return {key: str(text) for key, text in self.beside.items()}


class PromoteAnswer(AnswerModel):
    """A note that became a draft."""

    id: str = means("Id of the draft.")
    note: str = means("Key of the note; it goes once the draft is ratified.")
    already: bool = means("Whether the draft was there before.", default=False)
    memory: MemoryView = means("The draft.")
    near: list[NearMemory] = means("What says something close.", default=[])


def as_document(answer: Document) -> dict[str, object]:
    """An answer as the JSON document that is printed, without what there is nothing to say about."""
    return {key: value for key, value in plain(answer).items() if value not in _EMPTY}


PUBLISHED_NOTES: Final[Mapping[str, type[Document]]] = {
    "forget-answer": ForgetAnswer,
    "memories-answer": MemoriesAnswer,
    "promote-answer": PromoteAnswer,
    "recall-answer": RecallAnswer,
    "remember-answer": RememberAnswer,
}
"""By the name of their schema."""

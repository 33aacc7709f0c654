"""What `migrate` answers."""

from collections.abc import Mapping
from typing import Final

from pydantic import Field

from fabric.models.answers import AnswerModel, NearMemory


class FoundRule(AnswerModel):
    """A rule that no memory says yet."""

    strength: str = Field(description="hard or soft, as its words say.")
    domain: str = Field(description="Short name of the likeliest domain; empty where none is.")
    statement: str = Field(description="The rule in a short sentence.")
    rule: str = Field(description="The rule, so that it can stand alone.")
    evidence: str = Field(description="Where it stands: `path:line`, or `note:KEY`.")
    why: list[str] = Field(description="The signs by which it was taken for such a rule.")
    paths: list[str] = Field(default=[], description="Globs it binds; empty: everywhere.")
    near: list[NearMemory] = Field(default=[], description="Memories that say something close.")


class KnownRule(AnswerModel):
    """A rule that is not proposed again."""

    evidence: str = Field(description="Where it stands.")
    statement: str = Field(description="The rule in a short sentence.")
    memory: str | None = Field(default=None, description="The memory that knows it.")
    reason: str = Field(description="Why it is not proposed.")


class LeftOutSource(AnswerModel):
    """A file or a note that yields no rules of its own."""

    source: str = Field(description="Its name.")
    reason: str = Field(description="Why.")


class ProposedRule(AnswerModel):
    """A rule that is a draft now."""

    id: str = Field(description="Id of the draft.")
    strength: str = Field(description="hard or soft.")
    domain: str = Field(description="The domain's label.")
    statement: str = Field(description="The rule in a short sentence.")
    evidence: str = Field(description="Where it comes from.")
    near: list[NearMemory] = Field(default=[], description="Memories that say something close.")


class NotTakenRule(AnswerModel):
    """A rule that could not become a draft."""

    evidence: str = Field(description="Where it comes from.")
    statement: str = Field(description="The rule in a short sentence.")
    reason: str = Field(description="Why.")


class MigrateAnswer(AnswerModel):
    """Rules found in files or notes, and the drafts that were made of them."""

    sources: list[str] = Field(description="What was read.")
    found: list[FoundRule] = Field(default=[], description="Rules that no memory says yet.")
    known: list[KnownRule] = Field(default=[], description="Rules that are not proposed again.")
    left_out: list[LeftOutSource] = Field(default=[], description="What yields no rules.")
    plan: str | None = Field(default=None, description="The plan that was written or read.")
    applied: bool = Field(default=False, description="Whether drafts were asked for.")
    proposed: list[ProposedRule] = Field(default=[], description="The new drafts.")
    not_taken: list[NotTakenRule] = Field(default=[], description="What could not be taken.")
    dropped: int = Field(default=0, description="Entries that the plan says not to keep.")


class MovedNote(AnswerModel):
    """A row of Gas Town and the note that it becomes, or already is."""

    row: str = Field(description="The key of the row.")
    key: str = Field(description="The key of the note.")
    kind: str = Field(description="feedback, user, project, reference or general.")
    text: str = Field(description="The text.")
    outcome: str = Field(description="renamed, merged (the same words are there) or kept.")


class NotMovedNote(AnswerModel):
    """A row that stays as it is."""

    row: str = Field(description="The key of the row.")
    reason: str = Field(description="Why.")


class GastownAnswer(AnswerModel):
    """Gas Town's memories as notes with a kind."""

    applied: bool = Field(default=False, description="Whether rows were renamed.")
    notes: list[MovedNote] = Field(description="By key of the row.")
    not_taken: list[NotMovedNote] = Field(default=[], description="What could not be taken.")
    left_out: list[NotMovedNote] = Field(default=[], description="What is none of Gas Town's.")


PUBLISHED_MIGRATE: Final[Mapping[str, type[AnswerModel]]] = {
    "migrate-answer": MigrateAnswer,
    "migrate-gastown-answer": GastownAnswer,
}
"""By the name of their schema."""

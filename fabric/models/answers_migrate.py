"""What `migrate` answers."""

from collections.abc import Mapping
from typing import Final

from fabric.models.answers import AnswerModel, NearMemory
from fabric.models.document import means


class FoundRule(AnswerModel):
    """A rule that no memory says yet."""

    strength: str = means("hard or soft, as its words say.")
    domain: str = means("Short name of the likeliest domain; empty where none is.")
    statement: str = means("The rule in a short sentence.")
    rule: str = means("The rule, so that it can stand alone.")
    evidence: str = means("Where it stands: `path:line`, or `note:KEY`.")
    why: list[str] = means("The signs by which it was taken for such a rule.")
    paths: list[str] = means("Globs it binds; empty: everywhere.", default=[])
    near: list[NearMemory] = means("Memories that say something close.", default=[])


class KnownRule(AnswerModel):
    """A rule that is not proposed again."""

    evidence: str = means("Where it stands.")
    statement: str = means("The rule in a short sentence.")
    memory: str | None = means("The memory that knows it.", default=None)
    reason: str = means("Why it is not proposed.")


class LeftOutSource(AnswerModel):
    """A file or a note that yields no rules of its own."""

    source: str = means("Its name.")
    reason: str = means("Why.")


class ProposedRule(AnswerModel):
    """A rule that is a draft now."""

    id: str = means("Id of the draft.")
    strength: str = means("hard or soft.")
    domain: str = means("The domain's label.")
    statement: str = means("The rule in a short sentence.")
    evidence: str = means("Where it comes from.")
    near: list[NearMemory] = means("Memories that say something close.", default=[])


class NotTakenRule(AnswerModel):
    """A rule that could not become a draft."""

    evidence: str = means("Where it comes from.")
    statement: str = means("The rule in a short sentence.")
    reason: str = means("Why.")


class MigrateAnswer(AnswerModel):
    """Rules found in files or notes, and the drafts that were made of them."""

    sources: list[str] = means("What was read.")
    found: list[FoundRule] = means("Rules that no memory says yet.", default=[])
    known: list[KnownRule] = means("Rules that are not proposed again.", default=[])
    left_out: list[LeftOutSource] = means("What yields no rules.", default=[])
    plan: str | None = means("The plan that was written or read.", default=None)
    applied: bool = means("Whether drafts were asked for.", default=False)
    proposed: list[ProposedRule] = means("The new drafts.", default=[])
    not_taken: list[NotTakenRule] = means("What could not be taken.", default=[])
    unchecked: int = means("Hard ones among the drafts that say not how to check them.", default=0)
    dropped: int = means("Entries that the plan says not to keep.", default=0)


class MovedNote(AnswerModel):
    """A row of Gas Town and the note that it becomes, or already is."""

    row: str = means("The key of the row.")
    key: str = means("The key of the note.")
    kind: str = means("feedback, user, project, reference or general.")
    text: str = means("The text.")
    outcome: str = means("renamed, merged (the same words are there) or kept.")


class NotMovedNote(AnswerModel):
    """A row that stays as it is."""

    row: str = means("The key of the row.")
    reason: str = means("Why.")


class GastownAnswer(AnswerModel):
    """Gas Town's memories as notes with a kind."""

    applied: bool = means("Whether rows were renamed.", default=False)
    notes: list[MovedNote] = means("By key of the row.")
    not_taken: list[NotMovedNote] = means("What could not be taken.", default=[])
    left_out: list[NotMovedNote] = means("What is none of Gas Town's.", default=[])


PUBLISHED_MIGRATE: Final[Mapping[str, type[AnswerModel]]] = {
    "migrate-answer": MigrateAnswer,
    "migrate-gastown-answer": GastownAnswer,
}
"""By the name of their schema."""

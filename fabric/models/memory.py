"""A memory, read from a bead: what it says, how strongly, where and when it binds."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Literal

from fabric.models.bead import Bead
from fabric.models.digests import PinnedFields, memory_digest, value_digest
from fabric.models.domain import Domains
from fabric.models.fabric_object import fabric_object
from fabric.models.frozen import dataclass
from fabric.models.instants import parse_instant
from fabric.models.memory_text import Acceptance, Title, read_acceptance, read_sections, read_title
from fabric.models.words import (
    DECISION,
    DOMAIN_KEY,
    DRAFT,
    HARD,
    MEMORY_LABELS,
    REJECTED,
    RETIRED,
    SOFT,
    STRENGTH_LABELS,
    SUPERSEDED,
)

State = Literal["draft", "canonical", "superseded", "retired", "rejected"]
_MEMORY = frozenset(MEMORY_LABELS)
_VERSION = re.compile(r"[0-9]{1,9}")
STATES: tuple[State, ...] = ("draft", "canonical", "superseded", "retired", "rejected")


@dataclass(frozen=True)  # no slots: the texts are taken apart once, when they are asked for
class Memory:
    """One memory. `state` is what the bead itself says; a graph may know of a successor.

    Texts that the bead lacks are empty; `domain` is a known label or empty.
    """

    bead: Bead
    state: State
    strength: str
    domain: str
    fabric: Mapping[str, object]

    @cached_property
    def title(self) -> Title | None:
        """The title taken apart; None where it has another shape."""
        return read_title(self.bead.title)

    @cached_property
    def sections(self) -> Mapping[str, str]:
        """The sections of the description, by name."""
        return read_sections(self.bead.description)

    @cached_property
    def acceptance(self) -> Acceptance:
        """Checks and commands."""
        return read_acceptance(self.bead.acceptance_criteria)

    @property
    def id(self) -> str:
        """The bead's id."""
        return self.bead.id

    @property
    def texts(self) -> tuple[str, str, str]:
        """Title, description and acceptance criteria, as they stand."""
        return self.bead.title, self.bead.description, self.bead.acceptance_criteria

    @property
    def is_hard(self) -> bool:
        """Whether it must hold."""
        return self.strength == "hard"

    @property
    def statement(self) -> str:
        """The title's statement."""
        return self.title.statement if self.title else self.bead.title

    @property
    def rule(self) -> str:
        """The rule: the `Rule:` section, or the statement where a hand-made one has none."""
        return self.sections.get("Rule", "") or self.statement

    @property
    def effective_date(self) -> str:
        """The effective date as written; empty when there is none."""
        value = self.bead.metadata.get("effective_date")
        return value if isinstance(value, str) and value != "null" else ""

    @property
    def effective_from(self) -> datetime | None:
        """Since when the rule holds: the effective date, else its closing."""
        return parse_instant(self.effective_date) or self._closed_or_made

    @property
    def effective_until(self) -> datetime | None:
        """Until when the rule held; None while it holds."""
        return parse_instant(self.fabric.get("effective_until"))

    @property
    def recorded_from(self) -> datetime | None:
        """When it was recorded as canonical; for hand-made ones its closing, else its making.

        A hand-made one that was adopted later was recorded when it was closed.
        """
        ratified, closed = self.fabric.get("ratified_at"), self.bead.closed_at
        known = [each for each in map(parse_instant, (ratified, closed)) if each is not None]
        return min(known) if known else self._closed_or_made

    @property
    def _closed_or_made(self) -> datetime | None:
        return parse_instant(self.bead.closed_at) or parse_instant(self.bead.created_at)

    @property
    def recorded_until(self) -> datetime | None:
        """When its end was recorded; None where it was not."""
        return parse_instant(self.fabric.get("ended_recorded_at"))

    @property
    def pinned_digest(self) -> str:
        """The digest that ratification pinned; empty where nobody did."""
        return text_of(self.fabric.get("digest"))

    @property
    def digest(self) -> str:
        """The digest of what the bead says now, whatever domains are known."""
        named = text_of(self.bead.metadata.get(DOMAIN_KEY))
        fields = PinnedFields(
            title=self.bead.title,
            description=self.bead.description,
            acceptance=self.bead.acceptance_criteria,
            domain=named if self.bead.has(named) else self.domain,
            strength=self.strength,
            effective_date=self.effective_date,
            applies_to=self.applies_to,
        )
        return memory_digest(fields)

    @property
    def rule_digest(self) -> str:
        """The value digest of the rule sentence."""
        return value_digest(self.rule)

    @property
    def statement_digest(self) -> str:
        """The value digest of the title's statement."""
        return value_digest(self.statement)

    @property
    def applies_to(self) -> Mapping[str, object] | None:
        """Which work it binds within its domain; None means all."""
        value = self.fabric.get("applies_to")
        return value if isinstance(value, dict) else None

    @property
    def version(self) -> int:
        """Its place in the line of succession, 1 where unsaid."""
        value = self.bead.metadata.get("memory_version")
        if isinstance(value, str) and _VERSION.fullmatch(value.strip()):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            return 1
        return max(1, value)

    @property
    def owner(self) -> str:
        """Who answers for the rule; empty where unsaid."""
        return text_of(self.bead.metadata.get("owner"))

    @property
    def superseded_by(self) -> str:
        """The successor that the metadata names; empty when none."""
        return text_of(self.bead.metadata.get("superseded_by"))

    @property
    def supersedes(self) -> tuple[str, ...]:
        """The predecessors that the metadata names."""
        return ids_of(self.bead.metadata.get("supersedes"))

    @property
    def evidence(self) -> tuple[str, ...]:
        """Bead ids or links that support it, also from the older `evidence_ids`."""
        ours = ids_of(self.fabric.get("evidence"))
        older = ids_of(self.bead.metadata.get("evidence_ids"))
        return tuple(dict.fromkeys((*ours, *older)))

    def applies_values(self, key: str) -> tuple[str, ...]:
        """One list of `applies_to` (`paths`, `labels`, `issue_types`)."""
        return ids_of((self.applies_to or {}).get(key))

    def held_at(self, at: datetime) -> bool:
        """Whether the rule's own dates say that it held then."""
        begin, end = self.effective_from, self.effective_until
        return (begin is None or begin <= at) and (end is None or at < end)


def is_memory(bead: Bead, work_types: frozenset[str]) -> bool:
    """Whether a bead is a memory: the label, and a decision or a strength label.

    A bead of a work type that is not closed is work, whatever labels it inherited.
    """
    if _MEMORY.isdisjoint(bead.labels):
        return False
    if bead.issue_type in work_types and not bead.is_closed:
        return False
    return bead.issue_type == DECISION or any(bead.has(label) for label in STRENGTH_LABELS)


def read_memory(bead: Bead, domains: Domains) -> Memory:
    """Read a bead as a memory; what it lacks is empty, nothing is refused."""
    return Memory(
        bead=bead,
        state=_state(bead),
        strength=_strength(bead),
        domain=_domain(bead, domains),
        fabric=fabric_object(bead.metadata),
    )


def text_of(value: object) -> str:
    """A text value; null, `"null"` and anything else read as empty."""
    return value.strip() if isinstance(value, str) and value.strip() != "null" else ""


def ids_of(value: object) -> tuple[str, ...]:
    """A list of texts, from a list or from a comma-separated text."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple):
        return ()
    return tuple(text_of(part) for part in parts if text_of(part))


def _state(bead: Bead) -> State:
    if bead.has(REJECTED):
        return "rejected"
    if bead.has(RETIRED):
        return "retired"
    superseded_by = text_of(bead.metadata.get("superseded_by"))
    if bead.has(SUPERSEDED) or superseded_by:
        return "superseded"
    return "draft" if bead.has(DRAFT) or not bead.is_closed else "canonical"


def _strength(bead: Bead) -> str:
    if bead.has(HARD):
        return "hard"
    if bead.has(SOFT):
        return "soft"
    said = text_of(bead.metadata.get("memory_strength")).lower()
    if said in {"hard", "soft"}:
        return said
    title = read_title(bead.title)
    return title.strength if title else ""


def _domain(bead: Bead, domains: Domains) -> str:
    """Only labels count, because bd's queries filter by them; of several, what the metadata names."""
    carried = domains.of(bead.labels)
    said = domains.get(text_of(bead.metadata.get(DOMAIN_KEY)))
    if said is not None and said.label in carried:
        return said.label
    return carried[0] if carried else ""

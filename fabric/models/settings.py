"""The settings of a project, as `fabric.toml` holds them."""

import re
from typing import Final, Literal

from fabric.errors import WrongUse
from fabric.models.document import Document, means
from fabric.models.domain import Domain, Domains, domain_label
from fabric.models.instants import is_instant

MAX_CHARS: Final = 9500
"""How long a briefing may be where nothing else is said."""

DEADLINE_SECONDS: Final = 5.0
"""How long reading it may take."""

_PREFIX: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")

Level = Literal["error", "warning", "note", "off"]


def _dated(value: str | None) -> str | None:
    if value is not None and not is_instant(value):
        raise ValueError("a date like 2026-03-02 or an RFC 3339 time is needed")
    return value


def _begins_ids(value: str) -> str:
    if value and not may_begin_ids(value):
        raise ValueError(f"{value!r} cannot begin an id; letters, digits, - . and _ can")
    return value


def may_begin_ids(text: str) -> bool:
    """Whether ids may begin with a text: letters, digits, hyphens, dots, underscores."""
    return bool(_PREFIX.fullmatch(text))


def _usable_label(value: str) -> str:
    try:
        label = domain_label(value)
    except WrongUse as error:
        raise ValueError(f"{error.what} {error.remedy}") from error
    # bd tells `memory-API` from `memory-api`, so a label keeps its letters.
    return value.strip() if value.strip().lower() == label else label


class DomainSettings(Document):
    """One `[[domains]]` entry."""

    label: str = means("The label, as `memory-arch`.", check=_usable_label)
    title: str = means("What people read, as `Architecture`.", default="")
    short: str = means("What people type; by default the label's end.", default="")
    anchor: str = means("Id of the anchor; by default found by its labels.", default="")
    always: bool = means("Whether its memories bind all work.", default=False)


class WorkSettings(Document):
    """`[work]`: what counts as work."""

    types: list[str] = means(
        "Types of beads that are work items.",
        default=["task", "bug", "feature", "chore", "story", "spike"],
    )
    active_statuses: list[str] = means(
        "Statuses that mean somebody is at it.", default=["in_progress", "hooked"]
    )
    adopted: str | None = means(
        "Since when closed work must have been started with receipts.", default=None, check=_dated
    )


class GovernanceSettings(Document):
    """`[governance]`: who may decide; read from the file only, never from the environment."""

    reviewers: list[str] = means("People who may ratify, by name or mail.", default=[])
    solo: bool = means("Whether an author may ratify their own draft.", default=False)
    confirm: Literal["typed", "none"] = means(
        "`typed` asks at the terminal and refuses agent hosts; `none` does neither.",
        default="typed",
    )
    require_review: bool = means(
        "Whether memories without a known review are withheld.", default=False
    )


class BudgetSettings(Document):
    """`[budget]`: how much a task is given."""

    memories: int = means("Most memories for one task; hard ones stay.", default=7, ge=1)


class ContractSettings(Document):
    """`[contract]`: how contracts bind."""

    grace_days: int = means(
        "Days in which a rule ratified after the start only warns.", default=3, ge=0
    )
    command_timeout_seconds: int = means(
        "How long one verification command may run.", default=600, ge=1
    )
    output_limit_bytes: int = means(
        "How much output of a command is read.", default=1_000_000, ge=1
    )


class PrimeSettings(Document):
    """`[prime]`: what an agent reads at its start."""

    max_chars: int = means("Most characters of the payload.", default=MAX_CHARS, ge=500)
    deadline_seconds: float = means("How long reading may take.", default=DEADLINE_SECONDS, gt=0)


class IgnoreSettings(Document):
    """One `[[lint.ignore]]` entry: findings of a rule that are not counted, with the reason."""

    rule: str = means("Slug of the rule.")
    reason: str = means("Why.", min_length=1)
    beads: list[str] = means("Only on these beads; empty means all.", default=[])
    until: str | None = means("Until when; a date.", default=None, check=_dated)


class LintSettings(Document):
    """`[lint]`: what the gate asks."""

    severity: dict[str, Level] = means("Another weight for a rule.", default={})
    ignore: list[IgnoreSettings] = means("Suppressed findings.", default=[])
    fail_on: Literal["error", "warning"] = means(
        "From which severity on the exit status is 1.", default="error"
    )
    bead_ignores: bool = means("Whether a bead may carry its own suppressions.", default=True)
    files: list[str] = means(
        "Markdown files that `memory-in-markdown` reads; patterns from the root too.", default=[]
    )


def _told_apart(value: list[DomainSettings]) -> list[DomainSettings]:
    names = [Domain(each.label, short=each.short).short_name.casefold() for each in value]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"the domain {', '.join(twice)} is there twice")
    return value


class Settings(Document):
    """All settings of a project; each has a default."""

    store: str | None = means("URL of the store.", default=None)
    prefix: str = means(
        "Prefix of new ids; by default the store's own.", default="", check=_begins_ids
    )
    domains: list[DomainSettings] = means("The known domains.", default=[], check=_told_apart)
    work: WorkSettings = means("What counts as work.", default=WorkSettings())
    governance: GovernanceSettings = means("Who may decide.", default=GovernanceSettings())
    budget: BudgetSettings = means("How much is given.", default=BudgetSettings())
    contract: ContractSettings = means("How they bind.", default=ContractSettings())
    prime: PrimeSettings = means("What agents read.", default=PrimeSettings())
    lint: LintSettings = means("What the gate asks.", default=LintSettings())

    @property
    def known_domains(self) -> Domains:
        """The configured domains."""
        return Domains(Domain(d.label, d.title, d.short, d.anchor, d.always) for d in self.domains)

    @property
    def work_types(self) -> frozenset[str]:
        """Types of beads that are work items."""
        return frozenset(self.work.types)

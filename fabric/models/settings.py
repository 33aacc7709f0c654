"""The settings of a project, as `fabric.toml` holds them."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from fabric.errors import WrongUse
from fabric.models.domain import Domain, Domains, domain_label
from fabric.models.instants import is_instant

Level = Literal["error", "warning", "note", "off"]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _dated(value: str | None) -> str | None:
    if value is not None and not is_instant(value):
        raise ValueError("a date like 2026-03-02 or an RFC 3339 time is needed")
    return value


class DomainSettings(_Section):
    """One `[[domains]]` entry."""

    label: str = Field(description="The label, as `memory-arch`.")
    title: str = Field(default="", description="What people read, as `Architecture`.")
    short: str = Field(default="", description="What people type; by default the label's end.")
    anchor: str = Field(default="", description="Id of the anchor; by default found by its labels.")
    always: bool = Field(default=False, description="Whether its memories bind all work.")

    @field_validator("label")
    @classmethod
    def _usable(cls, value: str) -> str:
        try:
            label = domain_label(value)
        except WrongUse as error:
            raise ValueError(f"{error.what} {error.remedy}") from error
        # bd tells `memory-API` from `memory-api`, so a label keeps its letters.
        return value.strip() if value.strip().lower() == label else label


class WorkSettings(_Section):
    """`[work]`: what counts as work."""

    types: list[str] = Field(
        default=["task", "bug", "feature", "chore", "story", "spike"],
        description="Types of beads that are work items.",
    )
    active_statuses: list[str] = Field(
        default=["in_progress", "hooked"], description="Statuses that mean somebody is at it."
    )
    adopted: str | None = Field(
        default=None, description="Since when closed work must have been started with receipts."
    )

    @field_validator("adopted")
    @classmethod
    def _dated(cls, value: str | None) -> str | None:
        return _dated(value)


class GovernanceSettings(_Section):
    """`[governance]`: who may decide; read from the file only, never from the environment."""

    reviewers: list[str] = Field(default=[], description="People who may ratify, by name or mail.")
    solo: bool = Field(default=False, description="Whether an author may ratify their own draft.")
    confirm: Literal["typed", "none"] = Field(
        default="typed",
        description="`typed` asks at the terminal and refuses agent hosts; `none` does neither.",
    )
    require_review: bool = Field(
        default=False, description="Whether memories without a known review are withheld."
    )


class BudgetSettings(_Section):
    """`[budget]`: how much a task is given."""

    memories: int = Field(
        default=7, ge=1, description="Most memories for one task; hard ones stay."
    )


class ContractSettings(_Section):
    """`[contract]`: how contracts bind."""

    grace_days: int = Field(
        default=3, ge=0, description="Days in which a rule ratified after the start only warns."
    )
    command_timeout_seconds: int = Field(
        default=600, ge=1, description="How long one verification command may run."
    )
    output_limit_bytes: int = Field(
        default=1_000_000, ge=1, description="How much output of a command is read."
    )


class PrimeSettings(_Section):
    """`[prime]`: what an agent reads at its start."""

    max_chars: int = Field(default=9500, ge=500, description="Most characters of the payload.")
    deadline_seconds: float = Field(default=5.0, gt=0, description="How long reading may take.")


class IgnoreSettings(_Section):
    """One `[[lint.ignore]]` entry: findings of a rule that are not counted, with the reason."""

    rule: str = Field(description="Slug of the rule.")
    reason: str = Field(min_length=1, description="Why.")
    beads: list[str] = Field(default=[], description="Only on these beads; empty means all.")
    until: str | None = Field(default=None, description="Until when; a date.")

    @field_validator("until")
    @classmethod
    def _dated(cls, value: str | None) -> str | None:
        return _dated(value)


class LintSettings(_Section):
    """`[lint]`: what the gate asks."""

    severity: dict[str, Level] = Field(default={}, description="Another weight for a rule.")
    ignore: list[IgnoreSettings] = Field(default=[], description="Suppressed findings.")
    fail_on: Literal["error", "warning"] = Field(
        default="error", description="From which severity on the exit status is 1."
    )
    bead_ignores: bool = Field(
        default=True, description="Whether a bead may carry its own suppressions."
    )
    files: list[str] = Field(
        default=[],
        description="Markdown files that `memory-in-markdown` reads; patterns from the root too.",
    )


class Settings(_Section):
    """All settings of a project; each has a default."""

    store: str | None = Field(default=None, description="URL of the store.")
    prefix: str = Field(default="", description="Prefix of new ids; by default the store's own.")
    domains: list[DomainSettings] = Field(default=[], description="The known domains.")
    work: WorkSettings = Field(default=WorkSettings(), description="What counts as work.")
    governance: GovernanceSettings = Field(
        default=GovernanceSettings(), description="Who may decide."
    )
    budget: BudgetSettings = Field(default=BudgetSettings(), description="How much is given.")
    contract: ContractSettings = Field(default=ContractSettings(), description="How they bind.")
    prime: PrimeSettings = Field(default=PrimeSettings(), description="What agents read.")
    lint: LintSettings = Field(default=LintSettings(), description="What the gate asks.")

    @field_validator("domains")
    @classmethod
    def _told_apart(cls, value: list[DomainSettings]) -> list[DomainSettings]:
        names = [Domain(each.label, short=each.short).short_name.casefold() for each in value]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"the domain {', '.join(twice)} is there twice")
        return value

    @property
    def known_domains(self) -> Domains:
        """The configured domains."""
        return Domains(Domain(d.label, d.title, d.short, d.anchor, d.always) for d in self.domains)

    @property
    def work_types(self) -> frozenset[str]:
        """Types of beads that are work items."""
        return frozenset(self.work.types)

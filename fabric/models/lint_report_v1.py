"""The linter's report as it goes over the wire; its name carries its version."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from fabric.models.finding import Severity


class Place(BaseModel):
    """Where a bead stands in a file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str = Field(description="Path of the export.")
    line: int = Field(ge=1, description="Line, from 1.")


class ReportedFinding(BaseModel):
    """One finding."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: str = Field(description="Slug of the rule.")
    severity: Severity = Field(description="How much it weighs.")
    bead: str = Field(description="Id of the bead.")
    title: str = Field(default="", description="Title of the bead.")
    message: str = Field(description="What is wrong.")
    help: str = Field(description="What mends it.")
    missing: str = Field(default="", description="Stable name of what is missing.")
    fixable: bool = Field(default=False, description="Whether `lint --fix` can mend it.")
    place: Place | None = Field(default=None, description="Where it stands, for a file.")


class NotAsked(BaseModel):
    """A rule that could not be asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: str = Field(description="Slug of the rule.")
    reason: str = Field(description="What it needs that is not there.")


class LintReportV1(BaseModel):
    """What the linter found, and what it looked at."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal["lint-report-v1"] = "lint-report-v1"
    store: str = Field(description="What was read.")
    scope: str = Field(description="`active`, `all`, or the ids that were named.")
    beads_read: int = Field(ge=0, description="How many beads were looked at.")
    newest_record: str | None = Field(default=None, description="Newest time in an export.")
    errors: int = Field(ge=0, description="Findings of severity error.")
    warnings: int = Field(ge=0, description="Findings of severity warning.")
    notes: int = Field(ge=0, description="Findings of severity note.")
    suppressed: int = Field(default=0, ge=0, description="Findings that a suppression hid.")
    known: int = Field(default=0, ge=0, description="Findings that the baseline knows.")
    findings: list[ReportedFinding] = Field(default=[], description="The findings, sorted.")
    not_asked: list[NotAsked] = Field(default=[], description="Rules that were not asked.")

"""The linter's report as it goes over the wire; its name carries its version."""

from typing import Literal

from fabric.models.document import Document, means
from fabric.models.finding import Severity


class Place(Document):
    """Where a bead stands in a file."""

    file: str = means("Path of the export.")
    line: int = means("Line, from 1.", ge=1)


class ReportedFinding(Document):
    """One finding."""

    rule: str = means("Slug of the rule.")
    severity: Severity = means("How much it weighs.")
    bead: str = means("Id of the bead.")
    title: str = means("Title of the bead.", default="")
    message: str = means("What is wrong.")
    help: str = means("What mends it.")
    missing: str = means("Stable name of what is missing.", default="")
    fixable: bool = means("Whether `lint --fix` can mend it.", default=False)
    place: Place | None = means("Where it stands, for a file.", default=None)


class NotAsked(Document):
    """A rule that could not be asked."""

    rule: str = means("Slug of the rule.")
    reason: str = means("What it needs that is not there.")


class LintReportV1(Document):
    """What the linter found, and what it looked at."""

    schema_version: Literal["lint-report-v1"] = "lint-report-v1"
    store: str = means("What was read.")
    scope: str = means("`active`, `all`, or the ids that were named.")
    beads_read: int = means("How many beads were looked at.", ge=0)
    newest_record: str | None = means("Newest time in an export.", default=None)
    errors: int = means("Findings of severity error.", ge=0)
    warnings: int = means("Findings of severity warning.", ge=0)
    notes: int = means("Findings of severity note.", ge=0)
    suppressed: int = means("Findings that a suppression hid.", default=0, ge=0)
    known: int = means("Findings that the baseline knows.", default=0, ge=0)
    findings: list[ReportedFinding] = means("The findings, sorted.", default=[])
    not_asked: list[NotAsked] = means("Rules that were not asked.", default=[])

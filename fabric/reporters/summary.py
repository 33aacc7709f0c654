"""What was looked at and what was not, in a few lines for a person."""

from collections.abc import Iterator

from fabric.models.lint_report_v1 import LintReportV1
from fabric.models.visible import visible_line


def summary(report: LintReportV1) -> str:
    """The counts, what was read, what was hidden, and what could not be asked."""
    return "\n".join(visible_line(line) for line in _lines(report))


def _lines(report: LintReportV1) -> Iterator[str]:
    counted = [
        _count(report.errors, "error"),
        _count(report.warnings, "warning"),
        _count(report.notes, "note"),
    ]
    found = ", ".join(counted) if report.findings else "No findings"
    beads = _count(report.beads_read, "bead")
    yield f"{found} ({beads} read from {report.store}, scope {report.scope})."
    if report.newest_record:
        yield f"The newest record is of {report.newest_record}."
    if report.suppressed:
        yield f"Hidden by a suppression: {report.suppressed}."
    if report.known:
        yield f"Known to the baseline: {report.known}."
    fixable = sum(finding.fixable for finding in report.findings)
    if fixable:
        yield f"`fabric lint --fix` can mend {fixable}."
    for each in report.not_asked:
        yield f"Not asked: {each.rule}: {each.reason}."


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"

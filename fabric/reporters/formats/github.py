"""For GitHub: workflow commands that become annotations, one line a finding."""

from collections.abc import Iterator

from fabric.models.lint_report_v1 import LintReportV1, ReportedFinding
from fabric.models.visible import visible

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def render(report: LintReportV1) -> str:
    """A line a finding; nothing in a title can end a message or begin a command."""
    return "".join(f"{_command(finding)}\n" for finding in report.findings)


def _command(finding: ReportedFinding) -> str:
    properties = ",".join(f"{key}={_property(value)}" for key, value in _properties(finding))
    said = f"{_headline(finding)}: {finding.message} {finding.help}"
    return f"::{_COMMANDS[finding.severity]} {properties}::{_data(said)}"


def _properties(finding: ReportedFinding) -> Iterator[tuple[str, str]]:
    if finding.place is not None:
        yield "file", finding.place.file
        yield "line", str(finding.place.line)
    yield "title", finding.rule


def _headline(finding: ReportedFinding) -> str:
    return " ".join(each for each in (finding.bead, finding.title) if each) or finding.rule


def _data(text: str) -> str:
    """As the runner reads it back: percent signs and line ends are escaped."""
    parts = (visible(part).replace("%", "%25") for part in text.split("\r"))
    return "%0D".join(parts).replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

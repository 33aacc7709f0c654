"""For a person at a terminal."""

from collections.abc import Iterator

from fabric.models.lint_report_v1 import LintReportV1, ReportedFinding
from fabric.models.visible import visible_line
from fabric.reporters.summary import summary

_INDENT = " " * 9


def render(report: LintReportV1) -> str:
    """Each finding as a block, then the summary; what cannot be seen is spelt."""
    blocks = ["\n".join(_lines(finding)) for finding in report.findings]
    return "\n\n".join([*blocks, summary(report)]) + "\n"


def _lines(finding: ReportedFinding) -> Iterator[str]:
    head = " ".join(each for each in (finding.bead, finding.title) if each)
    yield visible_line(f"{finding.severity:<8} {finding.rule}  {head}".rstrip())
    if finding.place is not None:
        yield visible_line(f"{_INDENT}{finding.place.file}:{finding.place.line}")
    yield _INDENT + visible_line(finding.message)
    yield f"{_INDENT}→ {visible_line(finding.help)}"

"""For a person at a terminal."""

from collections.abc import Iterable, Iterator

from fabric.models.lint_report_v1 import LintReportV1, ReportedFinding
from fabric.models.visible import visible_line
from fabric.reporters.summary import summary

_INDENT = " " * 9
_NOTE = "note"
_TOLD_ONE_BY_ONE = 2
_SHOWN = 5


def render(report: LintReportV1) -> str:
    """Each finding as a block, then the summary; what cannot be seen is spelt.

    Many notes of one rule are one block, so that they do not drown what must be mended.
    """
    blocks = ["\n".join(lines) for lines in _blocks(report.findings)]
    return "\n\n".join([*blocks, summary(report)]) + "\n"


def _blocks(findings: Iterable[ReportedFinding]) -> Iterator[list[str]]:
    notes: dict[str, list[ReportedFinding]] = {}
    for finding in findings:
        if finding.severity == _NOTE:
            notes.setdefault(finding.rule, []).append(finding)
        else:
            yield list(_lines(finding))
    for alike in notes.values():
        if len(alike) > _TOLD_ONE_BY_ONE:
            yield list(_together(alike))
        else:
            yield from (list(_lines(finding)) for finding in alike)


def _lines(finding: ReportedFinding) -> Iterator[str]:
    head = " ".join(each for each in (finding.bead, finding.title) if each)
    yield visible_line(f"{finding.severity:<8} {finding.rule}  {head}".rstrip())
    if finding.place is not None:
        yield visible_line(f"{_INDENT}{finding.place.file}:{finding.place.line}")
    yield _INDENT + visible_line(finding.message)
    yield f"{_INDENT}→ {visible_line(finding.help)}"


def _together(alike: list[ReportedFinding]) -> Iterator[str]:
    """Notes of one rule: how many, the first of them, what to do; other formats list each."""
    first = alike[0]
    yield visible_line(f"{first.severity:<8} {first.rule}  {len(alike)} times")
    where = [each.bead or (each.place.file if each.place else "") for each in alike]
    named = [each for each in dict.fromkeys(where) if each]
    if named:
        more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
        yield visible_line(f"{_INDENT}{', '.join(named[:_SHOWN])}{more}")
    is_same = all(each.message == first.message for each in alike)
    yield _INDENT + visible_line(first.message if is_same else f"The first: {first.message}")
    yield f"{_INDENT}→ {visible_line(first.help)}"

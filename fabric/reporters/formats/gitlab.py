"""For GitLab: a code quality report."""

import json

from fabric.models.lint_report_v1 import LintReportV1, ReportedFinding
from fabric.models.visible import visible
from fabric.reporters.fingerprint import with_fingerprints

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render(report: LintReportV1) -> str:
    """A list with an issue a finding; GitLab insists on a path, so a bead without a file is one."""
    issues = [_issue(finding, mark) for finding, mark in with_fingerprints(report.findings)]
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _issue(finding: ReportedFinding, mark: str) -> dict[str, object]:
    place = finding.place
    head = " ".join(each for each in (finding.bead, finding.title) if each)
    said = f"{head}: {finding.message}" if head else finding.message
    return {
        "description": visible(f"{said} {finding.help}"),
        "check_name": finding.rule,
        "fingerprint": mark,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": visible(place.file if place else finding.bead or finding.rule),
            "lines": {"begin": place.line if place else 1},
        },
    }

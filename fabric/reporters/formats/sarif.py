"""For code scanning: SARIF 2.1.0."""

import json
from collections.abc import Sequence
from urllib.parse import quote

from fabric import __version__
from fabric.models.lint_report_v1 import LintReportV1, NotAsked, Place, ReportedFinding
from fabric.models.visible import visible
from fabric.reporters.fingerprint import with_fingerprints
from fabric.rules.catalog import RULES

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(report: LintReportV1) -> str:
    """One run: the rules that found something, the findings, and what could not be asked."""
    slugs = sorted({finding.rule for finding in report.findings})
    driver = {
        "name": "bead-fabric",
        "semanticVersion": __version__,
        "rules": [_rule(slug) for slug in slugs],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [_unasked(each) for each in report.not_asked],
            }
        ],
        "results": [
            _result(finding, mark, slugs) for finding, mark in with_fingerprints(report.findings)
        ],
        "columnKind": "unicodeCodePoints",
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(slug: str) -> dict[str, object]:
    known = RULES.get(slug)
    found: dict[str, object] = {"id": slug}
    if known is not None:
        found["shortDescription"] = {"text": known.summary}
        found["help"] = {"text": known.help}
        found["defaultConfiguration"] = {"level": known.severity}
    return found


def _result(finding: ReportedFinding, mark: str, slugs: Sequence[str]) -> dict[str, object]:
    return {
        "ruleId": finding.rule,
        "ruleIndex": slugs.index(finding.rule),
        "level": finding.severity,
        "message": {"text": visible(f"{finding.message} {finding.help}")},
        "locations": [_location(finding)],
        "partialFingerprints": {"ruleBeadMissing/v1": mark},
        "properties": {
            "bead": visible(finding.bead),
            "title": visible(finding.title),
            "missing": visible(finding.missing),
            "fixable": finding.fixable,
        },
    }


def _location(finding: ReportedFinding) -> dict[str, object]:
    found: dict[str, object] = {}
    if finding.place is not None:
        found["physicalLocation"] = {
            "artifactLocation": {"uri": _uri(finding.place)},
            "region": {"startLine": finding.place.line},
        }
    if finding.bead:
        name = visible(finding.bead)
        found["logicalLocations"] = [{"name": name, "fullyQualifiedName": name, "kind": "bead"}]
    return found


def _uri(place: Place) -> str:
    path = quote(place.file.replace("\\", "/"), errors="backslashreplace")
    return f"file://{path}" if path.startswith("/") else path


def _unasked(each: NotAsked) -> dict[str, object]:
    return {
        "descriptor": {"id": each.rule},
        "level": "note",
        "message": {"text": visible(f"{each.rule} was not asked: {each.reason}.")},
    }

"""For build servers that read test results: JUnit's XML."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from fabric.models.lint_report_v1 import LintReportV1, ReportedFinding
from fabric.models.visible import visible

_SUITE = "fabric lint"
# What XML 1.0 cannot hold even escaped, beyond the controls that `visible` spells.
_IMPOSSIBLE = re.compile("[\ufffe\uffff]")


def render(report: LintReportV1) -> str:
    """An error is a failed case, anything lighter a passed one with output; not asked is skipped."""
    cases = list(_cases(report))
    suite = ET.Element(
        "testsuite",
        name=_SUITE,
        tests=str(len(cases)),
        failures=str(report.errors),
        errors="0",
        skipped=str(len(report.not_asked)),
    )
    suite.extend(cases)
    suites = ET.Element("testsuites", name=_SUITE)
    suites.append(suite)
    ET.indent(suites)
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return f"{head}\n{ET.tostring(suites, encoding='unicode')}\n"


def _cases(report: LintReportV1) -> Iterator[ET.Element]:
    if not report.findings:
        yield _case("fabric", _clean(f"nothing found in {report.store}"))
    for finding in report.findings:
        yield _finding(finding)
    for each in report.not_asked:
        case = _case(each.rule, "not asked")
        ET.SubElement(case, "skipped", message=_clean(each.reason))
        yield case


def _finding(finding: ReportedFinding) -> ET.Element:
    name = " ".join(each for each in (finding.bead, finding.title) if each) or finding.rule
    case = _case(finding.rule, _clean(name))
    if finding.place is not None:
        case.set("file", _clean(finding.place.file))
        case.set("line", str(finding.place.line))
    said = _clean(f"{finding.message}\n{finding.help}")
    if finding.severity == "error":
        failure = ET.SubElement(case, "failure", message=_clean(finding.message), type="error")
        failure.text = said
    else:
        ET.SubElement(case, "system-out").text = f"{finding.severity}: {said}"
    return case


def _case(rule: str, name: str) -> ET.Element:
    return ET.Element("testcase", classname=rule, name=name)


def _clean(text: str) -> str:
    return _IMPOSSIBLE.sub(lambda found: f"\\u{ord(found.group()):04x}", visible(text))

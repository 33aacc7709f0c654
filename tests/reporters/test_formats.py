"""Every format: one whole output pinned, and nothing in a bead's texts can break out of it."""

import json
import unicodedata
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from fabric.errors import WrongUse
from fabric.models.document_reading import read_document
from fabric.models.lint_report_v1 import LintReportV1
from fabric.package_data import read_schema
from fabric.reporters.catalog import FORMATS, reporter
from tests.reporters.reports import CLEAN, REPORT, hostile

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.mark.parametrize("name", ["text", "json", "sarif", "github", "gitlab", "junit"])
def test_the_whole_output_is_as_pinned(name: str) -> None:
    assert reporter(name)(REPORT) == (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_format_is_pinned() -> None:
    assert {path.stem for path in SNAPSHOTS.iterdir()} == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_encoded_and_ends_with_a_line_end(name: str) -> None:
    for report in (REPORT, CLEAN, hostile()):
        written = FORMATS[name](report)
        written.encode("utf-8")
        assert written == "" or written.endswith("\n")


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_lets_a_terminal_sequence_or_a_bidi_override_through(name: str) -> None:
    if name == "json":
        pytest.skip("JSON escapes controls itself, and keeps all other text as it is")
    written = FORMATS[name](hostile())
    assert "\x1b" not in written
    assert "\u202e" not in written


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(WrongUse, match="xml") as raised:
        reporter("xml")
    assert "sarif" in raised.value.remedy


def _report_of_notes(count: int) -> LintReportV1:
    note = REPORT.findings[0].but(severity="note", message="It cites nothing.")
    return REPORT.but(findings=[note.but(bead=f"shop-{number}") for number in range(count)])


def test_many_notes_of_one_rule_are_told_together_in_text() -> None:
    told = FORMATS["text"](_report_of_notes(9))
    assert told.count("It cites nothing.") == 1
    assert "9 times" in told
    assert "shop-0, shop-1, shop-2, shop-3, shop-4 and 4 more" in told
    differing = _report_of_notes(3)
    differing = differing.but(
        findings=[each.but(message=f"About {each.bead}.") for each in differing.findings]
    )
    assert "The first: About shop-0." in FORMATS["text"](differing)


def test_few_notes_and_all_that_must_be_mended_are_told_one_by_one_in_text() -> None:
    assert FORMATS["text"](_report_of_notes(2)).count("It cites nothing.") == 2
    errors = _report_of_notes(9)
    errors = errors.but(findings=[each.but(severity="error") for each in errors.findings])
    assert FORMATS["text"](errors).count("It cites nothing.") == 9


@given(st.text())
def test_text_shows_a_title_on_one_line(title: str) -> None:
    report = _with_title(title)
    lines = FORMATS["text"](report).splitlines()
    assert len(lines) == len(FORMATS["text"](_with_title("")).splitlines())
    assert not [c for line in lines for c in line if unicodedata.category(c) == "Cc"]


@given(st.text())
def test_github_writes_one_command_a_finding(title: str) -> None:
    (line,) = FORMATS["github"](_with_title(title)).splitlines()
    head, _, data = line.removeprefix("::error ").partition("::")
    assert line.startswith("::error ")
    assert [each.split("=")[0] for each in head.split(",")] == ["file", "line", "title"]
    assert _unescaped(data).startswith("shop-t9")


def test_github_escapes_what_its_runner_reads() -> None:
    (first, *_) = FORMATS["github"](REPORT).splitlines()
    assert "50%25 done: fix, then%0A::error::pwned" in first
    (line,) = FORMATS["github"](hostile()).splitlines()
    properties = line.partition(" ")[2].partition("::")[0]
    assert "50%25 done%3A fix%2C then%0A%3A%3Aerror%3A%3Apwned%0D" in properties


@given(st.text())
def test_junit_is_xml_that_holds_the_title(title: str) -> None:
    root = ET.fromstring(FORMATS["junit"](_with_title(title)))  # noqa: S314  # our own
    case = root.find("testsuite/testcase")
    assert case is not None
    assert case.attrib["name"].startswith("shop-t9")


def test_junit_counts_what_it_holds() -> None:
    suite = ET.fromstring(FORMATS["junit"](REPORT)).find("testsuite")  # noqa: S314  # our own
    assert suite is not None
    counted = {key: suite.attrib[key] for key in ("tests", "failures", "skipped")}
    assert counted == {"tests": "4", "failures": "1", "skipped": "1"}


@given(st.text())
def test_json_round_trips(title: str) -> None:
    report = _with_title(title)
    assert read_document(LintReportV1, json.loads(FORMATS["json"](report))) == report


def test_json_keeps_a_lone_surrogate_as_an_escape() -> None:
    assert json.loads(FORMATS["json"](hostile()))["findings"][0]["title"].endswith("\ud800")


def test_json_keeps_its_schema() -> None:
    schema = json.loads(read_schema("lint-report-v1"))
    Draft202012Validator(schema).validate(json.loads(FORMATS["json"](REPORT)))


def test_gitlab_fingerprints_are_apart_and_do_not_know_lines() -> None:
    twice = REPORT.but(findings=[*REPORT.findings, REPORT.findings[0]])
    marks = [issue["fingerprint"] for issue in json.loads(FORMATS["gitlab"](twice))]
    assert len(set(marks)) == len(marks) == 4
    moved = REPORT.but(findings=[f.but(place=None) for f in REPORT.findings])
    assert [i["fingerprint"] for i in json.loads(FORMATS["gitlab"](moved))] == marks[:3]


def test_a_clean_report_says_what_was_looked_at() -> None:
    assert FORMATS["text"](CLEAN) == "No findings (1 bead read from memory:, scope all).\n"
    assert 'name="nothing found in memory:"' in FORMATS["junit"](CLEAN)
    assert json.loads(FORMATS["gitlab"](CLEAN)) == []
    assert FORMATS["github"](CLEAN) == ""


def _with_title(title: str) -> LintReportV1:
    finding = REPORT.findings[0].but(title=title)
    return REPORT.but(findings=[finding])


def _unescaped(data: str) -> str:
    return data.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")

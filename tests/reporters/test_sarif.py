"""What we write keeps the part of SARIF 2.1.0 that it uses; the shapes are said here by hand."""

import json
from collections.abc import Mapping

import pytest
from jsonschema import Draft202012Validator

from fabric.models.lint_report_v1 import LintReportV1
from fabric.reporters.formats.sarif import render
from tests.reporters.reports import CLEAN, REPORT, hostile

Shape = Mapping[str, object]
LEVEL: Shape = {"enum": ["none", "note", "warning", "error"]}
TEXT: Shape = {"type": "string"}


def exactly(required: tuple[str, ...], **properties: object) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def listed(items: object) -> dict[str, object]:
    return {"type": "array", "items": items}


MESSAGE = exactly(("text",), text=TEXT)
RULE = exactly(
    ("id",),
    id=TEXT,
    shortDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=exactly((), level=LEVEL),
)
LOCATION = exactly(
    (),
    physicalLocation=exactly(
        ("artifactLocation",),
        artifactLocation=exactly((), uri={"type": "string", "pattern": r"^[!-~]+$"}),
        region=exactly((), startLine={"type": "integer", "minimum": 1}),
    ),
    logicalLocations=listed(exactly((), name=TEXT, fullyQualifiedName=TEXT, kind=TEXT)),
)
RESULT = exactly(
    ("message",),
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=LEVEL,
    message=MESSAGE,
    locations=listed(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    properties={"type": "object"},
)
NOTIFICATION = exactly(("message",), descriptor=exactly((), id=TEXT), level=LEVEL, message=MESSAGE)
RUN = exactly(
    ("tool",),
    tool=exactly(
        ("driver",), driver=exactly(("name",), name=TEXT, semanticVersion=TEXT, rules=listed(RULE))
    ),
    invocations=listed(
        exactly(
            ("executionSuccessful",),
            executionSuccessful={"type": "boolean"},
            toolExecutionNotifications=listed(NOTIFICATION),
        )
    ),
    results=listed(RESULT),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
)
LOG = exactly(
    ("version", "runs"), **{"$schema": TEXT}, version={"const": "2.1.0"}, runs=listed(RUN)
)


@pytest.mark.parametrize(
    "report",
    [
        pytest.param(REPORT, id="with findings"),
        pytest.param(CLEAN, id="clean"),
        pytest.param(hostile(), id="hostile"),
    ],
)
def test_the_log_has_the_shapes_of_the_standard(report: LintReportV1) -> None:
    Draft202012Validator(LOG).validate(json.loads(render(report)))


def test_each_result_points_at_its_rule() -> None:
    (run,) = json.loads(render(REPORT))["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[each["ruleIndex"]] for each in run["results"]] == [
        each["ruleId"] for each in run["results"]
    ]


def test_an_absolute_path_becomes_a_file_address() -> None:
    place = REPORT.findings[0].place
    assert place is not None
    moved = REPORT.findings[0].but(place=place.but(file="/a b/issues.jsonl"))
    (run,) = json.loads(render(REPORT.but(findings=[moved])))["runs"]
    location = run["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "file:///a%20b/issues.jsonl"

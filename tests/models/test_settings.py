"""Settings: every key has a default and a sentence, unknown ones are refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from fabric.models.document import NEEDED, BadDocument, Document, plain, shape_of
from fabric.models.document_checking import json_schema
from fabric.models.document_reading import read_document
from fabric.models.domain import Domain
from fabric.models.lint_report_v1 import LintReportV1
from fabric.models.published import PUBLISHED
from fabric.models.settings import Settings


def documents_in(kind: type[Document]) -> Iterator[type[Document]]:
    yield kind
    for key in shape_of(kind).keys.values():
        for each in (key.kind, *getattr(key.kind, "__args__", ())):
            if isinstance(each, type) and issubclass(each, Document):
                yield from documents_in(each)


def test_an_empty_file_gives_the_documented_defaults() -> None:
    assert plain(Settings()) == {
        "store": None,
        "prefix": "",
        "domains": [],
        "work": {
            "types": ["task", "bug", "feature", "chore", "story", "spike"],
            "active_statuses": ["in_progress", "hooked"],
            "adopted": None,
        },
        "governance": {
            "reviewers": [],
            "solo": False,
            "confirm": "typed",
            "require_review": False,
        },
        "budget": {"memories": 7},
        "contract": {
            "grace_days": 3,
            "command_timeout_seconds": 600,
            "output_limit_bytes": 1_000_000,
        },
        "prime": {"max_chars": 9500, "deadline_seconds": 5.0},
        "lint": {
            "severity": {},
            "ignore": [],
            "fail_on": "error",
            "bead_ignores": True,
            "files": [],
        },
    }


@pytest.mark.parametrize(("name", "model"), PUBLISHED.items(), ids=PUBLISHED)
def test_every_key_of_a_published_model_says_what_it_is(name: str, model: type[Document]) -> None:
    schema: dict[str, Any] = json_schema(model)
    silent = [
        f"{each['title']}.{key}"
        for each in (schema, *schema.get("$defs", {}).values())
        for key, field in each.get("properties", {}).items()
        if not field.get("description", "").endswith(".") and key != "schema_version"
    ]
    assert silent == [], name


def test_every_key_of_the_settings_has_a_default_but_what_names_an_entry() -> None:
    needed = {
        f"{kind.__name__}.{name}"
        for kind in documents_in(Settings)
        for name, key in shape_of(kind).keys.items()
        if key.default is NEEDED
    }
    assert needed == {"DomainSettings.label", "IgnoreSettings.rule", "IgnoreSettings.reason"}


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ({"stroe": "memory:"}, "stroe"),
        ({"work": {"type": []}}, "work.type"),
        ({"governance": {"reviewer": []}}, "governance.reviewer"),
        ({"domains": [{"label": "memory-arch", "allways": True}]}, "domains.0.allways"),
        ({"lint": {"ignore": [{"rule": "r", "reason": "x", "til": "y"}]}}, "lint.ignore.0.til"),
    ],
)
def test_an_unknown_key_is_refused_by_name(values: dict[str, object], place: str) -> None:
    with pytest.raises(BadDocument) as refused:
        read_document(Settings, values)
    assert refused.value.unknown_key
    assert ".".join(refused.value.path) == place


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"domains": [{"label": "memory-anchor"}]}, "reserved"),
        ({"domains": [{"label": "contract"}]}, "reserved"),
        ({"domains": [{"label": "a b"}]}, "cannot name a domain"),
        ({"domains": [{"label": "arch"}, {"label": "memory-arch"}]}, "arch is there twice"),
        (
            {"domains": [{"label": "arch"}, {"label": "ux", "short": "Arch"}]},
            "arch is there twice",
        ),
        ({"work": {"adopted": "soon"}}, "a date like"),
        ({"lint": {"ignore": [{"rule": "r", "reason": "x", "until": "soon"}]}}, "a date like"),
        ({"lint": {"ignore": [{"rule": "r", "reason": ""}]}}, "at least 1 character"),
        ({"lint": {"severity": {"r": "fatal"}}}, "'error', 'warning', 'note' or 'off'"),
        ({"governance": {"confirm": "maybe"}}, "'typed' or 'none'"),
        ({"budget": {"memories": 0}}, "greater than or equal to 1"),
        ({"contract": {"grace_days": -1}}, "greater than or equal to 0"),
        ({"prime": {"max_chars": 10}}, "greater than or equal to 500"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused(values: dict[str, object], said: str) -> None:
    with pytest.raises(BadDocument, match=said):
        read_document(Settings, values)


def test_dates_and_entries_that_make_sense_are_taken() -> None:
    settings = read_document(
        Settings,
        {
            "work": {"adopted": "2026-03-02", "types": ["task"]},
            "domains": [
                {"label": "arch", "title": "Architecture", "always": True, "anchor": "a-1"},
                {"label": "memory-API", "short": "api"},
            ],
            "lint": {"ignore": [{"rule": "r", "reason": "x", "until": "2026-03-02T09:00:00Z"}]},
        },
    )
    assert settings.work_types == frozenset({"task"})
    assert list(settings.known_domains) == [
        Domain("memory-API", short="api"),
        Domain("memory-arch", "Architecture", anchor="a-1", always=True),
    ]


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        Settings().store = "memory:"  # type: ignore[misc]  # that is what must not work


def test_a_report_names_its_version() -> None:
    report = LintReportV1(store="memory:", scope="all", beads_read=0, errors=0, warnings=0, notes=0)
    assert plain(report)["schema_version"] == "lint-report-v1"
    with pytest.raises(BadDocument):
        read_document(LintReportV1, {**plain(report), "errors": -1})

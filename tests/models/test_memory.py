"""A memory read from a bead: what it says, how strongly, where and when it binds."""

import json
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given

from fabric.models.bead import Bead
from fabric.models.digests import PinnedFields, memory_digest, value_digest
from fabric.models.domain import Domain, Domains
from fabric.models.memory import Memory, ids_of, is_memory, read_memory, text_of
from fabric.models.memory_text import Command
from fabric.models.settings import Settings
from tests.models.records import beads

WORK_TYPES = Settings().work_types
DOMAINS = Domains((Domain("memory-arch"), Domain("memory-ux"), Domain("memory-workflow")))


def day(number: int) -> datetime:
    return datetime(2026, 3, number, tzinfo=UTC)


def memory(**fields: Any) -> Memory:
    plain = {"id": "m-1", "issue_type": "decision", "status": "closed", "labels": ("memory",)}
    return read_memory(Bead(**{**plain, **fields}), DOMAINS)


# Shaped like the three that a published project keeps, in other words.
SHOWN_DESCRIPTION = """Scope: Every task that changes behaviour.
Out of Scope: Talk that changes no file.
Rule: Show evidence from a command and move the bead before you call work done.
Rationale: Reported and real progress drift apart.
Failure Mode: Others build on work that was never checked."""
SHOWN_METADATA = {
    "domain": "memory-workflow",
    "effective_date": "2026-03-02",
    "evidence_ids": "bb-92d.6,beadboard-jgy,beadboard-yz6",
    "memory_strength": "hard",
    "memory_version": 1,
    "owner": "team",
    "plan_refs": "docs/plans/one.md,docs/plans/two.md",
    "superseded_by": "null",
    "supersedes": "null",
}


def shown(**fields: Any) -> Memory:
    plain = {
        "title": "[MEMORY][WORKFLOW][HARD] Evidence before done",
        "description": SHOWN_DESCRIPTION,
        "acceptance_criteria": (
            "Given a task, when it starts and ends, then its state and the output are recorded.\n"
            "Verification command(s): bd show <task-id>; npm run lint; npm run test"
        ),
        "labels": ("mem-canonical", "mem-hard", "memory", "memory-workflow"),
        "closed_at": "2026-03-02T10:00:00Z",
        "metadata": SHOWN_METADATA,
    }
    return memory(**{**plain, **fields})


def test_a_hand_made_memory_in_beadboards_shape_is_read_whole() -> None:
    read = shown()
    assert (read.state, read.strength, read.domain) == ("canonical", "hard", "memory-workflow")
    assert read.statement == "Evidence before done"
    assert read.rule.startswith("Show evidence from a command")
    assert list(read.sections) == ["Scope", "Out of Scope", "Rule", "Rationale", "Failure Mode"]
    assert len(read.acceptance.checks) == 1
    assert read.acceptance.commands == (
        Command("bd show <task-id>", manual=True),
        Command("npm run lint"),
        Command("npm run test"),
    )
    assert read.evidence == ("bb-92d.6", "beadboard-jgy", "beadboard-yz6")
    assert (read.owner, read.version) == ("team", 1)
    assert (read.superseded_by, read.supersedes) == ("", ())
    assert read.effective_from == day(2)
    assert read.recorded_from == datetime(2026, 3, 2, 10, tzinfo=UTC)
    assert read.effective_until is None
    assert read.pinned_digest == ""
    assert read.is_hard


@pytest.mark.parametrize(
    ("labels", "domain", "short"),
    [
        (("memory", "mem-hard", "memory-arch"), "memory-arch", "arch"),
        (("memory", "mem-soft", "memory-ux"), "memory-ux", "ux"),
    ],
)
def test_the_others_of_that_shape(labels: tuple[str, ...], domain: str, short: str) -> None:
    strength = "hard" if "mem-hard" in labels else "soft"
    read = shown(
        labels=labels,
        title=f"[MEMORY][{short.upper()}][{strength.upper()}] Share what two views do",
        metadata={**SHOWN_METADATA, "domain": domain},
    )
    assert (read.strength, read.domain) == (strength, domain)
    assert read.title is not None
    assert (read.title.domain, read.title.strength) == (short, strength)


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        pytest.param({}, "canonical", id="closed"),
        pytest.param({"labels": ("memory", "mem-canonical")}, "canonical", id="with its label"),
        pytest.param({"labels": ("memory", "draft"), "status": "open"}, "draft", id="open draft"),
        pytest.param({"labels": ("memory", "draft")}, "draft", id="a draft that was closed"),
        pytest.param({"status": "open"}, "draft", id="open without the label"),
        pytest.param({"status": "in_progress"}, "draft", id="in progress"),
        pytest.param({"status": "pinned"}, "draft", id="bd's status pinned is not closed"),
        pytest.param({"labels": ("mem-superseded",)}, "superseded", id="superseded"),
        pytest.param(
            {"labels": ("memory", "mem-superseded")}, "superseded", id="both labels: half swapped"
        ),
        pytest.param({"metadata": {"superseded_by": "m-2"}}, "superseded", id="by metadata"),
        pytest.param({"metadata": {"superseded_by": "null"}}, "canonical", id="null as text"),
        pytest.param({"metadata": {"superseded_by": None}}, "canonical", id="null"),
        pytest.param({"labels": ("mem-retired",)}, "retired", id="retired"),
        pytest.param({"labels": ("mem-rejected", "draft")}, "rejected", id="a rejected draft"),
        pytest.param(
            {"labels": ("mem-retired", "mem-superseded")}, "retired", id="retired outranks"
        ),
    ],
)
def test_the_state_that_a_bead_says_itself(fields: dict[str, Any], state: str) -> None:
    assert memory(**fields).state == state


@pytest.mark.parametrize(
    ("fields", "strength"),
    [
        ({"labels": ("memory", "mem-hard")}, "hard"),
        ({"labels": ("memory", "mem-soft"), "metadata": {"memory_strength": "hard"}}, "soft"),
        ({"labels": ("mem-hard", "mem-soft", "memory")}, "hard"),
        ({"metadata": {"memory_strength": " HARD "}, "title": "[MEMORY][A][SOFT] x"}, "hard"),
        ({"metadata": {"memory_strength": "firm"}, "title": "[MEMORY][A][SOFT] x"}, "soft"),
        ({"metadata": {"memory_strength": 5}}, ""),
    ],
    ids=["label", "label before metadata", "hard wins", "metadata", "title", "unsaid"],
)
def test_how_strong_a_memory_is(fields: dict[str, Any], strength: str) -> None:
    assert memory(**fields).strength == strength


@pytest.mark.parametrize(
    ("labels", "named", "domain"),
    [
        (("memory-arch",), None, "memory-arch"),
        (("memory-arch", "memory-ux"), None, "memory-arch"),
        (("memory-arch", "memory-ux"), "memory-ux", "memory-ux"),
        (("memory-arch",), "memory-ux", "memory-arch"),
        (("memory-arch", "memory-ux"), "ux", "memory-ux"),
        ((), "memory-ux", ""),
        ((), "ux", ""),
        (("memory-leak",), None, ""),
        (("memory-leak",), "memory-leak", ""),
        ((), "null", ""),
        ((), 7, ""),
    ],
)
def test_the_domain_is_a_known_label_or_empty(
    labels: tuple[str, ...], named: object, domain: str
) -> None:
    read = memory(labels=("memory", *labels), metadata={"domain": named})
    assert read.domain == domain


def test_the_rule_is_the_section_else_the_titles_statement_else_the_title() -> None:
    titled = {"title": "[MEMORY][ARCH][HARD] Short"}
    assert memory(**titled, description="Rule: Long.").rule == "Long."
    assert memory(**titled, description="Rule:\nScope: x").rule == "Short"
    assert memory(title="Use REST").rule == "Use REST"
    assert memory(**titled, description="Rule: Long.").rule_digest == value_digest("long")
    assert memory(**titled).statement_digest == value_digest("short")


@pytest.mark.parametrize(
    ("fields", "begin"),
    [
        ({"metadata": {"effective_date": "2026-03-05"}, "closed_at": "2026-03-02"}, day(5)),
        ({"metadata": {"effective_date": "soon"}, "closed_at": "2026-03-02"}, day(2)),
        ({"metadata": {"effective_date": "null"}, "closed_at": "2026-03-02"}, day(2)),
        ({"metadata": {"effective_date": 2026}, "closed_at": "2026-03-02"}, day(2)),
        ({"closed_at": "nonsense", "created_at": "2026-03-01"}, day(1)),
        ({"created_at": "2026-03-01"}, day(1)),
        ({}, None),
    ],
    ids=["its date", "nonsense", "null as text", "a number", "odd closing", "its making", "never"],
)
def test_since_when_a_rule_holds(fields: dict[str, Any], begin: datetime | None) -> None:
    assert memory(**fields).effective_from == begin


@pytest.mark.parametrize(
    ("fabric", "at", "held"),
    [
        ({}, day(4), False),
        ({}, day(5), True),
        ({}, day(30), True),
        ({"effective_until": "2026-03-09"}, day(8), True),
        ({"effective_until": "2026-03-09"}, day(9), False),
        ({"effective_until": "soon"}, day(9), True),
    ],
)
def test_a_rule_holds_from_its_first_day_until_before_its_last(
    fabric: dict[str, str], at: datetime, held: bool
) -> None:
    read = memory(metadata={"effective_date": "2026-03-05", "fabric": fabric})
    assert read.held_at(at) is held


def test_when_it_was_recorded_is_another_time() -> None:
    ours = {"ratified_at": "2026-03-07T00:00:00Z", "ended_recorded_at": "2026-03-09T00:00:00Z"}
    read = memory(closed_at="2026-03-08T00:00:00Z", metadata={"fabric": json.dumps(ours)})
    assert (read.recorded_from, read.recorded_until) == (day(7), day(9))
    adopted = memory(closed_at="2026-03-02T00:00:00Z", metadata={"fabric": ours})
    assert adopted.recorded_from == day(2)
    assert memory(closed_at="2026-03-02T00:00:00Z").recorded_from == day(2)
    assert memory().recorded_from is None
    assert memory().recorded_until is None


@pytest.mark.parametrize(
    ("value", "version"),
    [
        *((value, 1) for value in (None, 0, -3, "x", "", True, 2.5, [2], "9" * 5000, "\u00b2")),
        (3, 3),
        ("3", 3),
        (10**30, 10**30),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_the_place_in_the_line(value: object, version: int) -> None:
    assert memory(metadata={"memory_version": value}).version == version


def test_evidence_is_read_from_both_keys_once() -> None:
    metadata = {"fabric": {"evidence": ["b-1", "https://x"]}, "evidence_ids": "b-2, b-1,,null"}
    assert memory(metadata=metadata).evidence == ("b-1", "https://x", "b-2")


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        (None, ()),
        ("", ()),
        ("null", ()),
        ("a", ("a",)),
        (" a , b ,,c", ("a", "b", "c")),
        (["a", " b ", "", None, 5, "null"], ("a", "b")),
        (("a",), ("a",)),
        ({"a": 1}, ()),
        (7, ()),
    ],
    ids=repr,
)
def test_a_list_of_ids_however_it_is_written(value: object, ids: tuple[str, ...]) -> None:
    assert ids_of(value) == ids
    assert memory(metadata={"supersedes": value}).supersedes == ids


def test_a_text_value_is_trimmed_and_null_is_none() -> None:
    assert [text_of(each) for each in (" a ", "null", " null ", None, 5, ["a"], "Null")] == [
        *("a", "", "", "", "", "", "Null")
    ]


def test_what_it_applies_to_is_read_key_by_key() -> None:
    read = memory(metadata={"fabric": {"applies_to": {"paths": ["src/**"], "labels": "api,web"}}})
    assert read.applies_values("paths") == ("src/**",)
    assert read.applies_values("labels") == ("api", "web")
    assert read.applies_values("issue_types") == ()
    assert memory().applies_to is None
    assert memory().applies_values("paths") == ()
    assert memory(metadata={"fabric": {"applies_to": "src/**"}}).applies_to is None


def test_the_digest_is_over_what_the_bead_says_now() -> None:
    read = shown()
    assert read.digest == memory_digest(
        PinnedFields(
            title=read.bead.title,
            description=read.bead.description,
            acceptance=read.bead.acceptance_criteria,
            domain="memory-workflow",
            strength="hard",
            effective_date="2026-03-02",
        )
    )
    assert shown(notes="more", priority=4, assignee="ada").digest == read.digest
    for change in (
        {"title": read.bead.title + "!"},
        {"description": read.bead.description.replace("\n", "\nx", 1)},
        {"acceptance_criteria": ""},
        {"labels": ("mem-soft", "memory", "memory-workflow")},
        {"labels": ("mem-hard", "memory", "memory-ux")},
        {"metadata": {**SHOWN_METADATA, "effective_date": "2026-03-03"}},
        {"metadata": {**SHOWN_METADATA, "fabric": {"applies_to": {"paths": ["x"]}}}},
        {"metadata": {**SHOWN_METADATA, "fabric": {"applies_to": {"paths": "x"}}}},
    ):
        assert shown(**change).digest != read.digest


def test_the_digest_does_not_depend_on_which_domains_are_known() -> None:
    bead = shown(labels=("mem-hard", "memory", "memory-arch", "memory-workflow")).bead
    known = {read_memory(bead, domains).digest for domains in (DOMAINS, Domains())}
    assert len(known) == 1
    assert read_memory(bead, Domains()).domain == ""


def test_the_digest_that_was_pinned_is_read_from_ours() -> None:
    assert memory(metadata={"fabric": {"digest": "sha256:1"}}).pinned_digest == "sha256:1"
    assert memory(metadata={"fabric": {"digest": 5}}).pinned_digest == ""


@pytest.mark.parametrize(
    ("labels", "issue_type", "status", "is_one"),
    [
        (("memory",), "decision", "open", True),
        (("memory",), "decision", "closed", True),
        (("memory",), "epic", "open", False),
        (("memory", "mem-hard"), "epic", "open", True),
        (("memory", "mem-soft"), "odd", "closed", True),
        (("mem-retired",), "decision", "closed", True),
        (("mem-superseded", "mem-hard"), "event", "closed", True),
        (("memory", "mem-hard", "memory-arch"), "task", "open", False),
        (("memory", "mem-hard", "memory-arch"), "bug", "in_progress", False),
        (("memory", "mem-hard", "memory-arch"), "task", "closed", True),
        (("memory",), "task", "closed", False),
        (("memory-leak",), "decision", "closed", False),
        (("memory-leak", "mem-hard"), "bug", "closed", False),
        (("mem-hard",), "decision", "closed", False),
        (("memory-arch",), "decision", "closed", False),
        ((), "decision", "closed", False),
        (("Memory",), "decision", "closed", False),
    ],
)
def test_which_beads_are_memories(
    labels: tuple[str, ...], issue_type: str, status: str, is_one: bool
) -> None:
    bead = Bead("m-1", labels=labels, issue_type=issue_type, status=status)
    assert is_memory(bead, WORK_TYPES) is is_one


@given(beads)
def test_any_bead_can_be_read_as_a_memory(bead: Bead) -> None:
    read = read_memory(bead, DOMAINS)
    own = (each.name for each in fields(Memory))
    for name in (*own, *(key for key in vars(Memory) if not key.startswith("_"))):
        getattr(read, name)
    assert read.held_at(day(1)) in {True, False}

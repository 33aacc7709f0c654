"""Faults that people met in public with tools that do this job, as small graphs."""

from collections.abc import Mapping

import pytest

from fabric.models.bead import Bead
from fabric.rules.baseline import baseline_of, compare
from fabric.rules.run import run
from tests.rules.graphs import ANCHOR, BASE, M1, T1, asked, beads, lint, of

ENDED = ["mem-superseded", "mem-hard", "memory-arch"]


def old_and_new(**more: object) -> list[Mapping[str, object]]:
    """A memory and a later one that says something else; `more` changes the first."""
    old = {**M1, "id": "mf-old", "title": "Use REST", "created_at": "2026-01-01T00:00:00Z"}
    new = {**M1, "id": "mf-new", "title": "Use gRPC", "created_at": "2026-02-01T00:00:00Z"}
    return [ANCHOR, {**old, **more}, new]


def succession(source: str, target: str) -> list[Bead]:
    records = old_and_new()
    edge = {"depends_on_id": target, "type": "supersedes"}
    relation = {"depends_on_id": "mf-anc", "type": "relates-to"}
    return beads(
        *({**r, "dependencies": [edge, relation]} if r["id"] == source else r for r in records)
    )


def test_criteria_in_the_field_made_for_them_are_seen() -> None:
    task = {**T1, "id": "mf-t2", "acceptance_criteria": "- [ ] it is done"}
    outcome = lint(*beads(*BASE, task), named=["mf-t2"])
    assert not [each for each in outcome.findings if "acceptance" in each.slug]


def test_criteria_under_a_heading_of_the_description_are_seen() -> None:
    described = (
        "## Acceptance\nGiven a write, when it skips the layer, then review refuses it\n"
        "Verification command(s):\npytest -q"
    )
    memory = {**M1, "acceptance_criteria": "", "description": described}
    assert not of(lint(*beads(ANCHOR, memory)), "memory-acceptance")
    assert of(lint(*beads(ANCHOR, {**memory, "description": ""})), "memory-acceptance")


@pytest.mark.parametrize(
    ("source", "target", "reversed_"),
    [
        pytest.param("mf-old", "mf-new", False, id="stored on the replaced one, as bd does"),
        pytest.param("mf-new", "mf-old", True, id="stored on the replacement"),
    ],
)
def test_a_succession_is_read_the_same_way_round(source: str, target: str, reversed_: bool) -> None:
    outcome = lint(*succession(source, target))
    (finding,) = of(outcome, "succession-half-written")
    assert finding.bead_id == "mf-old"
    assert "mf-new replaced it" in finding.message
    assert bool(of(outcome, "succession-reversed")) is reversed_


def test_a_succession_whose_ends_cannot_be_told_apart_is_told_and_not_guessed() -> None:
    edge = {"depends_on_id": "mf-b", "type": "supersedes"}
    found = beads(ANCHOR, {**M1, "id": "mf-a", "dependencies": [edge]}, {**M1, "id": "mf-b"})
    outcome = lint(*found)
    (finding,) = of(outcome, "succession-reversed")
    assert "cannot be told" in finding.message
    assert not of(outcome, "succession-half-written")


def test_work_that_relates_to_a_deleted_memory_is_told() -> None:
    dead = {**M1, "id": "mf-dead", "status": "tombstone", "delete_reason": "batch delete"}
    task = {**T1, "dependencies": [{"depends_on_id": "mf-dead", "type": "relates-to"}]}
    outcome = lint(*beads(ANCHOR, dead, task))
    (finding,) = of(outcome, "dangling-dependency")
    assert (finding.bead_id, "deleted" in finding.message) == ("mf-t1", True)
    assert not [each for each in outcome.findings if each.bead_id == "mf-dead"]


def test_a_reopened_ruling_is_a_memory_that_is_not_ratified() -> None:
    reopened = {key: value for key, value in M1.items() if key != "closed_at"}
    outcome = lint(*beads(ANCHOR, {**reopened, "status": "open"}, T1))
    (finding,) = of(outcome, "memory-not-ratified")
    assert finding.bead_id == "mf-m1"
    assert "not ratified" in finding.message
    assert not of(lint(*beads(*BASE)), "memory-not-ratified")


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(
            {"labels": ENDED, "dependencies": [{"depends_on_id": "mf-new", "type": "supersedes"}]},
            id="label and edge",
        ),
        pytest.param({"labels": ENDED}, id="only the label"),
    ],
)
def test_one_recorded_form_of_a_succession_is_enough(changes: dict[str, object]) -> None:
    outcome = lint(*beads(*old_and_new(**changes)))
    heavy = [each for each in outcome.findings if each.severity != "note"]
    assert not [each for each in heavy if each.slug.startswith("succession")]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(
            {"dependencies": [{"depends_on_id": "mf-new", "type": "supersedes"}]}, id="the edge"
        ),
        pytest.param({"metadata": {"superseded_by": "mf-new"}}, id="the metadata"),
        pytest.param({"title": "[SUPERSEDED] Use REST"}, id="the title"),
        pytest.param({"labels": ENDED}, id="the label"),
    ],
)
def test_what_counts_as_recorded_is_stated(changes: dict[str, object]) -> None:
    found = of(lint(*beads(*old_and_new(**changes))), "succession-half-written")
    assert any("recorded by any one of" in finding.message for finding in found)


def test_the_baseline_survives_new_lines_and_another_order() -> None:
    found = beads(*BASE)
    before = lint(*found)
    assert before.findings
    known = baseline_of(before.findings)
    first = beads({"id": "mf-0", "title": "A new line, put first", "issue_type": "chore"})
    for later in ([*first, *found], list(reversed(found))):
        compared = compare(known, lint(*later).findings)
        assert (compared.new, compared.mended) == ((), ())


def test_ordinary_beads_that_carry_the_word_memory_are_no_memories() -> None:
    leak = {"id": "mf-b1", "title": "Leak", "issue_type": "bug", "status": "open"}
    found = beads(ANCHOR, {**leak, "labels": ["memory", "memory-leak", "memory-arch"]})
    assert not run(asked(*found)).findings or not [
        each for each in run(asked(*found)).findings if each.bead_id == "mf-b1"
    ]


def test_a_closed_child_that_inherited_labels_is_not_lost_without_a_word() -> None:
    child = {
        **T1,
        "labels": ["memory", "mem-hard", "memory-arch"],
        "dependencies": [{"depends_on_id": "mf-m1", "type": "parent-child"}],
    }
    (finding,) = of(lint(*beads(ANCHOR, M1, child)), "memory-type")
    assert finding.bead_id == "mf-t1"

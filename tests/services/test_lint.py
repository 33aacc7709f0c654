"""`lint`: what is asked of which beads, what could not be asked, and what is said about it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from fabric.errors import BadSettings, CouldNot, NothingLookedAt, WrongUse
from fabric.models.bead import Bead
from fabric.models.document import plain
from fabric.services.verbs.export import export_lines
from fabric.services.verbs.lint import LintRequest, lint
from fabric.services.verbs.work import claim_work, close_work
from fabric.store.catalog import open_store
from tests.services.world import World, settings, settings_with

HARD = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def rules(world: World, *ids: str) -> set[str]:
    return {each.rule for each in world.lint(*ids).findings}


def test_a_graph_of_our_own_making_is_clean(world: World) -> None:
    old = world.memory(HARD, evidence=("shop-1",))
    work = world.started()
    world.supersede(old, world.successor(old))
    world.verify(work)
    close_work(world.context, work)
    report = world.lint(everything=True)
    assert (report.errors, report.warnings) == (0, 0)
    assert (report.scope, report.newest_record) == ("all", None)


def test_bare_lint_looks_at_active_work_and_not_at_idle_work(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    assert "work-without-memory" not in rules(world)
    claim_work(world.context, work)
    assert "work-without-memory" in rules(world)
    assert world.lint().scope == "active"


def test_bare_lint_looks_at_all_memories(world: World) -> None:
    memory = world.memory(HARD)
    world.put(replace(world.bead(memory), description="Rule: Something else."))
    assert "memory-edited" in rules(world)


def test_closed_work_is_looked_at_since_adoption_only(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    close_work(world.context, work)
    assert "closed-without-receipt" not in rules(world)
    world.with_settings(settings_with(work={"adopted": "2026-03-01"}))
    assert "closed-without-receipt" in rules(world)
    world.with_settings(settings_with(work={"adopted": "2026-03-03"}))
    assert "closed-without-receipt" not in rules(world)


def test_a_named_item_is_looked_at_although_nobody_is_at_it(world: World) -> None:
    world.memory(HARD)
    work, other = world.work("One"), world.work("Two")
    report = world.lint(work)
    assert {each.bead for each in report.findings} == {work}
    assert report.scope == work
    assert other not in report.scope


def test_a_named_memory_is_looked_at_alone(world: World) -> None:
    good, bad = world.memory(HARD), world.memory("Every read goes through the cache")
    world.put(replace(world.bead(bad), description="Rule: Something else."))
    assert world.lint(good).errors == 0
    assert {each.bead for each in world.lint(bad).findings if each.severity == "error"} == {bad}


def test_an_empty_store_is_no_success_unless_asked(world: World) -> None:
    empty = World()
    with pytest.raises(NothingLookedAt, match="nothing to look at"):
        empty.lint()
    report = lint(empty.context, LintRequest(allow_empty=True)).report
    assert (report.errors, report.beads_read) == (0, 0)


def test_an_export_of_which_no_line_can_be_read_is_found_broken_and_not_empty(
    tmp_path: Path,
) -> None:
    file = tmp_path / "issues.jsonl"
    file.write_text("no bead\n", encoding="utf-8")
    broken = World(open_store(f"jsonl:{file}", writer_id=""))
    found = lint(broken.context, LintRequest(everything=True)).report.findings
    assert [each.rule for each in found] == ["unreadable-record"]


def test_an_unknown_id_is_nothing_looked_at(world: World) -> None:
    with pytest.raises(NothingLookedAt, match="shop-none"):
        world.lint("shop-none")
    with pytest.raises(WrongUse, match="could be"):
        world.lint("shop-anchor")


def test_an_unknown_rule_in_the_settings_is_refused(world: World) -> None:
    world.with_settings(settings_with(lint={"severity": {"memory-titel": "off"}}))
    with pytest.raises(BadSettings, match="memory-titel"):
        world.lint()


def test_what_could_not_be_asked_is_said(world: World, tmp_path: Path) -> None:
    world.memory(HARD)
    file = tmp_path / "issues.jsonl"
    file.write_text("".join(export_lines(world.context)), encoding="utf-8")
    context = replace(world.context, store=open_store(f"jsonl:{file}", writer_id=""))
    report = lint(context, LintRequest(everything=True)).report
    assert "unreviewed-memory" in {each.rule for each in report.not_asked}
    assert all(each.reason for each in report.not_asked)
    assert report.newest_record == "2026-03-02T09:00:00Z"
    strict = replace(context, settings=settings(require_review=True))
    with pytest.raises(CouldNot, match="no journal"):
        lint(strict, LintRequest())


def test_findings_in_a_file_have_their_line(world: World, tmp_path: Path) -> None:
    world.memory(HARD)
    claim_work(world.context, world.work())
    file = tmp_path / "issues.jsonl"
    lines = list(export_lines(world.context))
    file.write_text("".join(["not json\n", *lines]), encoding="utf-8")
    context = replace(world.context, store=open_store(f"jsonl:{file}", writer_id=""))
    report = lint(context, LintRequest()).report
    places = {each.rule: each.place for each in report.findings}
    assert places["unreadable-record"] is not None
    assert places["unreadable-record"].line == 1
    place = places["work-without-memory"]
    assert place is not None
    assert '"issue_type":"task"' in lines[place.line - 2]
    assert Path(str(place.file)) == file


def test_a_hand_made_memory_is_warned_about_until_a_reviewer_adopts_it(world: World) -> None:
    memory = world.memory(HARD)
    made = replace(world.bead(memory), id="hand-1", metadata={}, description="Rule: By hand.")
    world.put(made)
    assert ("unreviewed-memory", "hand-1") in world.findings("warning")
    assert ("unreviewed-memory", memory) not in world.findings()


@pytest.mark.parametrize("everything", [False, True])
def test_the_same_store_gives_the_same_report(everything: bool, world: World) -> None:
    for number in range(5):
        world.put(Bead(f"t-{number}", "Task", status="in_progress", labels=("memory-arch",)))
    world.memory(HARD)
    reports = [json.dumps(plain(world.lint(everything=everything))) for _ in range(2)]
    assert reports[0] == reports[1]

"""The verbs that are used less often, on both kinds of workspace, and what bd says after each."""

import json
from pathlib import Path

import pytest

from tests.live.day import CHECK, RULE, Day, complaints, look
from tests.live.rows import memory as memory_row
from tests.live.rows import work as row
from tests.live.workspaces import ServerWorkspace, Workspace

OTHER = "Every write goes through the gateway."


@pytest.fixture
def day(any_workspace: Workspace, tmp_path: Path) -> Day:
    made = Day(any_workspace, tmp_path / "state")
    made.begin()
    return made


def shown(day: Day, bead: str) -> dict[str, object]:
    return day.workspace.bd("show", bead, "--json").entry()


def test_a_waiver_lets_an_item_go_for_bd_too(day: Day) -> None:
    memory = day.ratified()
    work = day.started(memory)
    closing = day.workspace.acting_as(day.actor)
    assert closing.run("close", work).exit != 0
    day("waive", work, memory, "--reason", "The gateway is down", "--until", "2999-01-01")
    look(day.workspace)
    assert shown(day, f"{work}-mc")["status"] == "closed"
    closing("close", work, "--reason", "done")
    assert day("lint", "--all").exit == 0


def test_words_that_bd_changed_are_told_and_given_back(day: Day) -> None:
    bd = day.workspace.bd
    memory = day.ratified()
    words = shown(day, memory)["description"]
    bd("update", memory, "--description", "Scope: everything\nRule: Anything goes.")
    found = day.run("lint", "--all", "--json").entry()["findings"]
    assert isinstance(found, list)
    assert any(each["bead"] == memory and each["severity"] == "error" for each in found)
    day("repair", memory)
    look(day.workspace)
    assert shown(day, memory)["description"] == words
    assert day("lint", "--all").exit == 0


def test_erased_words_are_nowhere_in_what_bd_exports(day: Day) -> None:
    memory = day.ratified("Never mail Mrs. Quimby.")
    assert "Quimby" in day.workspace.bd("export", "--all").out
    day("erase", memory, "--reason", "It names a customer")
    look(day.workspace)
    assert "Quimby" not in day.workspace.bd("export", "--all").out
    assert day("audit", "--verify").exit == 0


def test_an_anchor_and_its_index_are_made_and_mended(day: Day) -> None:
    bd = day.workspace.bd
    day("anchor", "create", "billing")
    look(day.workspace)
    assert "live-anchor-billing" in bd.query("label=memory-anchor AND type=epic")
    memory = day.ratified()
    bd("dep", "unrelate", memory, "live-anchor-arch")
    day("index", memory)
    look(day.workspace)
    listed = bd("dep", "list", memory, "--json").entries()
    assert ("relates-to", "live-anchor-arch") in {
        (str(each["dependency_type"]), str(each["id"])) for each in listed
    }


def test_anchors_outlive_the_housekeeping_of_epics(day: Day) -> None:
    bd = day.workspace.bd
    memory = day.ratified()
    anchors = bd.query("label=memory-anchor AND type=epic")
    work = day.started(memory)
    bd("epic", "close-eligible")
    assert {each for each in anchors if shown(day, each)["status"] != "closed"} == anchors
    assert day("lint", "--all").exit == 0
    day("status", work)


def test_an_import_brings_memories_work_and_notes_that_bd_shows_as_its_own(
    day: Day, tmp_path: Path
) -> None:
    before = complaints(day.workspace) if isinstance(day.workspace, ServerWorkspace) else set()
    file = tmp_path / "other.jsonl"
    note = {"_type": "memory", "key": "hint", "value": "The queue drains at night."}
    rows = (row("live-brought"), memory_row("live-rule"), note)
    file.write_text("".join(f"{json.dumps(each)}\n" for each in rows), encoding="utf-8")
    day("import", str(file))
    look(day.workspace)
    assert {"live-brought", "live-rule"} <= set(day.workspace.bd.export())
    assert shown(day, "live-rule")["issue_type"] == "decision"
    assert "drains at night" in day.workspace.bd("recall", "hint").out
    exported = day.workspace.bd("export", "--all").out
    day("import", str(file))  # nothing new
    assert day.workspace.bd("export", "--all").out == exported
    assert day("audit", "--verify").exit == 0
    if isinstance(day.workspace, ServerWorkspace):
        assert complaints(day.workspace) <= before


def test_an_import_that_points_into_nothing_says_so_and_writes_nothing_half(
    day: Day, tmp_path: Path
) -> None:
    edge = {"issue_id": "live-lost", "depends_on_id": "live-gone", "type": "blocks"}
    file = tmp_path / "lost.jsonl"
    rows = (row("live-lost", dependencies=[edge]), row("live-other"))
    file.write_text("".join(f"{json.dumps(each)}\n" for each in rows), encoding="utf-8")
    ran = day.run("import", str(file))
    assert ran.exit != 0
    assert "live-gone" in ran.err + ran.out
    assert "Traceback" not in ran.err
    look(day.workspace)
    assert day("audit", "--verify").exit == 0


def test_a_draft_is_edited_and_a_note_becomes_one(day: Day) -> None:
    bd = day.workspace.bd
    draft = day.proposed()
    day("remember", OTHER, "--key", "gateway")
    assert "gateway" in bd("memories", "--json").out
    hard = ("--domain", "arch", "--strength", "hard", "--check", CHECK, "--verify", "true")
    promoted = day.id_of("promote", "gateway", *hard)
    look(day.workspace)
    assert {draft, promoted} <= bd.query("label=memory AND status=open")
    day("ratify", promoted)
    look(day.workspace)
    assert day.in_force() == {promoted}
    assert "gateway" not in json.loads(bd("memories", "--json").out)


def test_what_a_safe_mend_writes_bd_tells_the_same(day: Day) -> None:
    bd = day.workspace.bd
    memory = day.ratified(RULE)
    bd("update", memory, "--remove-label", "mem-hard")
    first = day.run("lint", "--all", "--fix")
    assert "Traceback" not in first.err
    look(day.workspace)
    assert day.run("lint", "--all").exit in {0, 1}
    work = day.id_of("work", "add", "Add a cart", "--domain", "arch")
    day("start", work)
    day("start", "--all-active")
    look(day.workspace)

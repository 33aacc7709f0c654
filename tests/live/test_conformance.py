"""Both sides of one workspace: after each verb of ours what bd says, and what bd made is ours to use."""

from pathlib import Path

import pytest

from tests.live.day import RULE, Day, complaints, look
from tests.live.rows import OLD
from tests.live.rows import work as row
from tests.live.workspaces import ServerWorkspace, Workspace

IN_FORCE = "label=memory AND label=memory-arch AND status=closed"


@pytest.fixture
def day(any_workspace: Workspace, tmp_path: Path) -> Day:
    return Day(any_workspace, tmp_path / "state")


def shown(day: Day, bead: str) -> dict[str, object]:
    return day.workspace.bd("show", bead, "--json").entry()


def labels(day: Day, bead: str) -> set[str]:
    found = shown(day, bead).get("labels", [])
    assert isinstance(found, list)
    return set(found)


def pointed_at(day: Day, bead: str) -> set[tuple[str, str]]:
    listed = day.workspace.bd("dep", "list", bead, "--json").entries()
    return {(str(each["dependency_type"]), str(each["id"])) for each in listed}


def test_after_each_verb_of_a_memorys_life_bd_tells_the_same(day: Day) -> None:
    bd, workspace = day.workspace.bd, day.workspace
    before = complaints(workspace) if isinstance(workspace, ServerWorkspace) else set()

    day.begin()
    look(workspace)
    assert bd.query("label=memory-anchor AND type=epic") == {
        f"live-anchor-{each}" for each in ("arch", "ux", "workflow")
    }

    memory = day.proposed()
    look(workspace)
    assert bd.query(IN_FORCE) == set()
    assert bd.run("close", memory).exit != 0  # nobody ratifies by closing

    day("ratify", memory)
    look(workspace)
    assert bd.query(IN_FORCE) == day.in_force() == {memory}
    assert ("relates-to", "live-anchor-arch") in pointed_at(day, memory)

    work = day.id_of("work", "add", "Add a cart", "--domain", "arch")
    look(workspace)
    assert work in bd("ready", "--json").ids()

    day("start", work)
    look(workspace)
    contract = f"{work}-mc"
    assert {("blocks", contract), ("relates-to", memory)} <= pointed_at(day, work)
    assert bd("blocked", "--json").ids() == {work}
    assert workspace.acting_as(day.actor).run("close", work).exit != 0
    assert shown(day, work)["status"] == "in_progress"

    if isinstance(workspace, ServerWorkspace):
        assert complaints(workspace) <= before


def test_after_each_verb_that_ends_a_memory_or_a_contract_bd_tells_the_same(day: Day) -> None:
    bd, workspace = day.workspace.bd, day.workspace
    day.begin()
    before = complaints(workspace) if isinstance(workspace, ServerWorkspace) else set()
    memory = day.ratified()
    work = day.started(memory)
    successor = day.proposed("Every write goes through the gateway.")
    day("supersede", memory, "--with", successor, "--reason", "Renamed")
    look(workspace)
    assert bd.query(IN_FORCE) == day.in_force() == {successor}
    assert ("supersedes", successor) in pointed_at(day, memory)
    assert "mem-superseded" in labels(day, memory)
    assert ("relates-to", successor) in pointed_at(day, work)

    day("verify", work)
    look(workspace)
    assert shown(day, f"{work}-mc")["status"] == "closed"
    workspace.acting_as(day.actor)("close", work, "--reason", "done")

    day("retire", successor, "--reason", "Not needed")
    refused = day.proposed("Never test.")
    day("reject", refused, "--reason", "No")
    look(workspace)
    assert bd.query(IN_FORCE) == day.in_force() == set()
    assert "mem-rejected" in labels(day, refused)
    assert day("lint", "--all").exit == 0
    assert day("audit", "--verify").exit == 0
    if isinstance(workspace, ServerWorkspace):
        assert complaints(workspace) <= before


def test_housekeeping_of_bd_spares_what_is_ours_and_takes_the_rest(day: Day) -> None:
    bd = day.workspace.bd
    day.begin()
    memory = day.ratified()
    control = "live-control"
    bd.load(row(control, status="closed", closed_at=OLD))
    bd("gc", "--older-than", "0", "--force")
    left = set(bd.export())
    assert control not in left
    assert {memory, "live-anchor-arch"} <= left
    assert day.in_force() == {memory}


def test_init_takes_the_anchor_and_the_prefix_that_are_there(day: Day) -> None:
    anchored = ("-t", "epic", "-l", "memory-anchor,memory-arch", "--json")
    anchor = str(
        day.workspace.bd("create", "Memory Anchor - Architecture", *anchored).entry()["id"]
    )
    day.begin()
    assert day.workspace.bd.query("label=memory-anchor AND label=memory-arch") == {anchor}
    assert 'prefix = "live"' in (day.workspace.path / "fabric.toml").read_text(encoding="utf-8")
    assert not (day.workspace.path / ".fabric").exists()
    assert "not with shop" in day.run("init", "--prefix", "shop").err


def by_hand(day: Day, rule: str, *more: str) -> str:
    """Make a memory as BeadBoard's playbook has it, typed by hand."""
    text = (
        f"Scope: server\nOut of Scope: tests\nRule: {rule}\nRationale: Audit.\nFailure Mode: Lost."
    )
    metadata = (
        '{"memory_version": 1, "memory_strength": "hard", "domain": "memory-arch", '
        '"effective_date": "2026-01-01", "owner": "team", "supersedes": null, "superseded_by": null}'
    )
    made = day.workspace.bd(
        *("create", f"[MEMORY][ARCH][HARD] {rule}", "-t", "decision", "-d", text),
        *(
            "--acceptance",
            "Given a write, when it skips, then fail\nVerification command(s):\ntrue",
        ),
        *(
            "-l",
            "memory,memory-arch,mem-hard,mem-canonical",
            "--metadata",
            metadata,
            "--json",
            *more,
        ),
    )
    memory = str(made.entry()["id"])
    day.workspace.bd("close", memory, "--reason", "Ratified canonical memory")
    return memory


def findings(day: Day) -> set[tuple[str, str]]:
    listed = day.run("lint", "--all", "--json").entry()["findings"]
    assert isinstance(listed, list)
    return {(each["rule"], each["bead"]) for each in listed if each["severity"] != "note"}


def test_a_memory_made_by_bd_is_read_adopted_started_and_superseded(day: Day) -> None:
    bd = day.workspace.bd
    day.begin()
    memory = by_hand(day, RULE)
    assert day.in_force() == {memory}
    assert ("unreviewed-memory", memory) in findings(day)
    day("adopt", memory)
    assert ("unreviewed-memory", memory) not in findings(day)
    work = str(bd("create", "Add a cart", "-l", "memory-arch", "--json").entry()["id"])
    bd("dep", "relate", work, memory)
    day("start", work)
    assert bd("blocked", "--json").ids() == {work}
    successor = day.proposed("Every write goes through the gateway.")
    bd("dep", "unrelate", work, memory)
    day("supersede", memory, "--with", successor, "--reason", "Renamed")
    assert ("supersedes", successor) in pointed_at(day, memory)
    assert bd.query(IN_FORCE) == {successor}


def test_a_succession_made_by_bd_is_understood_in_each_of_its_spellings(day: Day) -> None:
    bd = day.workspace.bd
    day.begin()
    old, new = by_hand(day, RULE), by_hand(day, "Writes go through the gateway.")
    bd("supersede", old, "--with", new)
    backwards = by_hand(day, "Jobs go through the queue.", "--deps", f"supersedes:{old}")
    other = by_hand(day, "Jobs are retried.")
    bd("dep", "add", other, new, "-t", "supersedes")
    found = findings(day)
    assert any(rule.startswith("succession-") for rule, bead in found if bead in (old, backwards))
    assert any(rule.startswith("succession-") for rule, bead in found if bead in (new, other))
    assert old not in day.in_force()


def test_a_contract_made_by_bd_blocks_and_a_child_that_inherited_labels_is_told(day: Day) -> None:
    bd = day.workspace.bd
    day.begin()
    memory = by_hand(day, RULE)
    work = str(bd("create", "Add a cart", "-l", "memory-arch", "--json").entry()["id"])
    contract = str(
        bd("create", "Honour it", "-l", "memory-contract,mem-hard", "--json").entry()["id"]
    )
    bd("dep", "add", work, contract)
    child = str(bd("create", "A child", "--parent", memory, "--json").entry()["id"])
    found = findings(day)
    assert ("contract-without-memory", contract) in found
    assert ("memory-type", child) in found
    assert child not in day.in_force()
    day("start", work)
    assert work in bd("blocked", "--json").ids()


def test_a_day_of_reading_leaves_no_trace(day: Day) -> None:
    bd, workspace = day.workspace.bd, day.workspace
    day.begin()
    memory = day.ratified()
    work = day.id_of("work", "add", "Add a cart", "--domain", "arch")
    day("start", work)
    before = bd("export", "--all").out, workspace.git("status", "--short")
    commits = _commits(workspace)
    reading = (
        *(("lint", "--all"), ("lint",), ("list",), ("show", memory), ("show", work)),
        *(
            ("status", work),
            ("doctor",),
            ("history", memory),
            ("audit",),
            ("work", "list", "--ready"),
        ),
        *(("search", "service"), ("anchor", "list"), ("export",), ("graph",), ("prime",)),
    )
    for words in reading:
        assert day.run(*words).exit in {0, 1}, words
    assert (bd("export", "--all").out, workspace.git("status", "--short")) == before
    assert _commits(workspace) == commits


def _commits(workspace: Workspace) -> object:
    if not isinstance(workspace, ServerWorkspace):
        return None
    log = workspace.rows("SELECT commit_hash FROM dolt_log")
    return log, workspace.rows("SELECT table_name FROM dolt_status")

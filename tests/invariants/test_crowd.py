"""Twenty processes write to one store at once: nothing is lost, nothing doubled, the journal holds."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery, Store
from tests.guard import ROOT
from tests.invariants.conftest import new_store
from tests.invariants.crowd import VERBS
from tests.services.world import World

PROCESSES = 20
MODULE = "tests.invariants.crowd"


def run_crowd(file: Path, contested: list[str]) -> list[dict[str, dict[str, list[str]]]]:
    """What each of the processes was told that it had written."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", MODULE, str(file), str(number), *contested],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    found = []
    for process in running:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        found.append(json.loads(out))
    return found


def check(store: Store, told: list[dict[str, dict[str, list[str]]]]) -> None:
    """Compare what the processes were told with what the store holds."""
    beads = {bead.id: bead for bead in store.all_beads()}
    added = [each for one in told for each in one["done"]["added"]]
    assert len(added) == len(set(added)), "an id was given twice"
    assert set(added) <= beads.keys(), "what was added is gone"
    assert sum(bead.title.startswith("Task ") for bead in beads.values()) == len(added)
    for one in told:
        for bead_id in one["done"]["closed"]:
            assert beads[bead_id].is_closed, f"{bead_id} was closed and is not"
        for bead_id in one["done"]["started"]:
            receipts = [c for c in beads[bead_id].comments if "Acknowledged" in c.text]
            assert len(receipts) <= 1, f"{bead_id} was started twice"
            assert "fabric_receipt" in beads[bead_id].metadata, f"{bead_id} lost its receipt"
    claims = Counter(each for one in told for each in one["done"]["claimed"])
    assert set(claims.values()) <= {1}, "two were told that they hold the same item"


def check_journal(store: Store, told: list[dict[str, dict[str, list[str]]]]) -> None:
    """One entry for each write that a process was told of, and every chain unbroken."""
    entries = store.journal(JournalQuery())
    assert verify_chain(entries, store.journal_payloads(JournalQuery())) == []
    verbs = Counter(entry.verb for entry in entries if entry.writer != "w-test")
    for verb, name in (
        ("work-add", "added"),
        ("start", "started"),
        ("work-close", "closed"),
        ("work-claim", "claimed"),
    ):
        assert verbs[verb] == sum(len(one["done"][name]) for one in told), verb


@pytest.fixture
def scene(tmp_path: Path) -> World:
    world = World(new_store("sqlite", tmp_path)).begin()
    world.memory("Every write goes through the service layer")
    world.memory("Prefer small modules", "soft")
    return world


def test_twenty_processes_write_fifty_times_each(scene: World, tmp_path: Path) -> None:
    contested = [scene.work(f"Contested {number}", "ux") for number in range(10)]
    told = run_crowd(tmp_path / "fabric.db", contested)
    assert [each for one in told for each in one["failed"]] == []
    check(scene.store, told)
    check_journal(scene.store, told)
    assert len(told) * VERBS == 1000
    report = scene.lint(everything=True)
    assert [f.message for f in report.findings if f.severity == "error"] == []


def test_the_check_can_fail(scene: World) -> None:
    work = scene.started("Task 0")
    told: dict[str, dict[str, list[str]]] = {
        "done": {"added": [work, "shop-lost"], "started": [work], "closed": [], "claimed": []}
    }
    with pytest.raises(AssertionError, match="is gone"):
        check(scene.store, [told])
    told["done"] |= {"added": [work], "closed": [work]}
    with pytest.raises(AssertionError, match="was closed and is not"):
        check(scene.store, [told])
    told["done"] |= {"closed": [], "claimed": [work, work]}
    with pytest.raises(AssertionError, match="two were told"):
        check(scene.store, [told])
    with pytest.raises(AssertionError, match=r"work-add|start|work-claim"):
        check_journal(scene.store, [told])

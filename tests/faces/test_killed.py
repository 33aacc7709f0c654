"""A process that is killed leaves nothing half-written, or running it again completes it."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from fabric.models.bead import Bead
from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery
from tests.faces.shop import Shop
from tests.guard import ROOT

KILLS = 4
RULE = "Every write goes through the service layer"


def killed_at(shop: Shop, share: float, whole: float, *arguments: str) -> bool:
    """Start a command, kill it after a share of the time that it takes; whether it was alive."""
    running = shop.process(*arguments)
    time.sleep(share * whole)
    alive = running.poll() is None
    running.send_signal(signal.SIGKILL)
    running.communicate()
    return alive


def duration(shop: Shop, *arguments: str) -> float:
    """How long a command takes as a process."""
    begin = time.monotonic()
    running = shop.process(*arguments)
    _, err = running.communicate()
    assert running.returncode == 0, err.decode()
    return time.monotonic() - begin


def comments(bead: Bead, begin: str) -> int:
    return sum(comment.text.startswith(begin) for comment in bead.comments)


def check_whole(shop: Shop, *meant: str) -> None:
    """Nothing is half-written: lint is green (but for what is meant) and the journal holds."""
    findings = shop.fabric("lint", "--all", "--json").document["findings"]
    errors = [f for f in findings if f["severity"] == "error" and f["rule"] not in meant]
    assert errors == []
    store = shop.store()
    payloads = store.journal_payloads(JournalQuery())
    assert verify_chain(store.journal(JournalQuery()), payloads) == []
    store.close()


@pytest.fixture
def shares() -> list[float]:
    dice = random.Random(7)  # noqa: S311  # a repeatable choice
    return [0.3 + 0.6 * (number + dice.random()) / KILLS for number in range(KILLS)]


def test_a_start_that_is_killed_is_whole_or_not_there(shop: Shop, shares: list[float]) -> None:
    shop.memory(RULE)
    shop.hint("Prefer small modules")
    whole = duration(shop, "start", shop.work("The first"))
    killed = 0
    for number, share in enumerate(shares):
        work = shop.work(f"Task {number}")
        killed += killed_at(shop, share, whole, "start", work)
        store = shop.store()
        bead, contract = store.bead(work), store.bead(f"{work}-mc")
        assert bead is not None
        assert ("fabric_receipt" in bead.metadata) == (contract is not None)
        store.close()
        shop.ok("start", work)
        shop.ok("start", work)
        store = shop.store()
        bead = store.bead(work)
        assert bead is not None
        assert comments(bead, "Acknowledged") == 1
        assert bead.targets("blocks") == (f"{work}-mc",)
        assert store.ids_with_prefix(f"{work}-mc", 9) == [f"{work}-mc"]
        store.close()
    assert killed, "no process was killed before it ended"
    check_whole(shop)


def check_moved(shop: Shop, works: list[str], old: str, new: str) -> None:
    store = shop.store()
    for bead in store.beads(works).values():
        assert comments(bead, f"Moved along: {old} was replaced by {new}") == 1
        assert {edge.depends_on_id for edge in bead.relations()} == {new}
    store.close()


def test_a_succession_that_is_killed_is_completed_by_running_it_again(
    shop: Shop, shares: list[float]
) -> None:
    memory = shop.memory(RULE)
    works = [shop.started(f"Task {number}") for number in range(4)]
    new = shop.successor(memory, "Writes go through layer 0")
    whole = duration(shop, "supersede", memory, "--with", new, "--reason", "Better.")
    memory, killed = new, 0
    for number, share in enumerate(shares, start=1):
        new = shop.successor(memory, f"Writes go through layer {number}")
        act = ("supersede", memory, "--with", new, "--reason", "Better.")
        killed += killed_at(shop, share, whole, *act)
        shop.ok(*act)
        shop.ok(*act)
        check_moved(shop, works, memory, new)
        memory = new
    assert killed, "no process was killed before it ended"
    check_whole(shop)


@pytest.mark.parametrize("moves", [0, 1, 3])
def test_work_that_a_killed_succession_left_behind_moves_when_it_is_run_again(
    moves: int, shop: Shop
) -> None:
    memory = shop.memory(RULE)
    works = [shop.started(f"Task {number}") for number in range(20)]
    new = shop.successor(memory)
    act = ("supersede", memory, "--with", new, "--reason", "Better.")
    store = shop.store()
    verb = JournalQuery(verb="supersede-move" if moves else "supersede")
    running = shop.process(*act)
    while len(store.journal(verb)) < max(1, moves) and running.poll() is None:
        time.sleep(0.001)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    moved = len(store.journal(JournalQuery(verb="supersede-move")))
    store.close()
    assert moves <= moved < len(works), "it was not killed in between"
    check_whole(shop, "stale-relation")  # what is left behind is read through its line
    shop.ok(*act)
    check_moved(shop, works, memory, new)
    check_whole(shop)


def test_an_interrupted_command_says_so_and_exits_130(shop: Shop) -> None:
    shop.memory(RULE, "--verify", "sleep 30")
    work = shop.started()
    running = shop.process("verify", work, "--allow-dirty")
    time.sleep(2.0)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 130, err.decode()
    assert b"Interrupted." in err
    assert b"Traceback" not in err
    assert out == b""


LOADING = """
import sys
from fabric.main import main
print("ready", flush=True)
sys.argv = ["fabric", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize("words", [("prime",), ("start", "shop-none"), ("list",)], ids=" ".join)
def test_an_interruption_while_it_still_loads_is_told_in_a_word(
    words: tuple[str, ...], shop: Shop
) -> None:
    interrupted = 0
    for milliseconds in (0, 5, 15, 40):
        running = subprocess.Popen(
            [sys.executable, "-c", LOADING, *words],
            cwd=shop.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},  # noqa: TID251  # handed on
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert running.stdout
        assert running.stdout.readline() == b"ready\n"
        time.sleep(milliseconds / 1000)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=20)
        assert b"Traceback" not in err
        if running.returncode == 130:
            interrupted += 1
            assert err == b"Interrupted.\n"
    assert interrupted, "every one had ended"

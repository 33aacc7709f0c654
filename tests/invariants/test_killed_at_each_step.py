"""A succession over sixty active items, killed after each of its change sets, completed by a rerun."""

import os
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from fabric.models.change_set import ChangeSet
from fabric.models.journal import JournalDraft, verify_chain
from fabric.models.journal_entry import JournalEntry
from fabric.models.query import JournalQuery
from fabric.models.receipt import read_receipt
from fabric.ports import Store
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.store.catalog import open_store
from tests.services.world import World

ITEMS = 60
STEPS = ITEMS + 1
"""The succession itself, then one change set an item."""


@dataclass(frozen=True)
class Before:
    """A store with sixty items under way below OLD, and a draft that is to replace it."""

    file: Path
    old: str
    new: str
    works: tuple[str, ...]


class DiesAfter:
    """A store whose process is killed as soon as its last allowed change set is on the disk."""

    def __init__(self, store: Store, allowed: int) -> None:
        self._store = store
        self._left = allowed

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:
        entry = self._store.apply(change_set, draft)
        self._left -= bool(change_set.operations)
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return entry


def opened(file: Path, *, create: bool = False) -> Store:
    return open_store(f"sqlite:///{file}", writer_id="w-test", create=create)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Before:
    file = tmp_path_factory.mktemp("before") / "fabric.db"
    world = World(opened(file, create=True)).begin()
    old = world.memory("Every write goes through the service layer")
    works = tuple(world.started(f"Task {number}") for number in range(ITEMS))
    new = world.successor(old)
    world.store.close()
    return Before(file, old, new, works)


def run(store: Store, before: Before) -> None:
    request = SupersedeRequest((before.old,), before.new, "It missed the jobs.", many=True)
    supersede(World(store).context, request)


def killed_after(file: Path, before: Before, steps: int) -> int:
    """Run the succession in a process of its own that is killed; the signal that ended it."""
    child = os.fork()
    if child == 0:
        try:
            run(DiesAfter(opened(file), steps), before)  # type: ignore[arg-type]  # the rest is the store's
        finally:
            os._exit(1)  # only reached where nothing killed it: never back into pytest
    return os.WTERMSIG(os.waitpid(child, 0)[1])


def on_new(store: Store, before: Before) -> int:
    """How many items name NEW, and only NEW, in receipt, contract and relations."""
    beads = store.beads(before.works)
    contracts = store.beads(f"{work}-mc" for work in before.works)
    return sum(
        [m.id for m in receipt.memories] == [before.new]
        and before.new in contracts[f"{work}-mc"].targets("relates-to")
        and before.old not in contracts[f"{work}-mc"].targets("relates-to")
        and before.old not in beads[work].targets("relates-to")
        for work in before.works
        if (receipt := read_receipt(beads[work].metadata)) is not None
    )


@pytest.mark.parametrize("steps", range(1, STEPS + 1))
def test_a_rerun_completes_what_a_kill_left_and_doubles_nothing(
    steps: int, before: Before, tmp_path: Path
) -> None:
    file = tmp_path / "fabric.db"
    shutil.copy(before.file, file)
    assert killed_after(file, before, steps) == signal.SIGKILL
    store = opened(file)
    assert on_new(store, before) == steps - 1
    run(store, before)
    world = World(store)
    assert on_new(store, before) == ITEMS
    moves = store.journal(JournalQuery(verb="supersede-move"))
    assert len(moves) == ITEMS
    assert len(store.journal(JournalQuery(verb="supersede"))) == 1
    told = [
        [c for c in b.comments if "Moved along" in c.text]
        for b in store.beads(before.works).values()
    ]
    assert {len(each) for each in told} == {1}
    assert not store.beads(f"{work}-mc2" for work in before.works)
    report = world.lint(everything=True)
    assert (report.errors, report.warnings) == (0, 0)
    payloads = store.journal_payloads(JournalQuery())
    assert verify_chain(store.journal(JournalQuery()), payloads) == []
    count = len(store.journal(JournalQuery()))
    run(store, before)
    assert len(store.journal(JournalQuery())) == count
    store.close()

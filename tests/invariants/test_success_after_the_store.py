"""Invariant 6: a success message comes only after the store has confirmed."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from typing_extensions import override

from fabric.errors import CouldNot, StoreBusy
from fabric.faces.cli.app import run
from fabric.models.change_set import ChangeSet
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.ports import Store
from fabric.services.verbs.work import WorkRequest, add_work
from fabric.store.catalog import open_store
from tests.invariants.meddling import Meddling
from tests.invariants.story import Day
from tests.services.world import World


class Failing(Meddling):
    """A store that does not confirm, once it is told to."""

    broken = False

    @override
    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:
        if self.broken:
            raise StoreBusy("Somebody else holds the store.", "Run the command again.")
        return super().apply(change_set, draft)


# Those whose answer says that all was there already, or that only read.
NOTHING_TO_WRITE = {"verify again", "refresh"}


def test_no_verb_answers_when_the_store_does_not_confirm(store: Store) -> None:
    failing = Failing(store)
    world = World(failing)
    asked = []
    for name, act in Day().steps():
        if name not in {"init", *NOTHING_TO_WRITE}:
            failing.broken = True
            with pytest.raises(CouldNot):
                act(world)
            failing.broken = False
            asked.append(name)
        act(world)
        world.clock.forward(hours=1)
    assert {"ratify", "start", "supersede", "import", "work close"} <= set(asked)


def answers_without_the_store(act: Callable[[], object]) -> None:
    with pytest.raises(CouldNot):
        act()


def test_the_check_can_fail(store: Store) -> None:
    failing = Failing(store)
    world = World(failing).begin()
    failing.broken = True

    def hasty() -> str:
        """The fault: a verb that answers before, and whatever, the store says."""
        with suppress(CouldNot):
            add_work(world.context, WorkRequest("A task"))
        return "added"

    with pytest.raises(pytest.fail.Exception):
        answers_without_the_store(hasty)


def test_a_locked_store_gives_no_answer_on_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FABRIC_ACTOR", "vera@example.test")
    assert run(["init", "--prefix", "shop"]) == 0
    capsys.readouterr()
    file = tmp_path / ".fabric" / "fabric.db"
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    quick = open_store(f"sqlite:///{file}", writer_id="w-1", wait_seconds=0.05)
    world = World(quick)
    with pytest.raises(StoreBusy, match="did not let go"):
        world.work()
    holder.execute("ROLLBACK")
    holder.close()
    quick.close()
    assert capsys.readouterr().out == ""
    assert run(["work", "add", "A task"]) == 0
    assert " added: A task" in capsys.readouterr().out

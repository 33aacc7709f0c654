"""Invariant 7: reading leaves the database, the export and every byte beside them as they were."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from typing_extensions import override

from fabric.models.bead import Bead
from fabric.models.change_set import AddComment, ChangeSet
from fabric.models.journal import JournalDraft
from fabric.ports import BeadQuery, JournalQuery, Store
from fabric.services.verbs.anchor import list_anchors
from fabric.services.verbs.audit import audit
from fabric.services.verbs.export import export_lines
from fabric.services.verbs.lint import LintRequest, lint
from fabric.services.verbs.list import ListRequest, list_memories
from fabric.services.verbs.show import show
from fabric.services.verbs.status import status
from fabric.services.verbs.work import list_work
from tests.invariants.conftest import new_store
from tests.invariants.meddling import Meddling
from tests.invariants.story import live
from tests.services.world import VERA, World

READING: dict[str, Callable[[World, str], object]] = {
    "list": lambda w, _: list_memories(w.context, ListRequest()),
    "list as of": lambda w, _: list_memories(w.context, ListRequest(as_of="2026-03-02")),
    "show a task": lambda w, task: show(w.context, task),
    "show an anchor": lambda w, _: show(w.context, "shop-anchor-arch"),
    "status": lambda w, task: status(w.context, task),
    "lint": lambda w, _: lint(w.context, LintRequest()),
    "lint --all": lambda w, _: lint(w.context, LintRequest(everything=True)),
    "lint ID": lambda w, task: lint(w.context, LintRequest((task,))),
    "audit": lambda w, _: audit(w.context, verify=True),
    "audit ID": lambda w, task: audit(w.context, task),
    "export": lambda w, _: list(export_lines(w.context, with_notes=True)),
    "work list": lambda w, _: list_work(w.context, ready=True),
    "anchor list": lambda w, _: list_anchors(w.context),
}


def contents(world: World) -> object:
    lines = list(export_lines(world.context, with_notes=True))
    return lines, world.store.config(), world.store.journal(JournalQuery())


def bytes_of(folder: Path) -> dict[str, str]:
    """Digest of each file below a folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def nothing_more(_: World, __: str) -> None:
    """Look at nothing: the day itself is looked at elsewhere."""


def check(name: str, world: World, task: str) -> None:
    before = contents(world)
    READING[name](world, task)
    assert contents(world) == before, f"{name} changed something"


def test_no_reading_changes_anything(store: Store) -> None:
    world = World(store)
    task = live(world, nothing_more).ids["task"]
    for name in READING:
        check(name, world, task)


def test_no_reading_changes_a_byte_on_the_disk(tmp_path: Path) -> None:
    written = World(new_store("sqlite", tmp_path))
    task = live(written, nothing_more).ids["task"]
    written.store.close()
    before = bytes_of(tmp_path)
    for act in READING.values():
        world = World(new_store("sqlite", tmp_path, create=False))
        act(world, task)
        world.store.close()
    assert bytes_of(tmp_path) == before


class LastShown(Meddling):
    """The fault: a store that keeps a note of what was looked for."""

    @override
    def find(self, query: BeadQuery) -> list[Bead]:
        draft = JournalDraft("2026-03-02T09:00:00Z", VERA, "cli", "seen", ())
        comment = AddComment("shop-anchor-arch", "x", "Seen")
        self.store.apply(ChangeSet((comment,)), draft)
        return self.store.find(query)


@pytest.mark.parametrize("name", ["list", "status", "lint", "work list", "anchor list"])
def test_the_check_can_fail(name: str, store: Store) -> None:
    world = World(store)
    task = live(world, nothing_more).ids["task"]
    meddling = World(LastShown(store))
    meddling.clock.time = world.clock.time
    with pytest.raises(AssertionError, match="changed something"):
        check(name, meddling, task)

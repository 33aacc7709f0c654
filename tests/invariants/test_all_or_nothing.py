"""Invariant 5: a change set is applied whole or not at all, and repeating a verb is harmless."""

from collections.abc import Callable

import pytest
from typing_extensions import override

from fabric.errors import ChangeRefused, FabricError, VersionsMoved
from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddComment,
    AddLabel,
    ChangeSet,
    InsertBead,
    Operation,
    SetConfig,
    SetFields,
)
from fabric.models.journal import JournalDraft
from fabric.models.version import ABSENT
from fabric.ports import JournalQuery, Store
from fabric.services.verbs.export import export_lines
from tests.invariants.meddling import Meddling
from tests.invariants.story import Day
from tests.services.world import VERA, World

DRAFT = JournalDraft("2026-03-02T09:00:00Z", VERA, "cli", "test", ())


def image(world: World) -> tuple[list[str], dict[str, str], int]:
    """All that a store holds."""
    lines = list(export_lines(world.context))
    return lines, world.store.config(), len(world.store.journal(JournalQuery()))


GOOD: tuple[Operation, ...] = (
    InsertBead(Bead("shop-new", "New")),
    SetFields("shop-1", {"title": "Changed"}),
    AddLabel("shop-1", "more"),
    AddComment("shop-1", "x", "A comment"),
    SetConfig("kv.memory.a", "A note"),
)
IMPOSSIBLE: tuple[Operation, ...] = (SetFields("shop-gone", {"title": "x"}),)
BROKEN = [
    pytest.param(ChangeSet((*GOOD, *IMPOSSIBLE)), ChangeRefused, id="its last operation fails"),
    pytest.param(ChangeSet((*IMPOSSIBLE, *GOOD)), ChangeRefused, id="its first operation fails"),
    pytest.param(
        ChangeSet((*GOOD, InsertBead(Bead("shop-1", "Twice")))), ChangeRefused, id="an id is taken"
    ),
    pytest.param(
        ChangeSet(GOOD, {"shop-1": ABSENT}), VersionsMoved, id="what it relied on has moved"
    ),
    pytest.param(
        ChangeSet(GOOD, {}, {"kv.memory.a": "Another"}), VersionsMoved, id="a note has moved"
    ),
]


def apply_broken(store: Store, change_set: ChangeSet, kind: type[FabricError]) -> None:
    world = World(store)
    world.put(Bead("shop-1", "A task"))
    before = image(world)
    with pytest.raises(kind):
        store.apply(change_set, DRAFT)
    assert image(world) == before, "something of it was written"


@pytest.mark.parametrize(("change_set", "kind"), BROKEN)
def test_a_change_set_that_fails_writes_nothing(
    change_set: ChangeSet, kind: type[FabricError], store: Store
) -> None:
    apply_broken(store, change_set, kind)


def test_the_same_change_set_without_the_fault_writes_everything(store: Store) -> None:
    world = World(store)
    world.put(Bead("shop-1", "A task"))
    store.apply(ChangeSet(GOOD), DRAFT)
    assert world.bead("shop-new").title == "New"
    assert (world.bead("shop-1").title, world.bead("shop-1").labels) == ("Changed", ("more",))
    assert world.bead("shop-1").comments[0].text == "A comment"
    assert store.config("kv.memory.")["kv.memory.a"] == "A note"


class OneByOne(Meddling):
    """The fault: a store that writes operation by operation."""

    @override
    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> None:
        for operation in change_set.operations:
            self.store.apply(ChangeSet((operation,)), draft)


@pytest.mark.parametrize(("change_set", "kind"), BROKEN[:1])
def test_the_check_can_fail(change_set: ChangeSet, kind: type[FabricError], store: Store) -> None:
    with pytest.raises(AssertionError, match="something of it was written"):
        apply_broken(OneByOne(store), change_set, kind)


# What makes something new each time it is run, by its nature; the next step would find it done.
NEW_EACH_TIME = {"propose", "work add", "propose a successor"}


def live_twice(
    world: World, again: Callable[[World, str, Callable[[World], object]], None]
) -> None:
    day = Day()
    for name, act in day.steps():
        act(world)
        if name not in NEW_EACH_TIME:
            again(world, name, act)
        world.clock.forward(hours=1)


def repeat(world: World, name: str, act: Callable[[World], object]) -> None:
    before = image(world)
    world.clock.forward(minutes=1)
    try:
        act(world)
    except FabricError as error:
        raise AssertionError(f"{name} is refused a second time: {error}") from error
    if name != "import":  # its step puts an edge past every verb
        assert image(world) == before, f"{name} wrote something the second time"


def test_repeating_a_verb_is_harmless(store: Store) -> None:
    live_twice(World(store), repeat)


class Chatty(Meddling):
    """The fault: each reading of the config leaves a comment."""

    @override
    def config(self, prefix: str = "") -> dict[str, str]:
        anchor = "shop-anchor-arch"
        if self.store.bead(anchor) is not None:
            self.store.apply(ChangeSet((AddComment(anchor, "x", "Again!"),)), DRAFT)
        return self.store.config(prefix)


def test_that_check_can_fail_too(store: Store) -> None:
    with pytest.raises(AssertionError, match="wrote something"):
        live_twice(World(Chatty(store)), repeat)

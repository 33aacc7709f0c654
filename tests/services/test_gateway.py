"""The one gateway: checked, journalled, applied whole, tried again while others write."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from fabric.errors import (
    ChangeRefused,
    Conflict,
    NotAllowed,
    SecretFound,
    StoreReadOnly,
    VersionsMoved,
)
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet, InsertBead, SetFields
from fabric.models.journal import JournalDraft, JournalEntry, verify_chain
from fabric.ports import JournalQuery, Resuming
from fabric.services.context import Context
from fabric.services.gateway import TRIES, Decision, carry_out
from fabric.services.verbs.work import WorkRequest, add_work
from fabric.store.backends.memory import MemoryStore
from tests.services.world import OTTO, SCOUT, VERA, World, settings


class Busy(MemoryStore):
    """A store in which somebody else writes just before us, a number of times."""

    def __init__(self, meddle: Callable[["Busy"], None], times: int) -> None:
        super().__init__()
        self.meddle, self.times = meddle, times

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:  # type: ignore[explicit-override]  # a fake
        if self.times and change_set.operations:
            self.times -= 1
            self.meddle(self)
        return super().apply(change_set, draft)


class Interrupted(MemoryStore, Resuming):
    """A store in which an earlier writer ended in the middle: a title of which the end is missing."""

    finished = False

    def finish(self) -> None:  # type: ignore[explicit-override]  # a fake
        if not self.finished:
            self.finished = True
            change = ChangeSet((SetFields("shop-1", {"description": "whole"}),))
            draft = JournalDraft("2026-03-02T09:00:00Z", OTTO, "cli", "edit", ("shop-1",))
            super().apply(change, draft)


@pytest.mark.parametrize(
    ("dry_run", "words"), [(False, "whole"), (True, "")], ids=["a run", "a dry run: writes nothing"]
)
def test_what_was_interrupted_is_completed_before_anything_is_decided(
    dry_run: bool, words: str
) -> None:
    world = World(Interrupted())
    MemoryStore.apply(
        world.store,  # type: ignore[arg-type]  # it is one
        ChangeSet((InsertBead(Bead("shop-1", "A task")),)),
        JournalDraft("2026-03-02T09:00:00Z", OTTO, "cli", "add", ("shop-1",)),
    )
    context = replace(world.context, dry_run=dry_run)
    outcome = carry_out(context, lambda: retitle(context))
    assert outcome.answer == words
    assert world.bead("shop-1").description == words


def reworded(store: MemoryStore) -> None:
    """Somebody else changes the bead, and the journal says who."""
    bead = store.bead("shop-1")
    assert bead is not None
    change = ChangeSet((SetFields("shop-1", {"description": f"{bead.description}x"}),))
    draft = JournalDraft("2026-03-02T09:00:00Z", OTTO, "cli", "edit", ("shop-1",))
    MemoryStore.apply(store, change, draft)


def busy(times: int) -> World:
    world = World(Busy(reworded, 0))
    world.put(Bead("shop-1", "A task"))
    assert isinstance(world.store, Busy)
    world.store.times = times
    return world


def retitle(context: Context) -> Decision[str]:
    bead = context.store.bead("shop-1")
    assert bead is not None
    operations = (SetFields("shop-1", {"title": f"{bead.description}!"}),)
    return Decision("edit", bead.description, operations, relies_on=(bead,))


@pytest.mark.parametrize("times", [0, 1, TRIES - 1])
def test_it_decides_again_on_what_is_there_now(times: int) -> None:
    world = busy(times)
    outcome = carry_out(world.context, lambda: retitle(world.context))
    assert outcome.answer == "x" * times
    assert world.bead("shop-1").title == "x" * times + "!"
    assert world.clock.pauses == list(range(times))


def test_it_gives_up_in_the_end_and_says_who_was_in_the_way() -> None:
    world = busy(TRIES)
    with pytest.raises(Conflict, match="shop-1") as refused:
        carry_out(world.context, lambda: retitle(world.context))
    assert f"{OTTO.name} ran edit" in refused.value.remedy
    assert world.bead("shop-1").title == "A task"


def test_an_id_that_stays_taken_is_said_at_once() -> None:
    world = World()
    world.put(Bead("shop-1", "A task"))
    decision = Decision("add", "", (InsertBead(Bead("shop-1", "Mine")),), absent=("shop-1",))
    with pytest.raises(ChangeRefused, match="shop-1 is there already"):
        carry_out(world.context, lambda: decision)
    assert len(world.clock.pauses) < 3


def test_an_id_that_was_taken_meanwhile_is_decided_anew() -> None:
    world = World()
    ids = iter(("shop-1", "shop-2"))
    world.put(Bead("shop-1", "A task"))

    def decide() -> Decision[str]:
        new = next(ids)
        return Decision("add", new, (InsertBead(Bead(new, "Mine")),), absent=(new,))

    assert carry_out(world.context, decide).answer == "shop-2"


def test_nothing_to_write_writes_nothing_not_even_the_settings() -> None:
    world = World()
    outcome = carry_out(world.context, lambda: Decision("look", "seen"))
    assert (outcome.answer, outcome.applied, world.writes()) == ("seen", False, 0)


def test_a_dry_run_tells_what_it_would_write() -> None:
    world = busy(0)
    before = world.writes()
    dry = replace(world.context, dry_run=True)
    outcome = carry_out(dry, lambda: retitle(dry))
    assert outcome.change_set.bead_ids == ("shop-1",)
    assert (outcome.applied, world.writes()) == (False, before)


class ReadOnly(MemoryStore):
    """A store that can only be read."""

    @property
    def writable(self) -> bool:  # type: ignore[explicit-override]  # a fake
        return False


def test_a_store_that_can_only_be_read_is_not_written() -> None:
    world = World(ReadOnly())
    with pytest.raises(StoreReadOnly):
        add_work(world.context, WorkRequest("A task"))


def test_a_title_over_500_bytes_is_refused_by_every_door() -> None:
    world = World().begin()
    with pytest.raises(ChangeRefused, match="500 bytes"):
        add_work(world.context, WorkRequest("é" * 251))
    assert add_work(world.context, WorkRequest("é" * 250)).applied


def test_nobody_writes_anonymously() -> None:
    world = World().begin()
    with pytest.raises(NotAllowed, match="not known who acts"):
        add_work(replace(world.context, actor=None), WorkRequest("A task"))


def governance_entries(world: World) -> list[tuple[str, str]]:
    entries = world.store.journal(JournalQuery(verb="governance"))
    return [(entry.actor, entry.reason) for entry in entries]


def test_governance_settings_are_journalled_once_and_when_they_change() -> None:
    world = World().begin()
    world.work()
    assert governance_entries(world) == [(VERA.name, "first seen")]
    world.with_settings(settings(solo=False))
    add_work(world.as_(SCOUT), WorkRequest("A task"))
    world.work()
    assert governance_entries(world)[1:] == [(SCOUT.name, "changed")]


def test_the_journal_holds_after_every_kind_of_write() -> None:
    world = World().begin()
    work = world.started()
    old = world.memory("Every write goes through the service layer")
    world.start(work)
    world.supersede(old, world.successor(old))
    payloads = world.store.journal_payloads(JournalQuery())
    assert verify_chain(world.store.journal(JournalQuery()), payloads) == []


def test_a_changed_bead_is_noticed_whatever_of_it_changed() -> None:
    world = World()
    world.put(Bead("shop-1", "A task", labels=("one",)))
    read = world.bead("shop-1")
    world.put(replace(read, labels=("two",)))
    decision = Decision("edit", "", (SetFields("shop-1", {"title": "x"}),), relies_on=(read,))
    draft = JournalDraft("2026-03-02T09:00:00Z", VERA, "cli", "edit", ())
    with pytest.raises(VersionsMoved):
        world.store.apply(decision.change_set, draft)


def test_a_secret_in_a_reason_is_refused_too() -> None:
    world = World().begin()
    old = world.memory("Every write goes through the service layer")
    new = world.successor(old)
    with pytest.raises(SecretFound, match="reason"):
        world.supersede(old, new, "The token was hunter2")
    assert world.query("memory-arch") == {old}

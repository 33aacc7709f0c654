"""What is not well is named, each with its mend; what is well stays quiet."""

from dataclasses import replace

import pytest

from fabric.errors import StoreReadOnly
from fabric.models.bead import Bead
from fabric.models.change_set import CloseBead, InsertBead, SetConfig, SetFields
from fabric.models.journal import JournalEntry
from fabric.models.settings import Settings
from fabric.ports import JournalQuery
from fabric.services.verbs.doctor import examine
from fabric.services.verbs.erase import EraseRequest, erase
from fabric.store.backends.memory import MemoryStore
from tests.services.life import by_hand, put
from tests.services.world import SCOUT, ForgetfulState, World, settings


@pytest.fixture
def world() -> World:
    return World().begin()


def told(world: World, *healths: str) -> list[tuple[str, str, str | None]]:
    wanted = healths or ("warning", "broken")
    return [
        (each.area, each.found, each.mend)
        for each in examine(world.context)
        if each.health in wanted
    ]


def test_a_healthy_store_has_nothing_to_mend(world: World) -> None:
    world.memory("Use tabs.")
    world.started()
    assert told(world) == []
    assert {each.area for each in examine(world.context)} >= {
        *("store", "who", "domains", "pins", "journal", "clocks")
    }


def test_where_nothing_can_be_remembered_that_is_a_note(world: World) -> None:
    tools = replace(world.context.tools, local=ForgetfulState())
    world.context = replace(world.context, tools=tools)
    assert told(world) == []
    assert "read-only" in " ".join(found for _, found, _ in told(world, "note"))
    assert {each.area for each in examine(world.context)} >= {"clocks"}


def test_looking_writes_nothing(world: World) -> None:
    before = world.writes()
    list(examine(world.context))
    assert world.writes() == before


def test_a_missing_a_closed_and_a_second_anchor(world: World) -> None:
    second = Bead(
        id="shop-other",
        title="Memory Anchor - UI/UX",
        issue_type="epic",
        pinned=True,
        labels=("memory-anchor", "memory-ux"),
    )
    put(world, CloseBead("shop-anchor-arch", "by accident"), InsertBead(second))
    found = {found: mend for area, found, mend in told(world) if area == "domains"}
    assert "The anchor of arch, shop-anchor-arch, is closed." in found
    assert found["ux has several anchors: shop-anchor-ux, shop-other."] == "Close all but one."
    assert ("domains", "arch has no anchor.", "Run `fabric anchor create arch`.") in told(World())


def test_words_that_changed_and_words_that_nobody_reviewed(world: World) -> None:
    changed = world.memory("Use tabs.")
    put(world, SetFields(changed, {"description": "Rule: any"}))
    hand = by_hand(world)
    found = told(world)
    assert (
        "pins",
        f"{changed} has other words than were ratified.",
        f"fabric repair {changed}",
    ) in found
    assert (
        "pins",
        f"1 memories bind, and no reviewer is known: {hand}.",
        "fabric review",
    ) in found
    assert any(f"lack bd's flag `pinned`: {hand}" in found for _, found, _ in told(world))


def test_a_journal_that_somebody_rewrote_is_broken(world: World) -> None:
    world.memory("Use tabs.")
    store = world.store
    assert isinstance(store, MemoryStore)
    entry: JournalEntry = store._journal[0]
    store._journal[0] = replace(entry, actor="mallory")
    [(_, found, mend)] = told(world, "broken")
    assert found == "memory/1: the entry was changed after it was written."
    assert mend is not None
    assert "fabric audit --verify" in mend


def test_an_end_of_the_journal_that_was_cut_off_is_broken_and_says_what_may_be_meant(
    world: World,
) -> None:
    world.memory("Use tabs.")
    assert told(world) == []
    assert isinstance(world.store, MemoryStore)
    del world.store._journal[-1]
    (found,) = [each for each in told(world) if each[0] == "journal"]
    assert "was seen here" in found[1]
    assert "fabric audit --verify --accept-end" in (found[2] or "")
    assert told(world, "broken"), "looking again must not accept it"


def test_clocks_that_ran_ahead_and_jumped_back_are_told(world: World) -> None:
    world.clock.forward(days=400)
    world.memory("Use tabs.")
    world.clock.forward(days=-400)
    world.memory("Use semicolons.")
    found = [found for area, found, _ in told(world) if area == "clocks"]
    assert len(found) == 3
    assert "journal entries lie in the future, the last at 2027-04-06T09:00:00Z." in found[0]
    assert (
        found[1] == "The clock of memory jumped back 1 times, last from 2027-04-06T09:00:00Z to "
        "2026-03-02T09:00:00Z."
    )
    assert "were changed in the future" in found[2]


def test_small_differences_of_clocks_are_no_matter(world: World) -> None:
    world.clock.forward(minutes=4)
    world.memory("Use tabs.")
    world.clock.forward(minutes=-4)
    world.memory("Use semicolons.")
    assert told(world) == []


def test_a_note_that_no_verb_can_reach_is_told(world: World) -> None:
    put(world, SetConfig("kv.memory. bad key", "x"))
    assert any("1 notes cannot be reached" in found for _, found, _ in told(world))


def test_who_acts_and_who_decides(world: World) -> None:
    world.with_settings(settings(reviewers=[]))
    nobody = replace(world.context, actor=None)
    found = {each.found: each.mend for each in examine(nobody) if each.health == "warning"}
    assert found == {
        "Nobody knows who acts.": "Set FABRIC_ACTOR or git's user.email.",
        "There is no reviewer, so nothing can be ratified.": "Name people in "
        "`governance.reviewers` in the settings.",
    }
    ok = [each.found for each in examine(world.as_(SCOUT)) if each.area == "who"]
    assert ok[0] == "scout acts, an agent."


def test_the_chains_of_an_erased_journal_hold(world: World) -> None:
    memory = world.memory("Use tabs.")
    erase(world.context, EraseRequest(memory, "personal"))
    assert None in world.store.journal_payloads(JournalQuery()).values()
    assert told(world) == []


class OldBd(MemoryStore):
    """A store that says it is a bd workspace and cannot be written."""

    @property
    def url(self) -> str:  # type: ignore[explicit-override]  # a fake
        return "bd:/shop"

    @property
    def writable(self) -> bool:  # type: ignore[explicit-override]  # a fake
        return False


def test_a_store_that_is_only_read_says_why_by_its_kind() -> None:
    remedy = "An older bd is only read: install bd 1.3 or newer."
    old = World(OldBd())
    assert ("store", "It can only be read.", remedy) in told(old)
    with pytest.raises(StoreReadOnly, match="bd:/shop can only be read") as caught:
        old.propose("Use tabs.")
    assert caught.value.remedy == remedy


def test_without_a_domain_a_command_is_named_that_adds_one() -> None:
    found = {each: mend for _, each, mend in told(World(MemoryStore(), Settings()))}
    assert found["No domain is known."] == "Run `fabric init --domain NAME=Title`."

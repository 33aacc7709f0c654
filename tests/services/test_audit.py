"""`audit`: who did what, when, through which door and why; and whether the chains hold."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from fabric.errors import CouldNot, NotFound
from fabric.models.bead import Bead
from fabric.services.source import Source
from fabric.services.verbs.audit import audit
from fabric.services.verbs.erase import EraseRequest, erase
from fabric.services.verbs.import_ import import_
from fabric.store.backends.memory import MemoryStore
from tests.services.world import SCOUT, VERA, World

HARD = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def test_every_write_is_there_in_the_order_of_time(world: World) -> None:
    memory = world.memory(HARD)
    world.clock.forward(hours=1)
    work = world.started()
    answer = audit(world.context)
    verbs = [each.verb for each in answer.entries]
    assert verbs == ["governance", "init", "propose", "ratify", "work-add", "start"]
    last = answer.entries[-1]
    assert (last.actor, last.actor_kind, last.door) == (VERA.name, "person", "cli")
    assert last.at == "2026-03-02T10:00:00Z"
    assert {work, memory, f"{work}-mc"} <= set(last.beads)
    assert answer.verified is None


def test_one_bead_has_its_own_entries(world: World) -> None:
    memory, work = world.memory(HARD), world.work()
    assert [each.verb for each in audit(world.context, memory).entries] == ["propose", "ratify"]
    assert [each.verb for each in audit(world.context, work).entries] == ["work-add"]


def test_of_an_entry_that_names_very_many_a_hundred_are_named(world: World) -> None:
    beads = tuple(Bead(f"shop-{n:03}", "T", issue_type="task") for n in range(150))
    import_(world.context, Source("a.jsonl", beads, {}, {}), "restore")
    (entry,) = audit(world.context, "shop-149").entries
    assert (entry.verb, entry.bead_count) == ("import", 150)
    assert entry.beads == ["shop-149", *(bead.id for bead in beads[:99])]


def test_an_agent_is_told_from_a_person(world: World) -> None:
    world.context = world.as_(SCOUT)
    work = world.work()
    (entry,) = audit(world.context, work).entries
    assert (entry.actor, entry.actor_kind) == ("scout", "agent")


def test_a_journal_that_holds_is_said_to_hold(world: World) -> None:
    world.memory(HARD)
    answer = audit(world.context, verify=True)
    assert (answer.verified, answer.faults) == (True, [])


def entry_changed(store: MemoryStore) -> None:
    store._journal[2] = replace(store._journal[2], actor="somebody")


def entry_missing(store: MemoryStore) -> None:
    del store._journal[2]


def payload_changed(store: MemoryStore) -> None:
    store._payloads["memory", 3] = "{}"


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        pytest.param(entry_changed, "memory/3: the entry was changed", id="an entry changed"),
        pytest.param(
            entry_missing, "memory/4: an entry before this one is missing", id="an entry gone"
        ),
        pytest.param(payload_changed, "memory/3: its payload was changed", id="a payload changed"),
    ],
)
def test_a_journal_that_was_meddled_with_is_seen(
    tamper: Callable[[MemoryStore], None], said: str, world: World
) -> None:
    world.memory(HARD)
    assert isinstance(world.store, MemoryStore)
    tamper(world.store)
    answer = audit(world.context, verify=True)
    assert answer.verified is False
    assert any(fault.startswith(said) for fault in answer.faults)


def test_a_payload_that_was_blanked_without_an_erasure_is_a_fault(world: World) -> None:
    world.memory(HARD)
    assert isinstance(world.store, MemoryStore)
    assert audit(world.context, verify=True).verified
    world.store._payloads["memory", 3] = None
    assert audit(world.context, verify=True).faults == [
        "memory/3: its payload was blanked, and no erasure names it"
    ]


def test_a_payload_that_an_erasure_blanked_is_no_fault(world: World) -> None:
    erase(world.context, EraseRequest(world.memory(HARD), "A name was in it."))
    assert audit(world.context, verify=True).verified


def test_one_bead_may_be_asked_about_and_all_chains_checked(world: World) -> None:
    memory = world.memory(HARD)
    world.work()
    assert isinstance(world.store, MemoryStore)
    payload_changed(world.store)
    answer = audit(world.context, memory, verify=True)
    assert len(answer.entries) == 2
    assert answer.verified is False


def test_an_unknown_bead_is_not_found(world: World) -> None:
    with pytest.raises(NotFound):
        audit(world.context, "shop-none")


class WithoutJournal(MemoryStore):
    """A store of beads alone."""

    @property
    def has_journal(self) -> bool:  # type: ignore[explicit-override]  # a fake
        return False


def test_a_store_without_a_journal_says_so() -> None:
    with pytest.raises(CouldNot, match="keeps no journal"):
        audit(World(WithoutJournal()).context)

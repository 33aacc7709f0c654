"""Two who act at once: one is first, the other is told, and nothing is written over."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from fabric.errors import DuplicateMemory, FabricError, Refused
from fabric.models.change_set import ChangeSet
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.start import StartRequest, start
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.services.verbs.work import claim_work, close_work
from tests.invariants.meddling import Meddling
from tests.services.world import OTTO, World, wording

RULE = "Every write goes through the service layer"
Act = Callable[[World], object]


def race(world: World, otto: Act, vera: Act) -> object:
    """Let Vera decide, then Otto act, and only then apply what Vera decided."""
    otherwise = World(world.store)
    otherwise.context = replace(otherwise.context, actor=OTTO)
    pending = [otto]

    def otto_first(change_set: ChangeSet) -> ChangeSet:
        if pending and change_set.operations:
            pending.pop()(otherwise)
        return change_set

    mine = World(Meddling(world.store, otto_first))
    mine.clock.time = world.clock.time
    return vera(mine)


@pytest.fixture
def world() -> World:
    return World().begin()


def lost(world: World, otto: Act, vera: Act, kind: type[FabricError], said: str) -> None:
    with pytest.raises(kind, match=said):
        race(world, otto, vera)


def test_a_claim_that_comes_second_is_refused_naming_the_holder(world: World) -> None:
    work = world.work()
    act: Act = lambda w: claim_work(w.context, work)  # noqa: E731  # the same for both
    lost(world, act, act, Refused, f"held by {OTTO.name}")
    assert world.bead(work).assignee == OTTO.name


def test_a_start_that_comes_second_is_refused_and_leaves_no_second_contract(world: World) -> None:
    world.memory(RULE)
    work = world.work()
    act: Act = lambda w: start(w.context, StartRequest(work))  # noqa: E731  # the same for both
    lost(world, act, act, Refused, f"held by {OTTO.name}")
    assert world.receipt(work).by == OTTO
    assert world.store.ids_with_prefix(f"{work}-mc", 9) == [f"{work}-mc"]
    assert len(world.bead(work).comments) == 1


def test_two_starts_of_different_work_under_one_memory_both_hold(world: World) -> None:
    memory = world.memory(RULE)
    one, two = world.work("One"), world.work("Two")
    race(
        world,
        lambda w: start(w.context, StartRequest(one)),
        lambda w: start(w.context, StartRequest(two)),
    )
    related = {edge.depends_on_id for edge in world.bead(memory).relations()}
    assert {one, two, f"{one}-mc", f"{two}-mc"} <= related
    assert world.findings("error", "warning") == set()


def test_the_same_rule_proposed_twice_at_once_is_one_memory(world: World) -> None:
    act: Act = lambda w: propose(w.context, ProposeRequest("arch", wording(RULE)))  # noqa: E731
    lost(world, act, act, DuplicateMemory, "already says this")


def test_a_memory_ratified_meanwhile_is_given_by_a_start_that_was_under_way(world: World) -> None:
    world.memory(RULE)
    draft = world.propose("Every read goes through the cache")
    work = world.work()

    def touch(w: World) -> None:
        ratify(w.context, RatifyRequest(draft))
        w.put(replace(w.bead(work), priority=0))  # which makes the start look again

    race(world, touch, lambda w: start(w.context, StartRequest(work)))
    assert draft in {each.id for each in world.receipt(work).memories}


def test_a_memory_replaced_meanwhile_is_not_given_any_more(world: World) -> None:
    old = world.memory(RULE)
    new = world.successor(old)
    work = world.work()
    race(
        world,
        lambda w: supersede(w.context, SupersedeRequest((old,), new, "Better.")),
        lambda w: start(w.context, StartRequest(work)),
    )
    assert [each.id for each in world.receipt(work).memories] == [new]
    assert world.findings("error", "warning") == set()


def test_a_second_successor_at_once_is_a_fork_and_refused(world: World) -> None:
    old = world.memory(RULE)
    one, two = world.successor(old), world.successor(old, "Another way to write")
    lost(
        world,
        lambda w: supersede(w.context, SupersedeRequest((old,), one, "Better.")),
        lambda w: supersede(w.context, SupersedeRequest((old,), two, "Better still.")),
        Refused,
        f"replaced by {one} already",
    )
    assert world.query("memory-arch") == {one}
    assert world.bead(two).status == "open"


def test_work_closed_meanwhile_is_not_started(world: World) -> None:
    work = world.work()
    lost(
        world,
        lambda w: close_work(w.context, work),
        lambda w: start(w.context, StartRequest(work)),
        Refused,
        "is closed",
    )


def test_a_ratification_that_comes_second_finds_it_done(world: World) -> None:
    draft = world.propose(RULE)
    act: Act = lambda w: ratify(w.context, RatifyRequest(draft))  # noqa: E731  # the same for both
    race(world, act, act)
    fabric = world.bead(draft).metadata["fabric"]
    assert isinstance(fabric, dict)
    assert fabric["ratified_by"] == OTTO.name

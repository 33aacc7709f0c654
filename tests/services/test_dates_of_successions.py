"""Our own verbs leave no dates that contradict a succession; a date that somebody claims is seen."""

from dataclasses import replace

import pytest

from fabric.models.bead import Bead
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.retire import RetireRequest, retire
from tests.services.world import VERA, World, settings

RULE = "Every write goes through the service layer"
OTHER = "Writes and jobs go through the service layer"
BACKDATED = "succession-backdated"


@pytest.fixture
def world() -> World:
    return World().begin()


def told(world: World) -> set[str]:
    return {bead for rule, bead in world.findings() if rule == BACKDATED}


def since(world: World, memory: str) -> object:
    return world.bead(memory).metadata["effective_date"]


def test_a_draft_that_is_older_than_what_it_replaces_holds_since_that_began(world: World) -> None:
    draft = world.propose(OTHER)
    world.clock.forward(days=2)
    newer = world.memory(RULE)
    world.clock.forward(days=1)
    world.supersede(newer, draft)
    assert since(world, draft) == since(world, newer) == "2026-03-04"
    assert world.findings("error", "warning") == set()


def test_the_day_is_said_before_it_is_confirmed(world: World) -> None:
    draft = world.propose(OTHER)
    world.clock.forward(days=2)
    newer = world.memory(RULE)
    world.with_settings(settings(confirm="typed"))
    world.person.types = "whatever is asked"
    world.supersede(newer, draft)
    (shown,) = world.person.shown
    assert "It will hold since 2026-03-04, as what it replaces" in shown


def test_a_draft_that_is_newer_keeps_its_own_day(world: World) -> None:
    old = world.memory(RULE)
    world.clock.forward(days=2)
    draft = world.successor(old)
    world.clock.forward(days=1)
    world.with_settings(settings(confirm="typed"))
    world.person.types = "whatever is asked"
    world.supersede(old, draft)
    assert since(world, draft) == "2026-03-04"
    assert "It will hold since" not in world.person.shown[0]
    assert told(world) == set()


def test_an_older_memory_takes_over_from_a_newer_one_and_keeps_its_day(world: World) -> None:
    older = world.memory(OTHER)
    world.clock.forward(days=2)
    newer = world.memory(RULE)
    world.clock.forward(days=1)
    world.supersede(newer, older)
    assert since(world, older) == "2026-03-02"
    assert world.findings("error", "warning") == set()


def test_one_that_was_ratified_late_takes_over_in_its_own_right(world: World) -> None:
    older = world.propose(OTHER)
    world.clock.forward(days=2)
    newer = world.memory(RULE)
    world.clock.forward(days=1)
    ratify(world.context, RatifyRequest(older))
    world.clock.forward(days=1)
    world.supersede(newer, older)
    assert world.findings("error", "warning") == set()


def test_what_was_to_begin_later_is_replaced_before_and_never_held(world: World) -> None:
    later = world.propose(RULE)
    ratify(world.context, RatifyRequest(later, effective="2026-06-01"))
    world.clock.forward(days=1)
    new = world.successor(later, OTHER)
    world.supersede(later, new)
    assert since(world, new) == "2026-03-03"
    assert told(world) == set()


def test_what_was_to_begin_later_is_retired_before_and_never_held(world: World) -> None:
    later = world.propose(RULE)
    ratify(world.context, RatifyRequest(later, effective="2026-06-01"))
    retire(world.context, RetireRequest(later, "Not wanted after all."))
    assert told(world) == set()
    ended = world.bead(later).metadata["fabric"]
    assert isinstance(ended, dict)
    assert ended["effective_until"] == "2026-06-01T00:00:00Z"
    assert ended["ended_recorded_at"] == "2026-03-02T09:00:00Z"


def redated(world: World, memory: str, day: str) -> Bead:
    bead = world.bead(memory)
    return replace(bead, metadata={**bead.metadata, "effective_date": day})


def test_a_day_that_somebody_wrote_over_a_successor_is_seen(world: World) -> None:
    old = world.memory(RULE)
    world.clock.forward(days=2)
    new = world.successor(old)
    world.supersede(old, new)
    assert told(world) == set()
    world.put(redated(world, new, "2020-01-01"))
    assert told(world) == {new}


def test_an_end_before_the_beginning_that_somebody_wrote_is_seen(world: World) -> None:
    memory = world.memory(RULE)
    world.clock.forward(days=2)
    retire(world.context, RetireRequest(memory, "Over.", VERA.name))
    assert told(world) == set()
    world.put(redated(world, memory, "2026-06-01"))
    assert told(world) == {memory}

"""Nobody types a confirmation only to be refused."""

import pytest

from fabric.errors import InvalidMemory
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from tests.services.world import World, settings, wording

RULE = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def test_what_cannot_be_ratified_is_refused_before_anybody_types(world: World) -> None:
    unchecked = propose(
        world.context, ProposeRequest("arch", wording(RULE, checks=(), commands=()))
    ).answer.id
    world.with_settings(settings(confirm="typed"))
    person = world.person
    person.types = unchecked
    with pytest.raises(InvalidMemory, match="says not how to check it"):
        ratify(world.context, RatifyRequest(unchecked))
    assert person.shown == []
    soft = propose(
        world.context, ProposeRequest("ux", wording("Prefer tabs", "soft", checks=(), commands=()))
    ).answer.id
    person.types = soft
    ratify(world.context, RatifyRequest(soft))
    assert len(person.shown) == 1


def test_nor_is_a_successor_confirmed_that_nobody_could_ratify(world: World) -> None:
    old = world.memory(RULE)
    request = ProposeRequest("arch", wording("Never write past it", checks=(), commands=()))
    unchecked, checked = propose(world.context, request).answer.id, world.propose("Write by jobs")
    world.with_settings(settings(confirm="typed"))
    world.person.types = unchecked
    with pytest.raises(InvalidMemory, match="says not how to check it"):
        supersede(world.context, SupersedeRequest((old,), unchecked, "Jobs"))
    assert world.person.shown == []
    world.person.types = checked
    supersede(world.context, SupersedeRequest((old,), checked, "Jobs"))
    assert len(world.person.shown) == 1

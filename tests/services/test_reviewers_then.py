"""A ratification counts if whoever gave it was a reviewer in the eyes of one who was."""

import pytest

from fabric.graph.reviewed import is_reviewed
from fabric.models.actor import Actor
from fabric.models.memory import read_memory
from fabric.services.reviews import all_reviews
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from tests.services.world import OTTO, SCOUT, VERA, World, settings, wording

EVE = Actor(name="eve@example.test", kind="person")
RULE = "Every write goes through the service layer"
OTHER = "Names are spelt out"


@pytest.fixture
def world() -> World:
    return World().begin()


def ratified_by(world: World, who: Actor, rule: str = RULE) -> str:
    draft = propose(world.as_(SCOUT), ProposeRequest("arch", wording(rule))).answer.id
    ratify(world.as_(who), RatifyRequest(draft))
    world.clock.forward(minutes=1)
    return draft


def reviewed(world: World, memory_id: str) -> bool:
    memory = read_memory(world.bead(memory_id), world.context.settings.known_domains)
    return is_reviewed(memory, all_reviews(world.store) or {})


def with_reviewers(world: World, *people: Actor) -> None:
    world.with_settings(settings(reviewers=[each.name for each in people]))


def test_who_wrote_themselves_into_the_settings_has_reviewed_nothing(world: World) -> None:
    world.clock.forward(minutes=1)
    with_reviewers(world, VERA, EVE)
    mine = ratified_by(world, EVE)
    with_reviewers(world, VERA)
    assert not reviewed(world, mine)
    assert reviewed(world, ratified_by(world, VERA, OTHER))


def test_who_is_let_in_by_a_reviewer_has_reviewed_also_what_came_before(world: World) -> None:
    world.clock.forward(minutes=1)
    with_reviewers(world, VERA, EVE)
    mine = ratified_by(world, EVE)
    ratified_by(world, VERA, OTHER)
    assert reviewed(world, mine)


def test_who_has_left_reviewed_what_they_reviewed(world: World) -> None:
    with_reviewers(world, VERA, OTTO)
    mine = ratified_by(world, OTTO)
    with_reviewers(world, VERA)
    ratified_by(world, VERA, OTHER)
    assert reviewed(world, mine)


def test_an_agent_that_empties_the_reviewers_takes_no_reviewer_away(world: World) -> None:
    world.clock.forward(minutes=1)
    with_reviewers(world)
    propose(world.as_(SCOUT), ProposeRequest("arch", wording("Be kind to readers")))
    world.clock.forward(minutes=1)
    with_reviewers(world, VERA)
    assert reviewed(world, ratified_by(world, VERA))

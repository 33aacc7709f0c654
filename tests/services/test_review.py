"""What waits for a reviewer, and beside what."""

import pytest

from fabric.errors import WrongUse
from fabric.models.change_set import SetFields
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.services.verbs.review import review_queue
from tests.services.life import by_hand, put
from tests.services.world import World, wording

WRITES = "Every write goes through the service layer."


@pytest.fixture
def world() -> World:
    return World().begin()


def test_drafts_wait_first_then_what_changed_then_what_nobody_reviewed(world: World) -> None:
    changed = world.memory("Reads are cached.")
    put(world, SetFields(changed, {"description": "Rule: any"}))
    hand = by_hand(world)
    world.memory("Calls are logged.")
    first = world.propose("Use tabs.")
    world.clock.forward(hours=1)
    second = world.propose("Use semicolons.")
    assert [(each.kind, each.memory.id) for each in review_queue(world.context).items] == [
        ("draft", first),
        ("draft", second),
        ("changed", changed),
        ("unreviewed", hand),
    ]


def test_a_successor_shows_the_difference_and_what_it_replaces(world: World) -> None:
    old = world.memory(WRITES)
    new = propose(
        world.context, ProposeRequest("", wording("Every write and job goes there."), old)
    ).answer.id
    [item] = review_queue(world.context).items
    assert (item.memory.id, item.replaces) == (new, old)
    assert "-Rule: Every write goes through the service layer." in item.text
    assert "+Rule: Every write and job goes there." in item.text
    assert item.near == []


def test_near_duplicates_stand_beside_it(world: World) -> None:
    near = world.memory(WRITES)
    world.memory("Reads are cached.")
    world.propose("Every single write goes through the service layer.")
    [item] = review_queue(world.context).items
    assert [each.id for each in item.near] == [near]


def test_an_appeal_shows_why_it_was_rejected(world: World) -> None:
    rejected = world.propose("Use tabs.")
    reject(world.context, RejectRequest(rejected, "taste"))
    propose(world.context, ProposeRequest("arch", wording("Use tabs."), rejected, "Make breaks"))
    [item] = review_queue(world.context).items
    assert (item.appeals, item.rejected_because, item.replaces) == (rejected, "taste", None)
    assert item.appealed_because == "Make breaks"


def test_a_domain_narrows_the_queue(world: World) -> None:
    world.propose("Use tabs.")
    assert review_queue(world.context, "ux").items == []
    assert len(review_queue(world.context, "arch").items) == 1
    with pytest.raises(WrongUse, match="no domain"):
        review_queue(world.context, "nope")


def test_looking_at_the_queue_writes_nothing(world: World) -> None:
    world.propose("Use tabs.")
    before = world.writes()
    review_queue(world.context)
    assert world.writes() == before

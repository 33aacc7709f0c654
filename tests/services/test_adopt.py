"""A reviewer adopts what was made canonical by hand: its words are pinned, its commands trusted."""

from dataclasses import replace

import pytest

from fabric.errors import InvalidMemory, NotAllowed, Refused, WrongUse
from fabric.models.change_set import SetFields
from fabric.services.verbs.adopt import AdoptRequest, adopt, answer_of
from fabric.services.verbs.list import ListRequest, list_memories
from fabric.services.verbs.show import show
from fabric.services.verbs.verify import VerifyRequest, verify
from tests.services.life import assert_green, by_hand, findings, put, started
from tests.services.world import OTTO, SCOUT, World, settings


@pytest.fixture
def world() -> World:
    return World().begin()


def test_a_hand_made_memory_is_reviewed_pinned_and_anchored(world: World) -> None:
    memory = by_hand(world)
    assert [line.split()[0] for line in findings(world)] == [
        "memory-not-anchored",
        "memory-unprotected",
        "unreviewed-memory",
    ]
    [outcome] = adopt(world.context, AdoptRequest((memory,)))
    bead = world.bead(memory)
    view = show(world.context, memory).memory
    assert "mem-canonical" in bead.labels
    assert bead.pinned
    assert view is not None
    assert (view.reviewed, view.digest_holds) == (True, True)
    assert view.digest == outcome.answer.digest
    assert view.ratified_by == world.context.who.name
    assert bead.comments[0].text == "as we agreed"
    assert_green(world)


def test_its_commands_run_only_after_it_was_adopted(world: World) -> None:
    memory = by_hand(world)
    work = started(world)
    before = verify(world.context, VerifyRequest(work)).answer
    assert [each.outcome for each in before.checks] == ["untrusted"]
    [outcome] = adopt(world.context, AdoptRequest((memory,)))
    assert outcome.answer.trusted
    assert verify(world.context, VerifyRequest(work)).answer.closed


def test_several_are_confirmed_at_once_and_journalled_apart(world: World) -> None:
    first = by_hand(world, "shop-h1")
    second = by_hand(world, "shop-h2", title="[MEMORY][ARCH][HARD] Two")
    world.with_settings(settings(confirm="typed"))
    world.person.types = "adopt 2"
    outcomes = adopt(world.context, AdoptRequest((first, second, first)))
    entries = [outcome.entry for outcome in outcomes]
    assert len(world.person.shown) == 1
    assert [each.bead_ids[:1] for each in entries if each] == [("shop-anchor-arch",)] * 2
    assert [each.id for each in answer_of(outcomes).adopted] == [first, second]


def test_one_that_may_not_be_adopted_stops_all(world: World) -> None:
    first, draft = by_hand(world), world.propose("Use tabs.")
    with pytest.raises(Refused, match="is a draft"):
        adopt(world.context, AdoptRequest((first, draft)))
    assert "mem-canonical" not in world.bead(first).labels


def test_adopting_again_is_harmless(world: World) -> None:
    memory = by_hand(world)
    adopt(world.context, AdoptRequest((memory,)))
    before = world.bead(memory)
    [again] = adopt(world.context, AdoptRequest((memory,)))
    assert (again.applied, again.answer.already) == (False, True)
    assert world.bead(memory) == before


def test_a_ratified_memory_is_known_already(world: World) -> None:
    memory = world.memory("Use tabs.")
    [outcome] = adopt(world.context, AdoptRequest((memory,)))
    assert outcome.answer.already


def test_words_that_changed_after_a_review_are_not_blessed(world: World) -> None:
    memory = world.memory("Use tabs.")
    put(world, SetFields(memory, {"description": "Rule: Use spaces."}))
    with pytest.raises(Refused, match="other words") as caught:
        adopt(world.context, AdoptRequest((memory,)))
    assert f"fabric repair {memory}" in caught.value.remedy


def test_a_pin_that_came_with_the_bead_proves_nothing_and_is_replaced(world: World) -> None:
    memory = by_hand(
        world,
        metadata={
            "memory_version": 1,
            "memory_strength": "hard",
            "domain": "memory-arch",
            "effective_date": "2026-02-01",
            "fabric": {"digest": "sha256:0", "ratified_by": "mallory"},
        },
    )
    adopt(world.context, AdoptRequest((memory,)))
    assert_green(world)


def test_it_held_from_the_day_it_was_closed_by_hand(world: World) -> None:
    memory = by_hand(world)
    adopt(world.context, AdoptRequest((memory,)))
    request = ListRequest(as_of="2026-02-10", known_at="2026-02-10")
    assert [each.id for each in list_memories(world.context, request).memories] == [memory]


def test_a_memory_without_a_domain_is_not_adopted(world: World) -> None:
    memory = by_hand(world, labels=("mem-hard", "memory"), metadata={})
    with pytest.raises(InvalidMemory, match="no known domain"):
        adopt(world.context, AdoptRequest((memory,)))


def test_only_a_reviewer_adopts(world: World) -> None:
    memory = by_hand(world)
    with pytest.raises(NotAllowed):
        adopt(world.as_(SCOUT), AdoptRequest((memory,)))
    world.with_settings(settings(confirm="typed"))
    with pytest.raises(NotAllowed, match="looks like a shell"):
        adopt(replace(world.context, agent_host="claude"), AdoptRequest((memory,)))
    world.with_settings(settings())
    assert adopt(world.as_(OTTO), AdoptRequest((memory,)))[0].applied


def test_no_id_and_an_ended_one_are_refused(world: World) -> None:
    with pytest.raises(WrongUse, match="No memory was named"):
        adopt(world.context, AdoptRequest(()))
    memory = by_hand(world, labels=("mem-hard", "mem-retired", "memory-arch"))
    with pytest.raises(Refused, match="is retired"):
        adopt(world.context, AdoptRequest((memory,)))

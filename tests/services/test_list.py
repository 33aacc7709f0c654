"""`list`: memories by domain, strength and state, as they are or as they were and were known."""

import time
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from fabric.errors import WrongUse
from fabric.models.bead import Bead
from fabric.services.verbs.list import ListRequest, list_memories
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from tests.services.world import MONDAY, World, wording


def ids(world: World, **asked: str) -> list[str]:
    return [each.id for each in list_memories(world.context, ListRequest(**asked)).memories]


def test_many_memories_are_listed_in_one_reading_of_their_successions(world: World) -> None:
    lines = [
        Bead(f"m-{i:04}", f"Rule {i}", issue_type="decision", labels=("memory", "mem-soft"))
        for i in range(1500)
    ]
    world.put(*lines)
    begin = time.perf_counter()
    assert len(ids(world)) == 1500
    assert time.perf_counter() - begin < 3  # seconds; a reading for each took ten times as long


@pytest.fixture
def world() -> World:
    return World().begin()


def test_drafts_and_canonical_ones_are_listed_and_ended_ones_are_not(world: World) -> None:
    old = world.memory("Every write goes through the service layer")
    new = world.successor(old)
    world.supersede(old, new)
    soft = world.memory("Prefer small modules", "soft")
    draft = world.propose("Prefer large modules", "soft")
    assert ids(world) == [new, *sorted([soft, draft])]
    assert list_memories(world.context, ListRequest()).left_out == 1


FILTERS = [
    pytest.param({"domain": "ux"}, {"ux"}, id="a domain by its short name"),
    pytest.param({"domain": "memory-ux"}, {"ux"}, id="a domain by its label"),
    pytest.param({"strength": "hard"}, {"hard"}, id="a strength"),
    pytest.param({"strength": "soft"}, {"soft", "ux", "draft"}, id="the other strength"),
    pytest.param({"state": "draft"}, {"draft"}, id="a state"),
    pytest.param({"state": "superseded"}, {"old"}, id="an ended state"),
    pytest.param({"domain": "arch", "state": "canonical"}, {"hard", "soft"}, id="two filters"),
    pytest.param({"domain": "workflow"}, set(), id="a domain without memories"),
]


@pytest.mark.parametrize(("asked", "expected"), FILTERS)
def test_a_filter_leaves_out_and_says_how_many(
    asked: dict[str, str], expected: set[str], world: World
) -> None:
    names = {"old": world.memory("Every write goes through the service layer")}
    names["hard"] = world.successor(names["old"])
    world.supersede(names["old"], names["hard"])
    names["soft"] = world.memory("Prefer small modules", "soft")
    names["draft"] = world.propose("Prefer large modules", "soft")
    request = ProposeRequest("ux", wording("Keys first", "soft"))
    names["ux"] = propose(world.context, request).answer.id
    ratify(world.context, RatifyRequest(names["ux"]))
    answer = list_memories(world.context, ListRequest(**asked))
    assert {each.id for each in answer.memories} == {names[each] for each in expected}
    assert answer.left_out == 5 - len(expected)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        pytest.param({"domain": "zzz*"}, "no domain", id="a domain that is none"),
        pytest.param({"strength": "harsh"}, "no strength", id="a strength that is none"),
        pytest.param({"state": "closed"}, "no state", id="a state that is none"),
        pytest.param({"as_of": "yesterday"}, "--as-of", id="a time that is none"),
        pytest.param({"known_at": "2026-13-01"}, "--known-at", id="a day that is none"),
    ],
)
def test_a_filter_that_cannot_match_is_wrong_use(
    asked: dict[str, str], said: str, world: World
) -> None:
    with pytest.raises(WrongUse, match=said):
        ids(world, **asked)


def test_an_empty_store_has_no_memories_and_leaves_none_out(world: World) -> None:
    answer = list_memories(world.context, ListRequest())
    assert (answer.memories, answer.left_out) == ([], 0)


@dataclass(frozen=True)
class Story:
    """OLD from Monday (recorded Tuesday) until Thursday, NEW from then on; LATER from 1 April."""

    world: World
    old: str
    new: str
    later: str


@pytest.fixture
def story(world: World) -> Story:
    old = world.propose("Every write goes through the service layer")
    world.clock.forward(days=1)
    ratify(world.context, RatifyRequest(old))
    later = world.propose("Every read goes through the cache")
    ratify(world.context, RatifyRequest(later, effective="2026-04-01"))
    world.clock.time = MONDAY + timedelta(days=3)
    new = world.successor(old)
    world.supersede(old, new)
    world.clock.forward(days=30)
    return Story(world, old, new, later)


TIMES = [
    pytest.param("2026-03-01", "", [], id="before anything held"),
    pytest.param("2026-03-02T09:00:00Z", "", ["old"], id="on Monday, as we know now"),
    pytest.param("2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z", [], id="on Monday, as known then"),
    pytest.param("2026-03-02T09:00:00Z", "2026-03-03T12:00:00Z", ["old"], id="known on Tuesday"),
    pytest.param("2026-03-04T23:59:59Z", "", ["old"], id="the day before the succession"),
    pytest.param("2026-03-05T09:00:00Z", "", ["new"], id="at the succession"),
    pytest.param("2026-03-05T09:00:00Z", "2026-03-04", ["old"], id="after it, not knowing of it"),
    pytest.param("2026-03-31T23:59:59Z", "", ["new"], id="before the future one"),
    pytest.param("2026-04-01T00:00:00Z", "", ["new", "later"], id="from its day on"),
    pytest.param("", "2026-03-04", ["old", "later"], id="now, as known before the succession"),
]


@pytest.mark.parametrize(("as_of", "known_at", "expected"), TIMES)
def test_two_times_are_kept_apart(
    as_of: str, known_at: str, expected: list[str], story: Story
) -> None:
    found = ids(story.world, as_of=as_of, known_at=known_at)
    assert set(found) == {getattr(story, name) for name in expected}


def test_a_state_may_be_asked_of_the_past(story: Story) -> None:
    asked = {"as_of": "2026-03-04", "state": "superseded"}
    assert ids(story.world, **asked) == [story.old]
    assert ids(story.world, **(asked | {"state": "retired"})) == []


def test_a_future_memory_is_listed_as_canonical_and_not_in_force(story: Story) -> None:
    story.world.clock.time = MONDAY + timedelta(days=4)
    listed = {m.id: m for m in list_memories(story.world.context, ListRequest()).memories}
    assert (listed[story.later].state, listed[story.later].in_force) == ("canonical", False)
    assert listed[story.new].in_force


def test_hand_made_ones_are_listed_as_unreviewed(world: World) -> None:
    ours = world.memory("Every write goes through the service layer")
    made = replace(world.bead(ours), id="hand-1", metadata={}, description="Rule: By hand.")
    world.put(made, Bead("hand-2", "Not one", issue_type="decision", status="closed"))
    listed = {m.id: m.reviewed for m in list_memories(world.context, ListRequest()).memories}
    assert listed == {ours: True, "hand-1": False}


def test_words_that_changed_are_no_longer_reviewed(world: World) -> None:
    ours = world.memory("Every write goes through the service layer")
    world.put(replace(world.bead(ours), description="Rule: Something else."))
    (listed,) = list_memories(world.context, ListRequest()).memories
    assert (listed.reviewed, listed.digest_holds) == (False, False)

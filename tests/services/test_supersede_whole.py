"""A succession whole: both sides, half-written ones, merges."""

from dataclasses import dataclass, replace

import pytest

from fabric.errors import DuplicateMemory, InvalidMemory, NotAllowed, NotFound, Refused, WrongUse
from fabric.models.actor import Actor
from fabric.models.dependency import Dependency
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.services.writing import Wording
from tests.services.world import OTTO, SCOUT, World, settings, wording

RULE = "Every write goes through the service layer"
WHY = "It missed the jobs."


@pytest.fixture
def world() -> World:
    return World().begin()


@dataclass(frozen=True)
class Pair:
    """A memory in force, and the draft of its successor."""

    world: World
    old: str
    new: str

    def supersede(self) -> None:
        self.world.supersede(self.old, self.new)


@pytest.fixture
def pair(world: World) -> Pair:
    old = world.memory(RULE)
    world.clock.forward(days=1)
    return Pair(world, old, world.successor(old))


def fabric_of(world: World, memory: str) -> dict[str, object]:
    value = world.bead(memory).metadata["fabric"]
    assert isinstance(value, dict)
    return value


def soft_successor(world: World, old: str) -> str:
    return world.propose("Writes go through the layer, mostly", "soft")


def in_ux(world: World, old: str) -> str:
    request = ProposeRequest("ux", wording("Writes go through the layer"))
    return propose(world.context, request).answer.id


def from_april(world: World, old: str) -> str:
    return world.successor(old, effective="2026-04-01")


def ended(world: World, old: str) -> str:
    new = world.propose("Writes go through the layer")
    bead = world.bead(new)
    labels = ("mem-hard", "mem-retired", "memory-arch")
    world.put(replace(bead, labels=labels, status="closed"))
    return new


REFUSED = [
    pytest.param(lambda _, old: old, "cannot replace itself", id="itself"),
    pytest.param(soft_successor, "is hard and .* is soft", id="a weaker one"),
    pytest.param(in_ux, "memory-arch, .* memory-ux", id="one of another domain"),
    pytest.param(from_april, "holds only from 2026-04-01", id="one from a future date on"),
    pytest.param(ended, "is retired and cannot replace", id="one that has ended"),
]


def by_bd(world: World, old: str, new: str) -> None:
    """`bd supersede OLD --with NEW`: an edge, and OLD closed; no label, no metadata."""
    bead = world.bead(old)
    edge = Dependency(old, new, "supersedes")
    world.put(replace(bead, dependencies=(*bead.dependencies, edge)))


def reversed_edge(world: World, old: str, new: str) -> None:
    """`bd dep add NEW OLD -t supersedes`: the edge on the successor."""
    bead = world.bead(new)
    edge = Dependency(new, old, "supersedes")
    world.put(
        replace(bead, dependencies=(*bead.dependencies, edge), created_at="2026-03-05T00:00:00Z")
    )


def metadata_only(world: World, old: str, new: str) -> None:
    bead = world.bead(old)
    world.put(replace(bead, metadata={**bead.metadata, "superseded_by": new}))


def only_the_old_one(world: World, old: str, new: str) -> None:
    """Interrupted between the two beads, on a store that cannot write both at once."""
    bead = world.bead(old)
    world.put(
        replace(
            bead,
            labels=("mem-hard", "mem-superseded", "memory-arch"),
            metadata={**bead.metadata, "superseded_by": new},
            dependencies=(*bead.dependencies, Dependency(old, new, "supersedes")),
        )
    )


def only_the_new_one(world: World, old: str, new: str) -> None:
    bead = world.bead(new)
    world.put(replace(bead, metadata={**bead.metadata, "supersedes": old}))


HALVES = [by_bd, reversed_edge, metadata_only, only_the_old_one, only_the_new_one]


def two_memories(world: World) -> tuple[str, str, str]:
    """Two hard memories, and work that was started under both."""
    one = world.memory(RULE)
    two = world.memory("Every read goes through the cache")
    return one, two, world.started()


def test_a_cycle_is_refused(world: World) -> None:
    one = world.memory(RULE)
    two = world.successor(one)
    world.supersede(one, two)
    with pytest.raises(Refused, match=r"cycle|cannot replace"):
        world.supersede(two, one)


def test_a_fork_is_refused_naming_the_successor(world: World) -> None:
    one = world.memory(RULE)
    two, other = world.successor(one), world.memory("Every job goes through the service layer")
    world.supersede(one, two)
    with pytest.raises(Refused, match=f"replaced by {two} already"):
        world.supersede(one, other)


@pytest.mark.parametrize("state", ["draft", "mem-retired", "mem-rejected"])
def test_an_old_one_that_is_not_in_force_is_refused(state: str, world: World) -> None:
    old = world.propose(RULE)
    if state != "draft":
        labels = ("mem-hard", state, "memory-arch")
        world.put(replace(world.bead(old), labels=labels, status="closed"))
    new = world.memory("Every job goes through the service layer")
    with pytest.raises(Refused, match=state.removeprefix("mem-")):
        world.supersede(old, new)


@pytest.mark.parametrize("state", ["draft", "mem-retired", "mem-rejected"])
def test_nor_does_an_edge_of_another_tool_change_that(state: str, world: World) -> None:
    old = world.propose(RULE)
    new = world.memory("Every job goes through the service layer")
    bead = replace(world.bead(old), dependencies=(Dependency(old, new, "supersedes"),))
    if state != "draft":
        bead = replace(bead, labels=("mem-hard", state, "memory-arch"), status="closed")
    world.put(bead)
    before = world.bead(old)
    with pytest.raises(Refused, match=state.removeprefix("mem-")):
        world.supersede(old, new)
    assert world.bead(old) == before


@pytest.mark.parametrize("which", ["old", "new"])
def test_what_is_no_memory_is_refused(which: str, world: World) -> None:
    memory, task = world.memory(RULE), world.work()
    old, new = (task, memory) if which == "old" else (memory, task)
    with pytest.raises(WrongUse, match=f"{task} is no memory"):
        world.supersede(old, new)


def test_unknown_ids_are_not_found(world: World) -> None:
    with pytest.raises(NotFound):
        world.supersede("shop-none", world.memory(RULE))


def test_a_reason_is_asked_for(pair: Pair) -> None:
    with pytest.raises(WrongUse, match="reason"):
        pair.world.supersede(pair.old, pair.new, "  ")


def test_a_successor_that_cannot_be_ratified_is_refused_whole(world: World) -> None:
    old = world.memory(RULE, "soft", checks=(), commands=())
    new = propose(world.context, ProposeRequest("", Wording("hard", ""), replaces=old)).answer.id
    with pytest.raises(InvalidMemory, match="how to check"):
        world.supersede(old, new)
    assert world.query("memory-arch") == {old}


def test_a_successor_that_says_what_another_says_is_refused(world: World) -> None:
    old = world.memory(RULE)
    new = world.successor(old, "Every job goes through the service layer")
    other = world.memory("Every read goes through the cache")
    world.put(replace(world.bead(other), description=world.bead(new).description))
    with pytest.raises(DuplicateMemory, match=other):
        world.supersede(old, new)


def test_a_successor_may_keep_the_sentence_to_mend_the_rest(world: World) -> None:
    old = world.memory(RULE)
    request = ProposeRequest("", Wording("", "", commands=("make audit",)), replaces=old)
    new = propose(world.context, request).answer.id
    world.supersede(old, new)
    assert world.query("memory-arch") == {new}
    assert world.findings("error", "warning") == set()


@pytest.mark.parametrize(
    ("actor", "said"),
    [
        pytest.param(SCOUT, "is an agent", id="an agent"),
        pytest.param(Actor(name="eve@example.test"), "is no reviewer", id="a stranger"),
    ],
)
def test_only_a_reviewer_supersedes(actor: Actor, said: str, pair: Pair) -> None:
    request = SupersedeRequest((pair.old,), pair.new, WHY)
    with pytest.raises(NotAllowed, match=said):
        supersede(pair.world.as_(actor), request)


def test_an_author_may_not_ratify_by_superseding(pair: Pair) -> None:
    pair.world.with_settings(settings(solo=False))
    with pytest.raises(NotAllowed, match="proposed this"):
        pair.supersede()
    request = SupersedeRequest((pair.old,), pair.new, WHY)
    assert supersede(pair.world.as_(OTTO), request).applied


def test_the_difference_is_shown_and_the_new_id_is_typed(pair: Pair) -> None:
    world = pair.world
    world.with_settings(settings(confirm="typed"))
    world.person.types = pair.new
    pair.supersede()
    (shown,) = world.person.shown
    assert f"-Rule: {RULE}" in shown
    assert "+Rule: Writes and jobs go through the service layer" in shown


@pytest.mark.parametrize("types", [None, "yes"])
def test_without_confirmation_nothing_is_written(types: str | None, pair: Pair) -> None:
    world = pair.world
    world.with_settings(settings(confirm="typed"))
    world.person.types = types
    with pytest.raises(NotAllowed):
        pair.supersede()
    assert world.query("memory-arch") == {pair.old}


def test_an_edge_of_another_tool_does_not_spare_the_confirmation(pair: Pair) -> None:
    world = pair.world
    bead = world.bead(pair.old)
    edge = Dependency(pair.old, pair.new, "supersedes")
    world.put(replace(bead, dependencies=(*bead.dependencies, edge)))
    world.with_settings(settings(confirm="typed"))
    with pytest.raises(NotAllowed, match="Nobody is at a terminal"):
        pair.supersede()
    assert world.bead(pair.new).status == "open"


# Completing what was begun

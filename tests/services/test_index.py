"""An anchor indexes the canonical memories of its domain, and shows what it lacks."""

import pytest

from fabric.errors import NotFound, Refused, WrongUse
from fabric.models.change_set import AddDependency, CloseBead, RemoveDependency
from fabric.models.dependency import Dependency
from fabric.services.verbs.adopt import AdoptRequest, adopt
from fabric.services.verbs.anchor import show_anchor
from fabric.services.verbs.index import index
from tests.services.life import assert_green, by_hand, findings, put
from tests.services.world import World, settings


@pytest.fixture
def world() -> World:
    return World().begin()


def test_a_memory_that_lost_its_anchor_is_related_again(world: World) -> None:
    memory, anchor = world.memory("Use tabs."), "shop-anchor-arch"
    put(
        world,
        RemoveDependency(memory, anchor, "relates-to"),
        RemoveDependency(anchor, memory, "relates-to"),
    )
    assert any(line.startswith("memory-not-anchored") for line in findings(world))
    assert show_anchor(world.context, "arch").unindexed == [memory]
    answer = index(world.context, (memory,)).answer
    assert [(each.anchor, each.already) for each in answer.indexed] == [(anchor, False)]
    assert show_anchor(world.context, "arch").unindexed == []
    assert_green(world)


def test_indexing_again_writes_nothing(world: World) -> None:
    memory = world.memory("Use tabs.")
    outcome = index(world.context, (memory, memory))
    assert not outcome.applied
    assert [each.already for each in outcome.answer.indexed] == [True]


def test_one_that_cannot_be_indexed_stops_all(world: World) -> None:
    memory, draft = by_hand(world), world.propose("Use tabs.")
    with pytest.raises(Refused, match="is draft"):
        index(world.context, (memory, draft))
    assert not list(world.bead(memory).relations())


def test_a_work_item_and_a_domain_without_anchor_are_told(world: World) -> None:
    with pytest.raises(WrongUse, match="is no memory"):
        index(world.context, (world.work(),))
    empty = World(config=settings())
    memory = by_hand(empty)
    with pytest.raises(WrongUse, match="has no anchor") as caught:
        index(empty.context, (memory,))
    assert "fabric anchor create arch" in caught.value.remedy


def test_an_anchor_shows_what_it_indexes_and_what_it_should_not(world: World) -> None:
    memory, draft = world.memory("Use tabs."), world.propose("Use spaces.")
    other = by_hand(world)
    adopt(world.context, AdoptRequest((other,)))
    put(world, AddDependency(Dependency("shop-anchor-arch", draft, "relates-to")))
    for name in ("arch", "memory-arch", "shop-anchor-arch", "shop-anchor-a"):
        answer = show_anchor(world.context, name)
        assert (answer.id, answer.status) == ("shop-anchor-arch", "open")
        assert [each.id for each in answer.memories] == sorted([memory, other])
        assert answer.stray == [draft]


def test_a_domain_without_an_anchor_says_so(world: World) -> None:
    empty = World()
    answer = show_anchor(empty.context, "ux")
    assert (answer.id, answer.status, answer.memories) == ("", "", [])
    put(world, CloseBead("shop-anchor-ux", "by accident"))
    assert show_anchor(world.context, "ux").status == "closed"


def test_neither_domain_nor_anchor(world: World) -> None:
    with pytest.raises(NotFound):
        show_anchor(world.context, "nowhere")
    with pytest.raises(WrongUse, match="is no domain and no anchor"):
        show_anchor(world.context, world.work())

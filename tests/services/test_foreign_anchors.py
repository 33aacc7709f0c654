"""Another project's anchors are not taken where the domain has one here: ours lists theirs."""

import pytest

from fabric.services.source import Source
from fabric.services.verbs.import_ import import_
from fabric.services.verbs.init import InitRequest, init
from tests.services.life import findings
from tests.services.world import World, settings


def theirs() -> World:
    world = World(config=settings().but(prefix="mall"))
    init(world.context, InitRequest("mall", "fabric.toml"))
    return world


def source(world: World) -> Source:
    beads = tuple(world.store.all_beads())
    return Source("mall.jsonl", beads, {bead.id: n for n, bead in enumerate(beads, 1)}, {})


@pytest.fixture
def world() -> World:
    return World().begin()


def test_our_anchor_lists_their_memories_and_theirs_is_named(world: World) -> None:
    mall = theirs()
    memory = mall.memory("Every write goes through the service layer.")
    answer = import_(world.context, source(mall), "foreign").answer
    assert [(each.line, each.reason) for each in answer.not_taken] == [
        (n, f"mall-anchor-{name} would be a second anchor; shop-anchor-{name} lists its memories")
        for n, name in ((2, "arch"), (3, "ux"), (4, "workflow"))
    ]
    assert {edge.depends_on_id for edge in world.bead(memory).relations()} == {"shop-anchor-arch"}
    assert {e.depends_on_id for e in world.bead("shop-anchor-arch").relations()} == {memory}
    assert [line.split()[0] for line in findings(world)] == ["unreviewed-memory"]


def test_a_second_time_nothing_is_written(world: World) -> None:
    mall = theirs()
    mall.memory("Every write goes through the service layer.")
    import_(world.context, source(mall), "foreign")
    before = world.writes()
    import_(world.context, source(mall), "foreign")
    assert world.writes() == before


def test_an_anchor_of_a_domain_that_is_new_here_is_taken() -> None:
    here = World(config=settings().but(domains=[]))
    mall = theirs()
    memory = mall.memory("Every write goes through the service layer.")
    answer = import_(here.context, source(mall), "foreign").answer
    assert answer.not_taken == []
    assert {e.depends_on_id for e in here.bead("mall-anchor-arch").relations()} == {memory}


def test_a_restore_takes_anchors_as_they_are() -> None:
    mall, here = theirs(), World()
    import_(here.context, source(mall), "restore")
    assert here.bead("mall-anchor-arch") == mall.bead("mall-anchor-arch")

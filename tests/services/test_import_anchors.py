"""What an import does where a domain has an anchor here and in the file."""

import pytest

from fabric.models.bead import Bead
from fabric.models.words import ANCHOR
from fabric.services.verbs.import_ import Source, import_
from tests.services.world import World


@pytest.fixture
def world() -> World:
    return World().begin()


def anchor(bead_id: str = "shop-epic1") -> Bead:
    return Bead(
        id=bead_id,
        title="[MEMORY-ANCHOR] Architecture",
        issue_type="epic",
        labels=("memory-anchor", "memory-arch"),
        created_at="2026-03-01T09:00:00Z",
        updated_at="2026-03-01T09:00:00Z",
    )


def restore(world: World, *beads: Bead) -> None:
    import_(world.context, Source("issues.jsonl", beads, {}, {}), "restore")


def anchors(world: World) -> set[str]:
    return {bead.id for bead in world.store.all_beads() if bead.has(ANCHOR) and not bead.is_closed}


def test_an_anchor_that_lists_nothing_gives_way_to_the_one_that_a_restore_brings(
    world: World,
) -> None:
    assert "shop-anchor-arch" in anchors(world)
    restore(world, anchor())
    assert "shop-anchor-arch" not in anchors(world)
    assert "shop-epic1" in anchors(world)
    assert world.lint(everything=True).errors == 0


def test_an_anchor_that_lists_a_memory_stays_and_lint_names_both(world: World) -> None:
    world.memory("Every write goes through the service layer")
    restore(world, anchor())
    assert {"shop-anchor-arch", "shop-epic1"} <= anchors(world)
    assert "anchor-duplicate" in {each.rule for each in world.lint(everything=True).findings}


def test_the_same_anchor_again_is_no_second_one(world: World) -> None:
    restore(world, world.bead("shop-anchor-arch"))
    assert "shop-anchor-arch" in anchors(world)


def cloned(world: World) -> World:
    """Another store of the same project, begun a minute later than the first one."""
    other = World()
    other.clock.time = world.clock.time
    other.clock.forward(minutes=1)
    return other.begin()


def test_a_clone_s_own_anchor_gives_way_to_the_one_of_its_id_that_lists_memories(
    world: World,
) -> None:
    memory = world.memory("Every write goes through the service layer")
    clone = cloned(world)
    beads = tuple(world.store.all_beads())
    answer = import_(clone.context, Source("issues.jsonl", beads, {}, {}), "restore").answer
    assert answer.not_taken == []
    assert clone.bead("shop-anchor-arch") == world.bead("shop-anchor-arch")
    assert memory in clone.bead("shop-anchor-arch").targets("relates-to")
    assert not [each for each in clone.findings("error", "warning") if "anchor" in each[0]]


def test_one_that_lists_memories_of_its_own_by_then_is_newer_and_stays(world: World) -> None:
    clone = cloned(world)
    memory = clone.memory("Prefer small modules", "soft")
    beads = tuple(world.store.all_beads())
    answer = import_(clone.context, Source("issues.jsonl", beads, {}, {}), "restore").answer
    assert "shop-anchor-arch is newer in the store" in {e.reason for e in answer.not_taken}
    assert memory in clone.bead("shop-anchor-arch").targets("relates-to")

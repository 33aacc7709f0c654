"""`anchor create|list`: the index of each domain."""

from dataclasses import replace

import pytest

from fabric.errors import WrongUse
from fabric.models.bead import Bead
from fabric.services.verbs.anchor import create_anchor, list_anchors
from tests.services.world import World

RULE = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def without_anchor(world: World, domain: str = "arch") -> None:
    """Take an anchor away, as another tool might."""
    world.put(replace(world.bead(f"shop-anchor-{domain}"), status="tombstone", labels=()))


def test_the_anchor_of_a_new_domain_makes_the_domain_known(world: World) -> None:
    answer = create_anchor(world.context, "data", "Data").answer
    (anchor,) = answer.anchors
    assert (anchor.id, anchor.domain, anchor.created) == ("shop-anchor-data", "memory-data", True)
    assert world.bead("shop-anchor-data").title == "Memory Anchor - Data"
    assert "memory-data" in {each.domain for each in list_anchors(world.context).anchors}
    assert world.work("A data task", "data")


def test_an_anchor_that_is_there_is_not_made_again(world: World) -> None:
    before = world.writes()
    outcome = create_anchor(world.context, "arch", "")
    assert (outcome.applied, outcome.answer.anchors[0].created) == (False, False)
    assert world.writes() == before


def test_memories_in_force_are_related_to_a_new_anchor_and_others_are_not(world: World) -> None:
    known = world.memory(RULE)
    old = world.memory("Every read goes through the service layer")
    world.supersede(old, world.successor(old, "Every read goes through the layer"))
    world.propose("Prefer small modules", "soft")
    # Both ways of the relations go with the old anchor.
    anchor = "shop-anchor-arch"
    for bead in list(world.store.all_beads()):
        edges = tuple(e for e in bead.dependencies if e.depends_on_id != anchor)
        world.put(replace(bead, dependencies=edges))
    world.put(replace(world.bead(anchor), labels=(), title="An epic", dependencies=()))
    made = create_anchor(world.context, "Arch", "Architecture")
    assert made.answer.anchors[0].memories == 2
    related = {e.depends_on_id for e in world.bead(made.answer.anchors[0].id).relations()}
    assert known in related
    assert old not in related
    assert len(related) == 2


def test_an_id_that_something_else_has_taken_is_gone_round(world: World) -> None:
    without_anchor(world)
    made = create_anchor(world.context, "arch", "").answer.anchors[0]
    assert made.created
    assert made.id != "shop-anchor-arch"


@pytest.mark.parametrize("name", ["", "anchor", "contract", "a b", "memory-anchor", "draft!"])
def test_a_name_that_no_domain_can_have_is_refused(name: str, world: World) -> None:
    with pytest.raises(WrongUse, match="cannot name a domain"):
        create_anchor(world.context, name, "")


def test_a_list_names_every_domain_also_one_without_an_anchor(world: World) -> None:
    world.memory(RULE)
    without_anchor(world, "ux")
    anchors = list_anchors(world.context).anchors
    assert [(a.domain, a.id, a.memories) for a in anchors] == [
        ("memory-arch", "shop-anchor-arch", 1),
        ("memory-ux", "", 0),
        ("memory-workflow", "shop-anchor-workflow", 0),
    ]


def test_a_closed_anchor_is_still_found_and_not_doubled(world: World) -> None:
    world.put(replace(world.bead("shop-anchor-arch"), status="closed"))
    assert not create_anchor(world.context, "arch", "").applied


def test_an_open_anchor_comes_before_a_closed_one(world: World) -> None:
    world.put(
        Bead(
            "a-0", "Old", issue_type="epic", status="closed", labels=("memory-anchor", "memory-ux")
        )
    )
    ids = [each.id for each in list_anchors(world.context).anchors]
    assert "shop-anchor-ux" in ids
    assert "a-0" not in ids

"""`show`: one bead, its edges in words, succession by its right name."""

from dataclasses import replace

import pytest

from fabric.errors import NotFound, WrongUse
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.services.verbs.show import show
from tests.services.world import World

RULE = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def test_a_memory_is_shown_whole(world: World) -> None:
    memory = world.memory(RULE)
    view = show(world.context, memory)
    assert view.kind == "memory"
    assert view.memory is not None
    assert (view.memory.rule, view.memory.reviewed, view.memory.in_force) == (RULE, True, True)
    assert view.memory.anchors == ["shop-anchor-arch"]
    assert view.edges == ["relates to shop-anchor-arch (Memory Anchor - Architecture)"]


def test_each_of_a_succession_names_the_other_with_the_right_word(world: World) -> None:
    old = world.memory(RULE)
    new = world.successor(old)
    world.supersede(old, new)
    assert show(world.context, old).edges[0].startswith(f"replaced by {new} ")
    assert show(world.context, new).edges[0].startswith(f"replaces {old} ")
    assert "depends on" not in " ".join(show(world.context, old).edges)


def hand_made(bead_id: str, title: str, made: str, *edges: Dependency) -> Bead:
    return Bead(
        bead_id,
        title,
        issue_type="decision",
        status="closed",
        created_at=made,
        labels=("mem-hard", "memory", "memory-arch"),
        dependencies=edges,
    )


REST, GRPC = "mf-old", "mf-new"


@pytest.mark.parametrize(
    ("on_old", "on_new"),
    [
        pytest.param((Dependency(REST, GRPC, "supersedes"),), (), id="stored on the replaced one"),
        pytest.param((), (Dependency(GRPC, REST, "supersedes"),), id="stored on the replacement"),
    ],
)
def test_the_way_an_edge_was_stored_does_not_matter(
    on_old: tuple[Dependency, ...], on_new: tuple[Dependency, ...], world: World
) -> None:
    world.put(
        hand_made(REST, "Use REST", "2026-01-01T00:00:00Z", *on_old),
        hand_made(GRPC, "Use gRPC", "2026-02-01T00:00:00Z", *on_new),
    )
    old, new = show(world.context, REST), show(world.context, GRPC)
    assert old.memory is not None
    assert new.memory is not None
    assert (old.memory.state, new.memory.state) == ("superseded", "canonical")
    assert old.edges == [f"replaced by {GRPC} (Use gRPC)"]
    assert new.edges == [f"replaces {REST} (Use REST)"]


def test_ends_that_cannot_be_told_apart_are_said_so(world: World) -> None:
    made = "2026-01-01T00:00:00Z"
    world.put(
        hand_made(REST, "Use REST", made, Dependency(REST, GRPC, "supersedes")),
        hand_made(GRPC, "Use gRPC", made),
    )
    (edge,) = show(world.context, REST).edges
    assert edge.startswith(f"replaces or is replaced by {GRPC}")


def test_work_is_shown_with_its_receipt_and_what_blocks_it(world: World) -> None:
    world.memory(RULE)
    work = world.started()
    view = show(world.context, work)
    assert (view.kind, view.receipt is not None) == ("work", True)
    assert any(edge.startswith(f"is blocked by {work}-mc ") for edge in view.edges)
    assert any("blocks" not in edge for edge in show(world.context, f"{work}-mc").edges)


def test_an_edge_that_leads_nowhere_is_said_so(world: World) -> None:
    world.put(Bead("t-1", "Task", dependencies=(Dependency("t-1", "t-gone", "blocks"),)))
    assert show(world.context, "t-1").edges == ["is blocked by t-gone (not there)"]


def test_what_was_deleted_or_never_there_is_not_found(world: World) -> None:
    world.put(replace(world.bead(world.work()), id="t-dead", status="tombstone"))
    for bead_id in ("t-dead", "t-never"):
        with pytest.raises(NotFound):
            show(world.context, bead_id)


def test_a_prefix_must_be_unique(world: World) -> None:
    with pytest.raises(WrongUse, match="could be"):
        show(world.context, "shop-anchor")
    assert show(world.context, "shop-anchor-w").id == "shop-anchor-workflow"


def test_an_id_that_begins_another_is_found_itself(world: World) -> None:
    world.put(Bead("t-1", "One"), Bead("t-10", "Ten"))
    assert show(world.context, "t-1").title == "One"


@pytest.mark.parametrize("kind", ["memory", "anchor", "contract", "work"])
def test_every_kind_can_be_shown(kind: str, world: World) -> None:
    memory = world.memory(RULE)
    work = world.started()
    found = {
        "memory": memory,
        "anchor": "shop-anchor-arch",
        "contract": f"{work}-mc",
        "work": work,
    }
    assert show(world.context, found[kind]).kind == kind

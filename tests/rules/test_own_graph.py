"""A correct graph that our own verbs made has no error and no warning."""

import pytest

from fabric.models.bead import Bead
from fabric.services.verbs.verify import VerifyRequest, verify
from fabric.services.verbs.work import close_work
from tests.services.world import World

RULE = "Every write goes through the service layer"


def heavy(world: World) -> set[tuple[str, str]]:
    return world.findings("error", "warning")


@pytest.fixture
def world() -> World:
    return World().begin()


def test_an_empty_store_with_its_anchors(world: World) -> None:
    assert heavy(world) == set()


def test_a_draft_and_a_canonical_memory_of_each_strength(world: World) -> None:
    world.propose("A draft of a hard rule")
    world.propose("A draft of a soft one", "soft")
    world.memory(RULE)
    world.memory("Prefer small modules", "soft")
    assert heavy(world) == set()


def test_work_from_its_start_to_its_end(world: World) -> None:
    world.memory(RULE)
    planned = world.work("Planned for later")
    work = world.started()
    assert heavy(world) == set()
    assert world.verify(work).closed
    close_work(world.context, work)
    assert heavy(world) == set()
    assert world.bead(planned).status == "open"


def test_work_that_is_under_no_memory_has_a_receipt_that_says_so(world: World) -> None:
    world.started()
    assert heavy(world) == set()


def test_a_successor_and_the_work_that_moved_along(world: World) -> None:
    old = world.memory(RULE)
    work = world.started()
    world.clock.forward(days=1)
    world.supersede(old, world.successor(old))
    assert heavy(world) == set()
    verify(world.context, VerifyRequest(work))
    assert heavy(world) == set()


def test_a_parent_whose_leaves_carry_the_contracts(world: World) -> None:
    world.memory(RULE)
    parent = world.work("A large thing")
    leaf = world.work("A part of it", parent=parent)
    world.start(parent)
    world.start(leaf)
    assert heavy(world) == set()


def test_a_late_hard_memory_warns_for_the_days_of_grace_and_then_is_an_error(
    world: World,
) -> None:
    work = world.started()
    world.clock.forward(days=1)
    world.memory(RULE)
    late = {("work-without-memory", work), ("hard-memory-without-contract", work)}
    assert heavy(world) == late
    assert world.findings("error") == set()
    world.clock.forward(days=4)
    assert world.findings("error") == late
    world.start(work)
    assert heavy(world) == set()


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        pytest.param({"status": "open"}, "memory-not-ratified", id="reopened"),
        pytest.param({"description": "Rule: Anything goes."}, "memory-edited", id="reworded"),
        pytest.param({"pinned": False}, "memory-unprotected", id="unpinned"),
    ],
)
def test_what_another_tool_does_to_a_memory_is_told(
    change: dict[str, object], rule: str, world: World
) -> None:
    bead = world.bead(world.memory(RULE))
    fields = {name: getattr(bead, name) for name in bead.__slots__}
    world.put(Bead(**(fields | change)))
    assert rule in {slug for slug, _ in heavy(world)}


def test_a_contract_that_another_tool_closes_is_told(world: World) -> None:
    world.memory(RULE)
    work = world.started()
    contract = world.bead(f"{work}-mc")
    fields = {name: getattr(contract, name) for name in contract.__slots__}
    world.put(Bead(**(fields | {"status": "closed"})))
    told = world.findings("error")
    assert ("contract-bypassed", work) in told
    assert ("hard-memory-without-contract", work) in told
    assert ("contract-closed-unverified", f"{work}-mc") in told

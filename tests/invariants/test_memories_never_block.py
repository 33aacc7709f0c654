"""Invariant 2: a memory never blocks anything, and nothing but work is offered as work."""

from dataclasses import replace

import pytest

from fabric.graph.bead_graph import BeadGraph
from fabric.models.change_set import AddDependency, CloseBead, InsertBead
from fabric.models.words import BLOCKING_TYPES, BLOCKS
from fabric.ports import Store
from fabric.services.verbs.work import list_work
from tests.invariants.meddling import Change, Meddling, instead
from tests.invariants.story import live
from tests.services.world import World


def check(world: World, step: str) -> None:
    graph = BeadGraph(world.store.all_beads(), world.context.settings, complete=True)
    for bead in graph.beads.values():
        for target in bead.targets(*BLOCKING_TYPES):
            assert graph.kind(target) == "contract", f"{bead.id} waits for {target} after {step}"
        kind = graph.kind(bead.id)
        if kind in {"memory", "anchor", "contract"} and not bead.is_closed:
            # `bd ready` offers whatever is open and not pinned.
            assert bead.pinned, f"{bead.id} is offered as work after {step}"
    for ready in (False, True):
        offered = list_work(world.context, ready=ready, everything=not ready).work
        kinds = {graph.kind(each.id) for each in offered}
        assert kinds <= {"work"}, f"after {step}"


def test_it_holds_after_every_verb(store: Store) -> None:
    live(World(store), check)


def blocking(operation: object) -> object:
    assert isinstance(operation, AddDependency)
    return AddDependency(replace(operation.dependency, type=BLOCKS))


def unpinned(operation: object) -> object:
    assert isinstance(operation, InsertBead)
    return InsertBead(replace(operation.bead, pinned=False))


FAULTS = [
    pytest.param(instead(AddDependency, blocking), id="a relation is written as a blocking edge"),
    pytest.param(instead(InsertBead, unpinned), id="new beads are written without the pin"),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_can_fail(fault: Change, store: Store) -> None:
    with pytest.raises(AssertionError, match="after"):
        live(World(Meddling(store, fault)), check)


def test_a_contract_is_closed_without_the_pin_so_that_housekeeping_may_take_it(
    store: Store,
) -> None:
    world = World(store)
    day = live(world, check)
    contract = world.bead(f"{day.ids['task']}-mc")
    assert (contract.is_closed, contract.pinned) == (True, False)
    assert all(op.pinned for op in (CloseBead("m", "Ratified", pinned=True),))
    assert world.bead(day.ids["jobs"]).pinned

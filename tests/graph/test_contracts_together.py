"""Several contracts of one work item: what one leaves undone, another may cover."""

import pytest

from fabric.graph.contract_state import (
    ContractState,
    contract_states,
    is_moved_to_leaves,
    left_undone,
    states_cover,
    works_of,
)
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from tests.graph.beads import Edge, bead, day, graph, memory

NOW = day(20)


def contract(bead_id: str, *clauses: tuple[str, str], status: str = "closed", **more: str) -> Bead:
    record = {
        "v": 1,
        "work": "w",
        "clauses": [{"memory": name, "status": each} for name, each in clauses],
    }
    labels = ("memory-contract", "mem-hard")
    metadata = {"fabric_contract": record}
    return bead(bead_id, labels=labels, metadata=metadata, status=status, **more)


def work(*contracts: str) -> Bead:
    edges: list[Edge] = [("blocks", each) for each in contracts]
    return bead("w", *edges)


def states(*beads: Bead) -> tuple[ContractState, ...]:
    found = graph(work("w-mc", "w-mc2"), *beads)
    return contract_states(found, found.beads["w"])


@pytest.mark.parametrize(
    ("second", "undone"),
    [
        pytest.param(contract("w-mc2", ("m-1", "open"), status="open"), (), id="still open"),
        pytest.param(contract("w-mc2", ("m-1", "verified")), (), id="verified"),
        pytest.param(contract("w-mc2", ("m-1", "open")), ("m-1",), id="closed undone"),
        pytest.param(contract("w-mc2", ("m-2", "verified")), ("m-1",), id="another memory"),
    ],
)
def test_what_a_contract_leaves_undone_a_later_one_may_cover(
    second: Bead, undone: tuple[str, ...]
) -> None:
    first = contract("w-mc", ("m-0", "verified"), ("m-1", "open"))
    known = states(first, second)
    assert left_undone(known, known[0], NOW) == undone
    assert left_undone(known[:1], known[0], NOW) == ("m-1",)


def test_one_of_several_contracts_that_covers_a_memory_is_enough() -> None:
    found = graph(memory("m-1"))
    known = states(contract("w-mc", ("m-1", "open")), contract("w-mc2", ("m-1", "verified")))
    assert states_cover(known, Lineage(found), "m-1", NOW)
    assert not states_cover(known[:1], Lineage(found), "m-1", NOW)
    assert not states_cover((), Lineage(found), "m-1", NOW)


def test_a_hand_made_contract_has_no_clause_for_what_is_no_memory() -> None:
    by_hand = bead(
        "k", ("relates-to", "m-1"), ("relates-to", "t"), labels=("memory-contract", "mem-hard")
    )
    found = graph(work("k"), by_hand, memory("m-1"), bead("t"))
    (state,) = contract_states(found, found.beads["w"])
    assert [each.memory for each in state.clauses] == ["m-1"]
    assert [each.id for each in works_of(found, by_hand)] == ["w"]


@pytest.mark.parametrize(
    ("reason", "is_moved"),
    [("moved to leaves", True), (" Moved to leaves: w.1", True), ("done", False), ("", False)],
)
def test_a_contract_that_was_closed_because_its_work_became_a_parent(
    reason: str, is_moved: bool
) -> None:
    (state,) = states(contract("w-mc", ("m-1", "open"), close_reason=reason))
    assert is_moved_to_leaves(state) is is_moved

"""When a contract still does its work, and which memories it covers."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import ContractState, contract_states, states_cover, works_of
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.models.settings import Settings

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
MEMORY = ("memory", "mem-hard", "memory-arch")


def clause(memory: str = "m1", status: str = "open", until: str | None = None) -> dict[str, object]:
    evidence = {"check": "said", "kind": "waiver", "at": "2026-03-01", "by": "ada"}
    proof = [{**evidence, "until": until}] if status == "waived" else []
    return {"memory": memory, "digest": "sha256:1", "status": status, "evidence": proof}


def record(*clauses: Mapping[str, object]) -> dict[str, object]:
    return {"v": 1, "work": "w1", "clauses": list(clauses)}


def contract(status: str = "open", reason: str = "", **metadata: object) -> Bead:
    labels = ("memory-contract", "mem-hard", "memory-arch")
    return Bead("w1-mc", "C", status=status, close_reason=reason, labels=labels, metadata=metadata)


def work(*, waits: bool = True, **metadata: object) -> Bead:
    edges = (Dependency("w1", "w1-mc", "blocks"),) if waits else ()
    return Bead("w1", "W", status="in_progress", dependencies=edges, metadata=metadata)


def memory(bead_id: str, *edges: Dependency, status: str = "closed") -> Bead:
    return Bead(
        bead_id,
        bead_id,
        issue_type="decision",
        status=status,
        created_at=f"2026-03-0{bead_id[1:]}T00:00:00Z",
        labels=MEMORY,
        dependencies=edges,
    )


def graph_of(*beads: Bead) -> BeadGraph:
    return BeadGraph([memory("m1"), *beads], Settings(), complete=True)


def only_state(*beads: Bead) -> ContractState:
    graph = graph_of(*beads)
    (state,) = contract_states(graph, graph.beads["w1"])
    return state


@pytest.mark.parametrize(
    ("one", "holds", "covers"),
    [
        pytest.param(contract(fabric_contract=record(clause())), True, True, id="open"),
        pytest.param(
            contract("closed", fabric_contract=record(clause())), False, False, id="closed undone"
        ),
        pytest.param(
            contract("closed", fabric_contract=record(clause(status="verified"))),
            True,
            True,
            id="closed and verified",
        ),
        pytest.param(
            contract("closed", fabric_contract=record(clause(status="waived", until="2026-04-01"))),
            True,
            True,
            id="closed under a running waiver",
        ),
        pytest.param(
            contract("closed", fabric_contract=record(clause(status="waived", until="2026-03-10"))),
            False,
            False,
            id="closed under a waiver that is over",
        ),
        pytest.param(
            contract("closed", fabric_contract=record(clause("m1", "verified"), clause("m2"))),
            False,
            True,
            id="closed with one of two clauses done",
        ),
        pytest.param(
            contract("closed", fabric_contract={"v": "x", "clauses": 3}),
            False,
            False,
            id="closed with a record that cannot be read",
        ),
    ],
)
def test_a_contract_that_the_work_waits_for(one: Bead, holds: bool, covers: bool) -> None:
    state = only_state(work(), one)
    assert (state.is_satisfied(NOW), state.covers("m1", NOW)) == (holds, covers)


def test_an_open_contract_that_nothing_waits_for_holds_nothing_up() -> None:
    state = only_state(work(waits=False), contract(fabric_contract=record(clause())))
    assert not state.is_satisfied(NOW)
    assert not state.covers("m1", NOW)


@pytest.mark.parametrize("status", ["open", "closed"])
def test_a_hand_made_contract_has_a_clause_for_each_memory_it_relates_to(status: str) -> None:
    hand_made = Bead(
        "w1-mc",
        "C",
        status=status,
        labels=("memory-contract",),
        dependencies=(Dependency("w1-mc", "m1", "relates-to"),),
    )
    state = only_state(work(), hand_made)
    assert state.is_satisfied(NOW)
    assert state.covers("m1", NOW)
    assert not state.covers("m2", NOW)


def test_a_relation_stored_on_the_memory_counts_for_a_hand_made_contract() -> None:
    m2 = memory("m2", Dependency("m2", "w1-mc", "related"))
    assert only_state(work(), contract(), m2).covers("m2", NOW)


def test_a_contract_that_housekeeping_took_lives_on_in_the_receipt() -> None:
    receipt = {
        "at": "2026-03-01T00:00:00Z",
        "by": {"name": "ada"},
        "contract": "w1-mc",
        "contract_record": record(clause(status="verified")),
    }
    state = only_state(work(waits=False, fabric_receipt=receipt))
    assert state.bead is None
    assert state.covers("m1", NOW)


def test_the_receipts_copy_completes_a_closed_contract_that_lost_its_record() -> None:
    receipt = {
        "at": "2026-03-01T00:00:00Z",
        "by": {"name": "ada"},
        "contract": "w1-mc",
        "contract_record": record(clause(status="verified")),
    }
    undone = contract("closed", fabric_contract=record(clause()))
    assert only_state(work(fabric_receipt=receipt), undone).covers("m1", NOW)
    assert not only_state(work(), undone).covers("m1", NOW)


def test_an_open_clause_covers_the_successor_until_the_item_is_moved() -> None:
    old = memory("m1", Dependency("m1", "m2", "supersedes", created_at="2026-03-05T00:00:00Z"))
    for status, covered in (("open", True), ("closed", False)):
        one = contract(status, fabric_contract=record(clause(status="verified")))
        graph = BeadGraph([old, memory("m2"), work(), one], Settings(), complete=True)
        states = contract_states(graph, graph.beads["w1"])
        assert states_cover(states, Lineage(graph), "m2", NOW) is covered


def test_the_works_of_a_contract_are_those_it_blocks_and_the_one_it_names() -> None:
    other = Bead("w2", "W2", dependencies=(Dependency("w2", "w1-mc", "blocks"),))
    one = contract(fabric_contract=record(clause()))
    graph = graph_of(work(waits=False), other, one)
    assert [bead.id for bead in works_of(graph, one)] == ["w1", "w2"]

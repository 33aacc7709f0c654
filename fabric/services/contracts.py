"""What becomes of a work item's contract when the memories that bind it are known."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import MOVED_TO_LEAVES, ContractState, contract_states, is_done
from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddDependency,
    CloseBead,
    InsertBead,
    Operation,
    SetFields,
    SetMetadata,
)
from fabric.models.contract import Clause, ContractRecord, contract_id, contract_number
from fabric.models.dependency import Dependency
from fabric.models.memory import Memory
from fabric.models.words import BLOCKS, CONTRACT, CONTRACT_KEY, HARD, RELATES, TASK
from fabric.services.anchors import relate


@dataclass(frozen=True, slots=True)
class ContractPlan:
    """What to write, the contract that the receipt names (None: none), and what was done."""

    operations: tuple[Operation, ...] = ()
    contract: str | None = None
    record: ContractRecord | None = None
    done: tuple[str, ...] = ()
    relies_on: tuple[Bead, ...] = ()
    new_id: str = ""


@dataclass(frozen=True, slots=True)
class Binding:
    """A work item, the hard memories that bind it, their domain labels, and when that is."""

    work: Bead
    hard: tuple[Memory, ...]
    labels: tuple[str, ...]
    at: datetime
    holder: str = ""


def plan_contract(graph: BeadGraph, binding: Binding) -> ContractPlan:
    """Make, refresh, close or leave the contract of a work item."""
    states = contract_states(graph, binding.work)
    own_open = [s for s in states if s.is_open and s.blocks and _is_ours(s)]
    if graph.children(binding.work.id):
        return _moved_to_leaves(own_open)
    bound = [m for m in binding.hard if not _covered_by_hand(states, m, binding.at)]
    if own_open:
        return _refreshed(graph, binding, own_open[-1], bound, states)
    return _made(binding, bound, states)


def _is_ours(state: ContractState) -> bool:
    return state.bead is not None and CONTRACT_KEY in state.bead.metadata


def _covered_by_hand(states: Iterable[ContractState], memory: Memory, at: datetime) -> bool:
    return any(not _is_ours(s) and s.bead is not None and s.covers(memory.id, at) for s in states)


def _moved_to_leaves(own_open: Sequence[ContractState]) -> ContractPlan:
    closing = [state.bead for state in own_open if state.bead is not None]
    return ContractPlan(
        operations=tuple(CloseBead(bead.id, MOVED_TO_LEAVES) for bead in closing),
        done=tuple(f"closed {bead.id}: {MOVED_TO_LEAVES}" for bead in closing),
        relies_on=tuple(closing),
    )


def _clauses(
    bound: Sequence[Memory], states: Sequence[ContractState], at: datetime
) -> list[Clause]:
    """One clause a memory; a verified or waived one is kept while the memory's words are the same."""
    clauses = []
    for memory in bound:
        digest = memory.digest
        known = [c for s in states if (c := s.clause(memory.id)) is not None and _is_ours(s)]
        known += [c for s in states if s.bead is None and (c := s.clause(memory.id)) is not None]
        kept = [c for c in known if c.digest == digest and is_done(c, at)]
        clauses.append(kept[-1] if kept else Clause(memory=memory.id, digest=digest))
    return clauses


def _refreshed(
    graph: BeadGraph,
    binding: Binding,
    state: ContractState,
    bound: Sequence[Memory],
    states: Sequence[ContractState],
) -> ContractPlan:
    bead = state.bead
    if bead is None:
        return ContractPlan()
    clauses = _clauses(bound, states, binding.at)
    record = ContractRecord(work=binding.work.id, clauses=clauses)
    operations: list[Operation] = []
    done: list[str] = []
    if record.plain() != bead.metadata.get(CONTRACT_KEY):
        operations.append(SetMetadata(bead.id, CONTRACT_KEY, record.plain()))
        added = sorted({c.memory for c in clauses} - {c.memory for c in state.clauses})
        gone = sorted({c.memory for c in state.clauses} - {c.memory for c in clauses})
        done += [f"added a clause for {each} to {bead.id}" for each in added]
        done += [f"took the clause for {each} out of {bead.id}" for each in gone]
    if binding.holder and bead.assignee != binding.holder:
        operations.append(SetFields(bead.id, {"assignee": binding.holder}))
    for clause in clauses:
        operations += relate(graph, bead.id, clause.memory)
    if not clauses or record.is_done:
        operations.append(
            CloseBead(bead.id, "every clause is done" if clauses else "nothing binds")
        )
        done.append(f"closed {bead.id}")
    return ContractPlan(
        operations=tuple(operations),
        contract=bead.id if clauses else None,
        record=record if record.is_done and clauses else None,
        done=tuple(done),
        relies_on=(bead,),
    )


def _made(
    binding: Binding, bound: Sequence[Memory], states: Sequence[ContractState]
) -> ContractPlan:
    clauses = _clauses(bound, states, binding.at)
    last = _last(binding.work.id, states)
    if not any(not is_done(clause, binding.at) for clause in clauses):
        done_record = ContractRecord(work=binding.work.id, clauses=clauses) if clauses else None
        return ContractPlan(contract=last.id if last and clauses else None, record=done_record)
    number = max((contract_number(binding.work.id, state.id) for state in states), default=0) + 1
    bead = _contract_bead(contract_id(binding.work.id, number), binding, clauses)
    operations: list[Operation] = [InsertBead(bead)]
    operations += [AddDependency(Dependency(clause.memory, bead.id, RELATES)) for clause in clauses]
    operations.append(AddDependency(Dependency(binding.work.id, bead.id, BLOCKS)))
    count = sum(not is_done(clause, binding.at) for clause in clauses)
    plural = "clause" if count == 1 else "clauses"
    return ContractPlan(
        operations=tuple(operations),
        contract=bead.id,
        done=(f"made the contract {bead.id} with {count} open {plural}; it blocks the work",),
        new_id=bead.id,
    )


def _last(work_id: str, states: Sequence[ContractState]) -> ContractState | None:
    ours = [state for state in states if contract_number(work_id, state.id)]
    return max(ours, key=lambda state: contract_number(work_id, state.id), default=None)


def _contract_bead(bead_id: str, binding: Binding, clauses: Sequence[Clause]) -> Bead:
    count = len(clauses)
    memories = "one hard memory" if count == 1 else f"{count} hard memories"
    return Bead(
        id=bead_id,
        title=f"Honour {memories} before {binding.work.id} closes",
        description=(
            f"Blocks {binding.work.id} until each clause is verified or waived.\n"
            f"`fabric verify {binding.work.id}` checks them and closes this bead."
        ),
        acceptance_criteria="Acceptance Criteria: every clause is verified or waived.",
        issue_type=TASK,
        priority=binding.work.priority,
        assignee=binding.holder or binding.work.assignee,
        created_at=binding.work.created_at,
        pinned=True,
        labels=tuple(sorted({CONTRACT, HARD, *binding.labels})),
        metadata={
            CONTRACT_KEY: ContractRecord(work=binding.work.id, clauses=list(clauses)).plain()
        },
        dependencies=tuple(Dependency(bead_id, clause.memory, RELATES) for clause in clauses),
    )

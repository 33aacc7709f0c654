"""What becomes of a work item's contract when the memories that bind it are known."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from fabric.errors import Refused
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import MOVED_TO_LEAVES, ContractState, contract_states, is_done
from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddDependency,
    CloseBead,
    InsertBead,
    Operation,
    RemoveDependency,
    SetFields,
    SetMetadata,
)
from fabric.models.contract import (
    Clause,
    ContractRecord,
    contract_id,
    contract_number,
    read_contract,
)
from fabric.models.dependency import Dependency
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.models.receipt import read_receipt
from fabric.models.words import BLOCKS, CONTRACT, CONTRACT_KEY, HARD, RELATES, TASK
from fabric.services.anchors import relate, unrelate


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
    """Make, refresh, close or leave the contract of a work item.

    Raises Refused where its contract cannot be read or holds what only a newer version knows.
    """
    states = contract_states(graph, binding.work)
    own = [state for state in states if _is_own(state, binding.work)]
    own_open = [state for state in own if state.is_open]
    if graph.children(binding.work.id):
        return _moved_to_leaves(own_open)
    bound = [m for m in binding.hard if not _covered_by_hand(states, m, binding.at)]
    clauses = _clauses(bound, own, binding.at)
    last = max(own, key=lambda each: contract_number(binding.work.id, each.id), default=None)
    if own_open:
        return _refreshed(graph, binding, own_open[-1], clauses)
    if all(is_done(clause, binding.at) for clause in clauses):
        done = ContractRecord(work=binding.work.id, clauses=list(clauses)) if clauses else None
        return ContractPlan(contract=last.id if last and clauses else None, record=done)
    return _made(graph, binding, clauses)


def _is_own(state: ContractState, work: Bead) -> bool:
    """Whether a contract is ours and for just this work; its receipt's copy is."""
    if state.bead is None:
        return True
    record = read_contract(state.bead)
    if record is not None:
        return record.work == work.id
    if CONTRACT_KEY in state.bead.metadata and contract_number(work.id, state.id) and state.is_open:
        raise Refused(
            f"metadata.{CONTRACT_KEY} of {state.id} cannot be read, so it is not written over.",
            "A newer version may have written it: upgrade, or mend that key.",
        )
    return False


def _covered_by_hand(states: Iterable[ContractState], memory: Memory, at: datetime) -> bool:
    """Whether a contract without a record of ours covers a memory."""
    return any(
        state.bead is not None
        and CONTRACT_KEY not in state.bead.metadata
        and state.covers(memory.id, at)
        for state in states
    )


def _moved_to_leaves(own_open: Sequence[ContractState]) -> ContractPlan:
    closing = [state.bead for state in own_open if state.bead is not None]
    return ContractPlan(
        operations=tuple(CloseBead(bead.id, MOVED_TO_LEAVES) for bead in closing),
        done=tuple(f"closed {bead.id}: {MOVED_TO_LEAVES}" for bead in closing),
        relies_on=tuple(closing),
    )


def _clauses(
    bound: Sequence[Memory], own: Sequence[ContractState], at: datetime
) -> tuple[Clause, ...]:
    """One clause a memory: what was done or attested is kept while its words are the same."""
    return tuple(_clause(memory, own, at) for memory in bound)


def _clause(memory: Memory, own: Sequence[ContractState], at: datetime) -> Clause:
    digest = memory.digest
    said = [(state, clause) for state in own if (clause := state.clause(memory.id)) is not None]
    same = [(state, clause) for state, clause in said if clause.digest == digest]
    done = [clause for _, clause in same if is_done(clause, at)]
    pending = [clause for state, clause in same if state.is_open and clause.status == "open"]
    kept = [*pending, *done]
    return kept[-1] if kept else Clause(memory=memory.id, digest=digest)


def _refreshed(
    graph: BeadGraph, binding: Binding, state: ContractState, clauses: tuple[Clause, ...]
) -> ContractPlan:
    bead = state.bead
    record = read_contract(bead) if bead is not None else None
    if bead is None or record is None:
        return ContractPlan()
    operations, done = _rewritten(graph, bead, record, clauses)
    if not state.blocks:
        operations += _hooked(binding.work, bead.id)
        done.append(f"hooked {bead.id} to {binding.work.id} again")
    if binding.holder and bead.assignee != binding.holder:
        operations.append(SetFields(bead.id, {"assignee": binding.holder}))
    complete = all(is_done(clause, binding.at) for clause in clauses)
    if complete:
        operations.append(
            CloseBead(bead.id, "every clause is done" if clauses else "nothing binds")
        )
        done.append(f"closed {bead.id}")
    return ContractPlan(
        operations=tuple(operations),
        contract=bead.id if clauses else None,
        record=ContractRecord(work=binding.work.id, clauses=list(clauses))
        if complete and clauses
        else None,
        done=tuple(done),
        relies_on=(bead,),
    )


def _rewritten(
    graph: BeadGraph, bead: Bead, record: ContractRecord, clauses: tuple[Clause, ...]
) -> tuple[list[Operation], list[str]]:
    """The clauses and the relations that go with them, where they differ."""
    operations: list[Operation] = []
    added = sorted({c.memory for c in clauses} - {c.memory for c in record.clauses})
    gone = sorted({c.memory for c in record.clauses} - {c.memory for c in clauses})
    if clauses != tuple(record.clauses):
        changed = record.but(clauses=list(clauses))
        operations.append(SetMetadata(bead.id, CONTRACT_KEY, changed.plain()))
    for each in gone:
        operations += unrelate(graph, bead.id, each)
    for clause in clauses:
        operations += relate(graph, bead.id, clause.memory)
    done = [f"added a clause for {each} to {bead.id}" for each in added]
    done += [f"took the clause for {each} out of {bead.id}" for each in gone]
    return operations, done


def _hooked(work: Bead, contract: str) -> list[Operation]:
    """The edge that blocks; a relation in its place goes, since bd keeps one edge a pair."""
    there = [edge for edge in work.relations() if edge.depends_on_id == contract]
    return [
        *(RemoveDependency(work.id, contract, edge.type) for edge in there),
        AddDependency(Dependency(work.id, contract, BLOCKS)),
    ]


def _made(graph: BeadGraph, binding: Binding, clauses: tuple[Clause, ...]) -> ContractPlan:
    work_id = binding.work.id
    number = max((contract_number(work_id, each) for each in graph.beads), default=0) + 1
    receipt = read_receipt(binding.work.metadata)
    if receipt is not None and receipt.contract:  # housekeeping may have taken the bead itself
        number = max(number, contract_number(work_id, receipt.contract) + 1)
    bead = _contract_bead(contract_id(work_id, number), binding, clauses)
    operations: list[Operation] = [InsertBead(bead)]
    operations += [AddDependency(Dependency(clause.memory, bead.id, RELATES)) for clause in clauses]
    operations.append(AddDependency(Dependency(work_id, bead.id, BLOCKS)))
    count = sum(not is_done(clause, binding.at) for clause in clauses)
    plural = "clause" if count == 1 else "clauses"
    return ContractPlan(
        operations=tuple(operations),
        contract=bead.id,
        done=(f"made the contract {bead.id} with {count} open {plural}; it blocks the work",),
        new_id=bead.id,
    )


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

"""Moves active work from a memory to its successor: relation, clause, receipt, comment."""

from collections.abc import Iterable, Mapping

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import contract_states, is_done
from fabric.models.answers import MovedWork
from fabric.models.bead import Bead
from fabric.models.change_set import AddComment, Operation, SetMetadata
from fabric.models.contract import ContractRecord, read_contract
from fabric.models.memory import Memory
from fabric.models.receipt import GivenMemory, Receipt, read_receipt
from fabric.models.words import CONTRACT, CONTRACT_KEY, RECEIPT_KEY
from fabric.ports import BeadQuery, Store
from fabric.services.anchors import relate, unrelate
from fabric.services.context import Context
from fabric.services.contracts import Binding, plan_contract
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.reading import around_work, read_bead

Heads = Mapping[str, Memory]
"""Id of an ended memory → the memory that took its place."""


def related_work(context: Context, olds: Iterable[str]) -> tuple[list[Bead], list[Bead]]:
    """Active work that must move, and open work that merely relates to the old memories."""
    store, settings = context.store, context.settings
    ids = tuple(sorted(set(olds)))
    near = {bead.id: bead for bead in store.find(BeadQuery(points_at=ids))}
    near |= store.beads(
        edge.depends_on_id for bead in store.beads(ids).values() for edge in bead.relations()
    )
    works = [b for b in near.values() if b.issue_type in settings.work.types and not b.is_finished]
    contracts = [bead for bead in near.values() if bead.has(CONTRACT)]
    works += _blocked_by(store, contracts)
    items = {bead.id: bead for bead in works if not bead.has(CONTRACT)}
    moving, left = [], []
    for bead_id in sorted(items):
        bead = items[bead_id]
        active = bead.status in settings.work.active_statuses
        if active and _names(store, bead, ids):
            moving.append(bead)
        elif any(edge.depends_on_id in ids for edge in bead.relations()):
            left.append(bead)
    return moving, left


def _blocked_by(store: Store, contracts: list[Bead]) -> list[Bead]:
    if not contracts:
        return []
    ids = tuple(bead.id for bead in contracts)
    return [bead for bead in store.find(BeadQuery(points_at=ids)) if not bead.is_finished]


def _names(store: Store, work: Bead, olds: tuple[str, ...]) -> bool:
    """Whether the receipt or an open contract of a work item names one of the old memories."""
    receipt = read_receipt(work.metadata)
    if receipt is not None and any(receipt.given(old) for old in olds):
        return True
    for contract in store.beads(work.blockers()).values():
        record = read_contract(contract) if not contract.is_finished else None
        if record is not None and any(record.clause(old) for old in olds):
            return True
    return False


def move_work(context: Context, work_id: str, heads: Heads) -> Outcome[MovedWork]:
    """Move one work item; harmless to repeat."""
    return carry_out(context, lambda: _decide(context, work_id, heads))


def _decide(context: Context, work_id: str, heads: Heads) -> Decision[MovedWork]:
    work = read_bead(context.store, work_id)
    graph = around_work(context.store, context.settings, [work]).graph()
    receipt = read_receipt(work.metadata)
    operations: list[Operation] = []
    done: list[str] = []
    for old, new in sorted(heads.items()):
        if old in graph.related(work_id) and _was_given(graph, work, receipt, old):
            operations += unrelate(graph, work_id, old)
            operations += relate(graph, work_id, new.id)
            done.append(f"relation {old} → {new.id}")
    contract_operations, contract_id, contract_done, beads = _move_contract(
        context, graph, work, heads
    )
    operations += contract_operations
    done += contract_done
    moved = _moved_receipt(receipt, heads, contract_id) if receipt else None
    if moved is not None and moved != receipt:
        operations.append(SetMetadata(work_id, RECEIPT_KEY, moved.plain()))
        done.append("receipt")
    if operations:
        words = ", ".join(f"{old} was replaced by {new.id}" for old, new in sorted(heads.items()))
        operations.append(AddComment(work_id, context.who.name, f"Moved along: {words}."))
    news = tuple(graph.beads[new.id] for new in heads.values() if new.id in graph.beads)
    return Decision(
        "supersede-move",
        MovedWork(id=work_id, done=done),
        tuple(operations),
        relies_on=(work, *beads, *news),
        about=(work_id,),
        journal={"earlier_receipt": receipt.plain()} if receipt else {},
    )


def _was_given(graph: BeadGraph, work: Bead, receipt: Receipt | None, old: str) -> bool:
    """Whether a relation came with a start; one that cites the memory as evidence stays."""
    if receipt is not None and receipt.given(old):
        return True
    return any(state.clause(old) for state in contract_states(graph, work))


def _move_contract(
    context: Context, graph: BeadGraph, work: Bead, heads: Heads
) -> tuple[list[Operation], str | None, list[str], list[Bead]]:
    """The clause in the open contract swapped; where the last contract is closed, a new one."""
    states = contract_states(graph, work)
    for state in states:
        record = graph.contracts.get(state.id)
        if state.bead is None or record is None or not state.is_open or not state.blocks:
            continue
        swapped = _swapped(record, heads)
        if swapped == record:
            continue
        operations: list[Operation] = [SetMetadata(state.id, CONTRACT_KEY, swapped.plain())]
        for old, new in sorted(heads.items()):
            if record.clause(old):
                operations += unrelate(graph, state.id, old)
                operations += relate(graph, state.id, new.id)
        return operations, state.id, [f"clause in {state.id}"], [state.bead]
    known = {clause.memory for state in states for clause in state.clauses}
    bound = [new for old, new in sorted(heads.items()) if old in known and new.is_hard]
    bound = [new for new in bound if new.id not in known]
    if not bound or any(state.is_open and state.blocks for state in states):
        return [], None, [], []
    still = [
        graph.memories[c.memory]
        for state in states
        for c in state.clauses
        if c.memory in graph.memories and c.memory not in heads and is_done(c, context.now)
    ]
    hard = {memory.id: memory for memory in (*still, *bound)}
    labels = tuple(sorted({memory.domain for memory in hard.values()}))
    binding = Binding(work, tuple(hard.values()), labels, context.now, work.assignee)
    plan = plan_contract(graph, binding)
    return list(plan.operations), plan.contract, list(plan.done), list(plan.relies_on)


def _swapped(record: ContractRecord, heads: Heads) -> ContractRecord:
    clauses = []
    for clause in record.clauses:
        new = heads.get(clause.memory)
        if new is None:
            clauses.append(clause)
        elif new.is_hard and not any(each.memory == new.id for each in clauses):
            clauses.append(clause.model_copy(update=_fresh(new)))
    return record.model_copy(update={"clauses": clauses})


def _fresh(new: Memory) -> dict[str, object]:
    return {"memory": new.id, "digest": new.digest, "status": "open", "evidence": []}


def _moved_receipt(receipt: Receipt, heads: Heads, contract_id: str | None) -> Receipt:
    memories: list[GivenMemory] = []
    for given in receipt.memories:
        new = heads.get(given.id)
        moved = given if new is None else _given_instead(given, new)
        if not any(each.id == moved.id for each in memories):
            memories.append(moved)
    changes: dict[str, object] = {"memories": memories}
    if contract_id and contract_id != receipt.contract:
        changes |= {"contract": contract_id, "contract_record": None}
    return receipt.model_copy(update=changes)


def _given_instead(given: GivenMemory, new: Memory) -> GivenMemory:
    return given.model_copy(
        update={
            "id": new.id,
            "digest": new.digest,
            "strength": new.strength,
            "reason": f"{given.reason}; it replaced {given.id}",
        }
    )

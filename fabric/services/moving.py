"""Moves work from a memory to its successor: relation, clause, receipt, comment."""

from collections.abc import Iterable, Mapping

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import ContractState, contract_states, is_done, states_cover
from fabric.graph.kinds import kind_of
from fabric.graph.lineage import Lineage
from fabric.models.answers import MovedWork
from fabric.models.bead import Bead
from fabric.models.change_set import AddComment, Operation, SetMetadata
from fabric.models.contract import Clause, ContractRecord, read_contract
from fabric.models.memory import Memory
from fabric.models.receipt import GivenMemory, Receipt, read_receipt
from fabric.models.words import CONTRACT, CONTRACT_KEY, RECEIPT_KEY
from fabric.ports import BeadQuery
from fabric.services.anchors import relate, unrelate
from fabric.services.context import Context
from fabric.services.contracts import Binding, plan_contract
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.reading import around_work, read_bead

Heads = Mapping[str, Memory]
"""Id of an ended memory → the memory that took its place."""


def related_work(context: Context, olds: Iterable[str]) -> tuple[list[Bead], list[Bead]]:
    """Unfinished work that was given the old memories, and open work that merely relates to them.

    Work that was prepared and not claimed yet moves too: its contract holds it up already.
    """
    store, settings = context.store, context.settings
    ids = tuple(sorted(set(olds)))
    near = {bead.id: bead for bead in store.find(BeadQuery(points_at=ids))}
    near |= store.beads(
        edge.depends_on_id for bead in store.beads(ids).values() for edge in bead.relations()
    )
    contracts = tuple(bead.id for bead in near.values() if bead.has(CONTRACT))
    if contracts:
        near |= {bead.id: bead for bead in store.find(BeadQuery(points_at=contracts))}
    statuses, types = tuple(settings.work.active_statuses), tuple(settings.work.types)
    # A receipt may name a memory whose relation somebody took away.
    active = {each.id for each in store.find(BeadQuery(statuses=statuses, issue_types=types))}
    near |= store.beads(active - near.keys())
    works = [near[each] for each in sorted(near) if _is_open_work(context, near[each])]
    blockers = store.beads(each for bead in works for each in bead.blockers())
    moving, left = [], []
    for bead in works:
        if _names(blockers, bead, ids):
            moving.append(bead)
        elif any(edge.depends_on_id in ids for edge in bead.relations()):
            left.append(bead)
    return moving, left


def _is_open_work(context: Context, bead: Bead) -> bool:
    is_work = kind_of(bead, context.settings.work_types) in {"work", "other"}
    return is_work and not bead.is_finished


def _names(contracts: Mapping[str, Bead], work: Bead, olds: tuple[str, ...]) -> bool:
    """Whether the receipt or an open contract of a work item names one of the old memories."""
    receipt = read_receipt(work.metadata)
    if receipt is not None and any(receipt.given(old) for old in olds):
        return True
    found = (contracts[each] for each in work.blockers() if each in contracts)
    records = [read_contract(each) for each in found if not each.is_finished]
    return any(record is not None and record.clause(old) for record in records for old in olds)


def move_work(context: Context, work_id: str, heads: Heads) -> Outcome[MovedWork]:
    """Move one work item; harmless to repeat."""
    return carry_out(context, lambda: _decide(context, work_id, heads))


def _decide(context: Context, work_id: str, heads: Heads) -> Decision[MovedWork]:
    work = read_bead(context.store, work_id)
    graph = around_work(context.store, context.settings, [work]).graph()
    receipt = read_receipt(work.metadata)
    states = contract_states(graph, work)
    operations: list[Operation] = []
    done: list[str] = []
    for old, new in sorted(heads.items()):
        # A relation that no start gave cites the memory as evidence, and stays.
        if old in graph.related(work_id) and _was_given_by(states, work, old):
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


def _move_contract(
    context: Context, graph: BeadGraph, work: Bead, heads: Heads
) -> tuple[list[Operation], str | None, list[str], list[Bead]]:
    """The clause in the open contract swapped; where the last contract is closed, a new one."""
    states = contract_states(graph, work)
    given = {old: new for old, new in heads.items() if _was_given_by(states, work, old)}
    if not given or graph.children(work.id):
        return [], None, [], []
    for state in states:
        record = graph.contracts.get(state.id)
        if state.bead is None or record is None or record.work != work.id or not state.is_open:
            continue
        swapped = _swapped(record, given)
        if swapped == record:
            return [], None, [], []
        operations: list[Operation] = [SetMetadata(state.id, CONTRACT_KEY, swapped.plain())]
        for old in sorted(given):
            operations += unrelate(graph, state.id, old)
        for new_id in sorted({new.id for new in given.values() if new.is_hard}):
            operations += relate(graph, state.id, new_id)
        return operations, state.id, [f"clause in {state.id}"], [state.bead]
    return _bound_again(context, graph, work, given)


def _bound_again(
    context: Context, graph: BeadGraph, work: Bead, given: Heads
) -> tuple[list[Operation], str | None, list[str], list[Bead]]:
    """A contract for what hardened or was replaced after the last one was closed."""
    states, lineage = contract_states(graph, work), Lineage(graph)
    hard = {new.id: new for new in given.values() if new.is_hard}
    bound = [m for m in hard.values() if not states_cover(states, lineage, m.id, context.now)]
    if not bound:
        return [], None, [], []
    done = {c.memory for state in states for c in state.clauses if is_done(c, context.now)}
    still = [graph.memories[each] for each in done if each in graph.memories and each not in given]
    every = {memory.id: memory for memory in (*still, *bound)}
    memories = tuple(every[each] for each in sorted(every))
    labels = tuple(sorted({memory.domain for memory in memories}))
    plan = plan_contract(graph, Binding(work, memories, labels, context.now, work.assignee))
    return list(plan.operations), plan.contract, list(plan.done), list(plan.relies_on)


def _was_given_by(states: Iterable[ContractState], work: Bead, old: str) -> bool:
    receipt = read_receipt(work.metadata)
    if receipt is not None and receipt.given(old):
        return True
    return any(state.clause(old) for state in states)


def _swapped(record: ContractRecord, given: Heads) -> ContractRecord:
    """Each old clause gives way to one for its successor; what hardened gets one of its own."""
    clauses: list[Clause] = []
    for clause in record.clauses:
        new = given.get(clause.memory)
        if new is None:
            clauses.append(clause)
        elif new.is_hard and not any(each.memory == new.id for each in (*clauses, *record.clauses)):
            fresh = clause.but(memory=new.id, digest=new.digest, status="open", evidence=[])
            clauses.append(fresh)
    known = {clause.memory for clause in clauses}
    hard = {new.id: new for new in given.values() if new.is_hard and new.id not in known}
    clauses += [Clause(memory=each, digest=hard[each].digest) for each in sorted(hard)]
    return record.but(clauses=clauses)


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
    return receipt.but(**changes)


def _given_instead(given: GivenMemory, new: Memory) -> GivenMemory:
    return given.but(
        id=new.id,
        digest=new.digest,
        strength=new.strength,
        reason=f"{given.reason}; it replaced {given.id}",
    )

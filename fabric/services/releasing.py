"""Lets work go of a memory that ended without a successor: relation, clause, receipt, comment."""

from collections.abc import Callable, Iterable

from fabric.graph.applies import applying, bearing_of
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import ContractState, contract_states, is_done
from fabric.graph.lineage import Lineage
from fabric.graph.reviewed import is_reviewed
from fabric.models.answers import MovedWork
from fabric.models.bead import Bead
from fabric.models.change_set import AddComment, CloseBead, Operation, SetMetadata
from fabric.models.contract import ContractRecord, read_contract
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.models.receipt import GivenMemory, Receipt, read_receipt
from fabric.models.words import BLOCKING_TYPES, CONTRACT, CONTRACT_KEY, RECEIPT_KEY
from fabric.ports import BeadQuery
from fabric.selection.select import select
from fabric.services.anchors import relate, unrelate
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.reading import around_work, read_bead
from fabric.services.reviews import reviews_of

ALL_DONE = "Every clause is verified or waived"
NOTHING_BINDS = "nothing binds"


@dataclass(frozen=True, slots=True)
class Release:
    """Which memory lets go, and what became of it, in words."""

    memory: str
    because: str


def work_under(context: Context, memory: Memory) -> tuple[list[Bead], list[Bead]]:
    """Unfinished work that a memory has to let go of, and what is only its evidence, by id."""
    store, settings = context.store, context.settings
    near = {bead.id: bead for bead in store.find(BeadQuery(points_at=(memory.id,)))}
    near |= store.beads(edge.depends_on_id for edge in memory.bead.relations())
    contracts = tuple(bead.id for bead in near.values() if bead.has(CONTRACT))
    if contracts:
        waiting = store.find(BeadQuery(points_at=contracts, by_types=tuple(sorted(BLOCKING_TYPES))))
        near |= {bead.id: bead for bead in waiting}
    active = BeadQuery(
        statuses=tuple(settings.work.active_statuses), issue_types=tuple(settings.work.types)
    )
    near |= {bead.id: bead for bead in store.find(active)}
    releasing: list[Bead] = []
    left: list[Bead] = []
    for bead_id in sorted(near):
        bead = near[bead_id]
        if bead.issue_type not in settings.work_types or bead.is_finished or bead.has(CONTRACT):
            continue
        if _was_given(context, bead, memory):
            releasing.append(bead)
        elif any(edge.depends_on_id == memory.id for edge in bead.relations()):
            (left if bead.id in memory.evidence else releasing).append(bead)
    return releasing, left


def _was_given(context: Context, work: Bead, memory: Memory) -> bool:
    receipt = read_receipt(work.metadata) if work.metadata else None
    if receipt is not None and receipt.given(memory.id):
        return True
    contracts = context.store.beads(work.blockers()).values() if work.blockers() else ()
    return any(_holds_to(bead, memory) for bead in contracts if not bead.is_finished)


def _holds_to(contract: Bead, memory: Memory) -> bool:
    """Whether an open contract has a clause for a memory; a hand-made one relates to it."""
    record = read_contract(contract)
    if record is not None:
        return record.clause(memory.id) is not None
    related = {edge.depends_on_id for edge in memory.bead.relations()}
    related |= {memory.id for edge in contract.relations() if edge.depends_on_id == memory.id}
    return contract.has(CONTRACT) and bool(related & {contract.id, memory.id})


def release_all(
    context: Context,
    works: Iterable[Bead],
    release: Release,
    progress: Callable[[int, int], None],
) -> list[MovedWork]:
    """Release one item after the other; those that were released before are left out."""
    items = list(works)
    done = []
    for number, bead in enumerate(items, start=1):
        outcome = release_work(context, bead.id, release)
        if outcome.applied:
            done.append(outcome.answer)
        progress(number, len(items))
    return done


def release_work(context: Context, work_id: str, release: Release) -> Outcome[MovedWork]:
    """Release one work item; harmless to repeat."""
    return carry_out(context, lambda: _decide(context, work_id, release))


@dataclass(frozen=True, slots=True)
class _Contract:
    """What becomes of the contracts of an item."""

    operations: tuple[Operation, ...] = ()
    done: tuple[str, ...] = ()
    beads: tuple[Bead, ...] = ()
    emptied: str = ""
    completed: tuple[str, ContractRecord] | None = None


def _decide(context: Context, work_id: str, release: Release) -> Decision[MovedWork]:
    work = read_bead(context.store, work_id)
    part = around_work(context.store, context.settings, [work])
    part.fetch((release.memory,))
    graph = part.graph()
    receipt = read_receipt(work.metadata)
    operations: list[Operation] = []
    done: list[str] = []
    relation = unrelate(graph, work_id, release.memory)
    if relation:
        operations += relation
        done.append("relation")
    contract = _contracts(context, graph, work, release)
    operations += contract.operations
    done += contract.done
    moved = _receipt_without(receipt, release.memory, contract) if receipt else None
    instead: list[GivenMemory] = []
    if moved is not None and moved != receipt:
        instead = _instead(context, graph, work, moved)
        moved = _with(moved, instead)
        for each in instead:
            operations += relate(graph, work_id, each.id)
        operations.append(SetMetadata(work_id, RECEIPT_KEY, moved.plain()))
        done.append("receipt")
    if operations:
        given = f"; given in its place: {', '.join(m.id for m in instead)}" if instead else ""
        text = f"Released from {release.memory}: {release.because}{given}"
        operations.append(AddComment(work_id, context.who.name, text))
    return Decision(
        "release",
        MovedWork(id=work_id, done=done),
        tuple(operations),
        relies_on=(work, *contract.beads),
        about=(work_id, release.memory),
        journal={"earlier_receipt": receipt.plain()} if receipt else {},
    )


def _instead(context: Context, graph: BeadGraph, work: Bead, receipt: Receipt) -> list[GivenMemory]:
    """What work is given where nothing that still applies is left to it; contracts are a start's."""
    bearing = bearing_of(graph, work)
    found = applying(graph, Lineage(graph), work, bearing, context.now)
    ids = [each.memory.id for each in found]
    if not found or any(receipt.given(each) for each in ids):
        return []
    reviews = reviews_of(context.store, ids) if context.store.has_journal else {}
    if context.settings.governance.require_review:
        found = [each for each in found if is_reviewed(each.memory, reviews)]
    chosen = select(graph, found, work, bearing, context.settings.budget.memories).given
    return [
        GivenMemory(
            id=each.memory.id,
            digest=each.memory.digest,
            strength=each.memory.strength,
            reason=each.reason,
            reviewed=is_reviewed(each.memory, reviews),
        )
        for each in chosen
    ]


def _with(receipt: Receipt, instead: list[GivenMemory]) -> Receipt:
    if not instead:
        return receipt
    ids = {each.id for each in instead}
    left_out = [each for each in receipt.left_out if each.id not in ids]
    return receipt.but(memories=instead, left_out=left_out, note=None)


def _contracts(context: Context, graph: BeadGraph, work: Bead, release: Release) -> _Contract:
    found = _Contract()
    for state in contract_states(graph, work):
        if state.bead is None or not state.is_open or state.clause(release.memory) is None:
            continue
        found = _merged(found, _one_contract(context, graph, state, release))
    return found


def _merged(one: _Contract, other: _Contract) -> _Contract:
    return _Contract(
        one.operations + other.operations,
        one.done + other.done,
        one.beads + other.beads,
        other.emptied or one.emptied,
        other.completed or one.completed,
    )


def _one_contract(
    context: Context, graph: BeadGraph, state: ContractState, release: Release
) -> _Contract:
    """The clause taken out; a contract that then holds nothing up is closed."""
    bead = state.bead
    if bead is None:
        return _Contract()
    record = graph.contracts.get(state.id)
    operations: list[Operation] = []
    rest = [clause for clause in state.clauses if clause.memory != release.memory]
    kept = record.but(clauses=rest) if record else None
    if kept is not None:
        operations.append(SetMetadata(state.id, CONTRACT_KEY, kept.plain()))
    operations += unrelate(graph, state.id, release.memory)
    done = [f"clause in {state.id}"]
    complete = bool(rest) and all(is_done(clause, context.now) for clause in rest)
    if not rest or (complete and kept is not None):
        operations.append(CloseBead(state.id, ALL_DONE if rest else NOTHING_BINDS))
        done.append(f"{state.id} closed")
    return _Contract(
        tuple(operations),
        tuple(done),
        (bead,),
        emptied="" if rest else state.id,
        completed=(state.id, kept) if complete and kept is not None else None,
    )


def _receipt_without(receipt: Receipt, memory_id: str, contract: _Contract) -> Receipt:
    memories = [each for each in receipt.memories if each.id != memory_id]
    changes: dict[str, object] = {
        "memories": memories,
        "left_out": [each for each in receipt.left_out if each.id != memory_id],
    }
    if not memories and receipt.memories:
        changes["note"] = "No memory in force applies."
    if contract.completed is not None:
        changes |= {"contract": contract.completed[0], "contract_record": contract.completed[1]}
    elif contract.emptied and contract.emptied == receipt.contract:
        changes |= {"contract": None, "contract_record": None}
    return receipt.but(**changes)

"""`fabric waive`: a reviewer lets a work item go without one clause of its contract, until a day."""

from fabric.errors import Refused, WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import ContractState, contract_states, is_done
from fabric.graph.lineage import Lineage
from fabric.models.actor import Actor
from fabric.models.answers_life import WaiveAnswer
from fabric.models.bead import Bead
from fabric.models.change_set import CloseBead, Operation, SetMetadata
from fabric.models.contract import Clause, ContractRecord, Evidence
from fabric.models.frozen import dataclass
from fabric.models.instants import parse_instant
from fabric.models.receipt import read_receipt
from fabric.models.words import CONTRACT_KEY, RECEIPT_KEY
from fabric.services.context import Context
from fabric.services.ending import one_reason
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_reviewer
from fabric.services.reading import around_work, insist_on_work, read_bead, resolve_id
from fabric.services.releasing import ALL_DONE


@dataclass(frozen=True, slots=True)
class WaiveRequest:
    """Which clause of which work item, why, until when, by whom (empty: who acts)."""

    work: str
    memory: str
    reason: str
    until: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    """The clause to waive, in its open contract, as it was read."""

    work: Bead
    graph: BeadGraph
    contract: Bead
    record: ContractRecord
    clause: Clause


def waive(context: Context, request: WaiveRequest) -> Outcome[WaiveAnswer]:
    """Waive a clause; the contract closes when nothing else is open.

    After `until` the clause binds again at the next start, in a following contract. Raises
    NotAllowed, Refused, WrongUse.
    """
    reason = one_reason(request.reason, "The gateway is down until Friday")
    until = _until(context, request.until)
    reviewer = require_reviewer(context, "waive a clause", request.person or None)
    acting = context.acting_as(reviewer)
    found = _find(acting, request)
    if not _is_waived_so(found.clause, reason, until):
        memory = found.graph.memories[found.clause.memory]
        text = f"{memory.bead.title}\n\nNot asked of {found.work.id} until {until}: {reason}"
        confirm(acting, text, memory.id)
    return carry_out(acting, lambda: _decide(acting, request, reviewer, reason))


def _until(context: Context, text: str) -> str:
    end = parse_instant(text)
    if end is None:
        raise WrongUse(
            f"--until {text!r} is no time." if text else "A waiver needs an end.",
            "Give a day like 2026-03-02, or an RFC 3339 time.",
        )
    if end <= context.now:
        raise WrongUse(f"--until {text} is over already.", "Give a later day.")
    return text.strip()


def _find(context: Context, request: WaiveRequest) -> _Found:
    work = read_bead(context.store, request.work)
    memory_id = resolve_id(context.store, request.memory)
    graph = around_work(context.store, context.settings, [work]).graph()
    insist_on_work(graph, work, "Say WORK first, then MEMORY.")
    if work.is_finished:
        raise Refused(f"{work.id} is {work.status}.", "Only unfinished work needs a waiver.")
    states = contract_states(graph, work)
    for state in states:
        clause = state.clause(memory_id)
        if clause is None or not state.is_open or not state.blocks or state.bead is None:
            continue
        record = graph.contracts.get(state.id)
        if record is None:
            raise Refused(
                f"{state.id} was made by hand and has no clauses to waive.",
                f"Close it by hand when it is settled: `bd close {state.id}`.",
            )
        _refuse_stale(graph, work, clause)
        return _Found(work, graph, state.bead, record, clause)
    raise _no_clause(context, work, memory_id, states)


def _no_clause(
    context: Context, work: Bead, memory_id: str, states: tuple[ContractState, ...]
) -> WrongUse:
    done = [
        state.id
        for state in states
        if (clause := state.clause(memory_id)) is not None and is_done(clause, context.now)
    ]
    if done:
        return WrongUse(
            f"The clause for {memory_id} is done in {done[0]} already.",
            f"`fabric status {work.id}` shows what is open.",
        )
    return WrongUse(
        f"{work.id} has no open clause for {memory_id}.",
        f"`fabric start {work.id}` makes its contract; `fabric status {work.id}` shows clauses.",
    )


def _refuse_stale(graph: BeadGraph, work: Bead, clause: Clause) -> None:
    memory = graph.memories.get(clause.memory)
    state = Lineage(graph).state(memory) if memory is not None else "gone"
    if memory is None or state != "canonical":
        raise Refused(f"{clause.memory} is {state}.", f"Run `fabric start {work.id}` first.")
    if clause.digest and clause.digest != memory.digest:
        raise Refused(
            f"{memory.id} says something else than when the contract was made.",
            f"Run `fabric start {work.id}` first.",
        )


def _is_waived_so(clause: Clause, reason: str, until: str) -> bool:
    last = clause.evidence[-1] if clause.evidence else None
    if clause.status != "waived" or last is None or last.kind != "waiver":
        return False
    return (last.check, last.until) == (reason, until)


def _decide(
    context: Context, request: WaiveRequest, reviewer: Actor, reason: str
) -> Decision[WaiveAnswer]:
    found = _find(context, request)
    until = request.until.strip()
    already = _is_waived_so(found.clause, reason, until)
    waived = found.clause if already else _waived(context, found.clause, reviewer, reason, until)
    clauses = [waived if c.memory == waived.memory else c for c in found.record.clauses]
    record = found.record.but(clauses=clauses)
    still_open = [c.memory for c in clauses if not is_done(c, context.now)]
    operations: list[Operation] = []
    if not already:
        operations.append(SetMetadata(found.contract.id, CONTRACT_KEY, record.plain()))
    if not still_open:
        operations += _closing(found, record)
    return Decision(
        "waive",
        WaiveAnswer(
            work=found.work.id,
            memory=waived.memory,
            contract=found.contract.id,
            reason=reason,
            until=until,
            already=already,
            open=still_open,
            closed=not still_open,
        ),
        tuple(operations),
        relies_on=(found.contract, found.work),
        reason=reason,
        about=(found.work.id, waived.memory),
    )


def _waived(context: Context, clause: Clause, reviewer: Actor, reason: str, until: str) -> Clause:
    """The clause as waived; only this waiver's end counts, earlier ones stay in the journal."""
    others = [each for each in clause.evidence if each.kind != "waiver"]
    waiver = Evidence(
        check=reason,
        kind="waiver",
        at=context.now_text,
        by=reviewer.name,
        by_kind=reviewer.kind,
        until=until,
    )
    return clause.but(status="waived", evidence=[*others, waiver])


def _closing(found: _Found, record: ContractRecord) -> list[Operation]:
    operations: list[Operation] = [CloseBead(found.contract.id, ALL_DONE)]
    receipt = read_receipt(found.work.metadata)
    if receipt is not None:
        copied = receipt.but(contract=found.contract.id, contract_record=record)
        operations.append(SetMetadata(found.work.id, RECEIPT_KEY, copied.plain()))
    return operations

"""`fabric verify`: check the open clauses of a work item's contract, and close it when all hold."""

from collections.abc import Mapping

from fabric.errors import Refused, WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import is_done
from fabric.graph.lineage import Lineage
from fabric.graph.readiness import open_blockers
from fabric.models.answers import CheckView, VerifyAnswer
from fabric.models.bead import Bead
from fabric.models.change_set import CloseBead, Operation, SetMetadata
from fabric.models.contract import Clause, ContractRecord, read_contract
from fabric.models.fabric_object import fabric_object
from fabric.models.frozen import dataclass, field
from fabric.models.receipt import read_receipt
from fabric.models.words import CONTRACT_KEY, RECEIPT_KEY
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.reading import around_work, insist_on_work, read_bead, resolve_id
from fabric.services.trusting import runnable
from fabric.services.verifying import Checker, ClauseResult


@dataclass(frozen=True, slots=True)
class VerifyRequest:
    """Which work item; memory id → attested words; whether changed files are fine."""

    work: str
    attested: Mapping[str, str] = field(default_factory=dict)
    allow_dirty: bool = False


@dataclass(frozen=True, slots=True)
class _Open:
    """The open contract of a work item, as it was read."""

    work: Bead
    graph: BeadGraph
    contract: Bead | None
    record: ContractRecord | None


def verify(context: Context, request: VerifyRequest) -> Outcome[VerifyAnswer]:
    """Verify what is open; a dry run says what it would run, and runs nothing.

    Raises Refused for changed files, WrongUse for an unknown memory.
    """
    found = _find(context, request.work)
    attested = _attested(context, request, found)
    results = _check(context, request, found, attested)
    return carry_out(context, lambda: _decide(context, found.work.id, results))


def _find(context: Context, text: str) -> _Open:
    """The open contract of a work item; those of other work that it waits for are left alone."""
    work = read_bead(context.store, text)
    graph = around_work(context.store, context.settings, [work]).graph()
    insist_on_work(graph, work, "Name the work item itself: `fabric work list` shows work.")
    blockers = [b for b in open_blockers(graph, work) if graph.kind(b.id) == "contract"]
    records = [(bead, read_contract(bead)) for bead in blockers]
    for bead, record in records:
        if record is not None and record.work == work.id:
            return _Open(work, graph, bead, record)
    for bead, record in records:
        if record is None:
            raise _unreadable(bead)
    return _Open(work, graph, None, None)


def _unreadable(bead: Bead) -> Refused:
    if fabric_object(bead.metadata, CONTRACT_KEY):
        return Refused(
            f"metadata.{CONTRACT_KEY} of {bead.id} cannot be read.",
            "A newer version may have written it: upgrade, or mend that key.",
        )
    return Refused(
        f"{bead.id} was made by hand and says not what to check.",
        f"Check its memories, then close it: `fabric show {bead.id}`.",
    )


def _attested(context: Context, request: VerifyRequest, found: _Open) -> dict[str, str]:
    words = {resolve_id(context.store, key): value for key, value in request.attested.items()}
    for memory_id, text in words.items():
        clause = found.record.clause(memory_id) if found.record else None
        if clause is None or is_done(clause, context.now):
            raise WrongUse(
                f"{found.work.id} has no open clause for {memory_id}.",
                f"`fabric status {found.work.id}` shows its clauses.",
            )
        if not text.strip():
            raise WrongUse("An empty attestation proves nothing.", "Say what was checked.")
    return words


def _check(
    context: Context, request: VerifyRequest, found: _Open, attested: Mapping[str, str]
) -> dict[str, ClauseResult]:
    if found.record is None:
        return {}
    open_clauses = [c for c in found.record.clauses if not is_done(c, context.now)]
    state = context.tools.worktree.state()
    runs = any(
        runnable(found.graph.memories[c.memory])
        for c in open_clauses
        if c.memory in found.graph.memories
    )
    if runs and state.dirty and not request.allow_dirty:
        shown = ", ".join(state.dirty[:3]) + (" …" if len(state.dirty) > 3 else "")
        raise Refused(
            f"The worktree has changes that no commit holds: {shown}.",
            "Commit them, or say --allow-dirty; the evidence then says so.",
        )
    checker = Checker(context, found.work.id, state, attested)
    return {c.memory: _check_one(checker, found.graph, c) for c in open_clauses}


def _check_one(checker: Checker, graph: BeadGraph, clause: Clause) -> ClauseResult:
    memory = graph.memories.get(clause.memory)
    problem = ""
    if memory is None:
        problem = "the memory is not there any more"
    elif Lineage(graph).state(memory) != "canonical":
        problem = f"the memory is {Lineage(graph).state(memory)}"
    elif clause.digest and clause.digest != memory.digest:
        problem = "the memory says something else than when the contract was made"
    if problem or memory is None:
        mend = f"{problem}: fabric start {checker.work_id}"
        view = CheckView(memory=clause.memory, check="", outcome="stale", detail=mend)
        return ClauseResult(clause, (view,))
    return checker.check(clause, memory)


def _decide(
    context: Context, work_id: str, results: Mapping[str, ClauseResult]
) -> Decision[VerifyAnswer]:
    now = _find(context, work_id)
    checks = [view for result in results.values() for view in result.checks]
    if now.contract is None or now.record is None:
        answer = VerifyAnswer(work=work_id, contract=None, checks=checks, open=[], closed=False)
        return Decision("verify", answer)
    clauses = [
        clause if is_done(clause, context.now) else _merged(clause, results.get(clause.memory))
        for clause in now.record.clauses
    ]
    record = now.record.but(clauses=clauses)
    still_open = [c.memory for c in clauses if not is_done(c, context.now)]
    operations: list[Operation] = []
    if record != now.record:
        operations.append(SetMetadata(now.contract.id, CONTRACT_KEY, record.plain()))
    if not still_open:
        operations.append(CloseBead(now.contract.id, "Every clause is verified or waived"))
        receipt = read_receipt(now.work.metadata)
        if receipt is not None:
            copied = receipt.but(contract=now.contract.id, contract_record=record)
            operations.append(SetMetadata(work_id, RECEIPT_KEY, copied.plain()))
    answer = VerifyAnswer(
        work=work_id,
        contract=now.contract.id,
        checks=checks,
        open=still_open,
        closed=not still_open,
        commit=context.tools.worktree.state().commit,
    )
    return Decision(
        "verify", answer, tuple(operations), relies_on=(now.contract, now.work), about=(work_id,)
    )


def _merged(clause: Clause, result: ClauseResult | None) -> Clause:
    """The result of a clause, where it is still the clause that was checked."""
    if result is None or result.clause.digest != clause.digest:
        return clause
    return result.clause

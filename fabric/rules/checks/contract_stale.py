"""An open contract enforces words that ended or changed."""

from collections.abc import Iterator

from fabric.graph.contract_state import state_of
from fabric.models.bead import Bead
from fabric.models.change_set import SetMetadata
from fabric.models.contract import Clause, ContractRecord
from fabric.models.finding import Finding
from fabric.models.words import CONTRACT_KEY
from fabric.rules.asked import Asked
from fabric.rules.fixes import fix_of
from fabric.rules.renamed import renamed_memories
from fabric.rules.rule import Rule

RULE = Rule(
    slug="contract-stale",
    severity="warning",
    scope="everything",
    summary="A clause of an open contract names a memory that ended, changed or is gone.",
    help="`fabric start` on its item refreshes the contract.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Compare the clauses of open contracts with the memories as they are now."""
    for contract in asked.graph.of_kind("contract"):
        if contract.is_finished:
            continue
        clauses = state_of(asked.graph, contract, contract).clauses
        gone = {each.memory: each.digest for each in clauses if asked.graph.is_absent(each.memory)}
        renamed = renamed_memories(asked.graph, contract.id, gone)
        for clause in clauses:
            problem = _problem(asked, clause, renamed)
            if problem:
                yield _finding(asked, contract, clause.memory, problem, renamed)
        yield from _work(asked, contract)


def _problem(asked: Asked, clause: Clause, renamed: dict[str, str]) -> str:
    if clause.memory in renamed:
        return f"is {renamed[clause.memory]} now"
    if asked.graph.is_absent(clause.memory):
        return "is not there any more"
    memory = asked.graph.memories.get(clause.memory)
    if memory is None:
        return ""
    state = asked.states[memory.id]
    if state != "canonical":
        return f"is {state}"
    return "has other words now" if clause.digest and clause.digest != memory.digest else ""


def _finding(
    asked: Asked, contract: Bead, memory_id: str, problem: str, renamed: dict[str, str]
) -> Finding:
    record = asked.graph.contracts[contract.id]
    fix = None
    if record is not None and memory_id in renamed:
        fix = fix_of(asked, SetMetadata(contract.id, CONTRACT_KEY, _with(record, renamed)))
    return RULE.finding(
        contract.id, f"Its clause names {memory_id}, which {problem}.", missing=memory_id, fix=fix
    )


def _with(record: ContractRecord, renamed: dict[str, str], work: str = "") -> dict[str, object]:
    clauses = [each.but(memory=renamed.get(each.memory, each.memory)) for each in record.clauses]
    return record.but(clauses=clauses, work=work or record.work).plain()


def _work(asked: Asked, contract: Bead) -> Iterator[Finding]:
    """A renaming takes the contract along with its item, and not the id in its record."""
    record = asked.graph.contracts[contract.id]
    waiting = asked.graph.blocked_by(contract.id)
    if record is None or len(waiting) != 1 or not asked.graph.is_absent(record.work):
        return
    value = _with(record, {}, waiting[0].id)
    yield RULE.finding(
        contract.id,
        f"Its record names the item {record.work}, which is {waiting[0].id} now.",
        missing=record.work,
        fix=fix_of(asked, SetMetadata(contract.id, CONTRACT_KEY, value)),
    )

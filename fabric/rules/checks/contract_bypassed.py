"""The contract that a receipt names no longer does its work."""

from collections.abc import Iterator

from fabric.graph.contract_state import ContractState, left_undone
from fabric.models.bead import Bead
from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import listed

RULE = Rule(
    slug="contract-bypassed",
    severity="error",
    scope="work",
    summary="The contract of a receipt was removed, unhooked, or closed with open clauses.",
    help="Run `fabric start` on the item: it makes the contract bind again.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask unfinished items whether the contract of their receipt holds them up or is done."""
    for work in asked.unfinished:
        receipt = asked.receipt(work)
        if receipt is None or not receipt.contract or asked.has_children(work):
            continue
        problem = _problem(asked, work, receipt.contract)
        if problem:
            yield RULE.finding(
                work.id,
                f"Its contract {receipt.contract} no longer holds: {problem}.",
                missing=receipt.contract,
            )


def _problem(asked: Asked, work: Bead, contract_id: str) -> str:
    states = asked.contracts(work)
    state = next((each for each in states if each.id == contract_id), None)
    if state is not None:
        return _fault(asked, states, state)
    if contract_id in asked.graph:
        return "the item does not wait for it any more"
    if not asked.graph.is_absent(contract_id) or any(each.blocks for each in states):
        return ""  # not read, or bd renamed it: stale-receipt tells
    return "it is not there any more, and the receipt holds no copy"


def _fault(asked: Asked, states: tuple[ContractState, ...], state: ContractState) -> str:
    if state.is_open:
        return "" if state.blocks else "the item does not wait for it any more"
    if not state.readable:
        return "it is closed, and its record cannot be read"
    undone = left_undone(states, state, asked.now)
    return f"it is closed, and open for {listed(undone)}" if undone else ""

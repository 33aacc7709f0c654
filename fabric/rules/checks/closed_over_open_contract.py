"""Work was closed although its contract was not done."""

from collections.abc import Iterator

from fabric.graph.contract_state import ContractState, is_moved_to_leaves, left_undone
from fabric.models.bead import Bead
from fabric.models.finding import Finding
from fabric.models.instants import parse_instant
from fabric.models.words import SUPERSEDES
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import listed

RULE = Rule(
    slug="closed-over-open-contract",
    severity="error",
    scope="work",
    summary="Work was closed while its contract was open.",
    help="Reopen the item and run `fabric verify` on it, or let a reviewer `fabric waive` it.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask closed items for contracts that were open, or undone, when they were closed."""
    for work in asked.closed:
        contracts = asked.contracts(work)
        if not contracts or work.targets(SUPERSEDES, "duplicates"):
            continue  # what replaced it carries the contract on
        for contract in contracts:
            yield from _closed_over(asked, work, contract)


def _closed_over(asked: Asked, work: Bead, contract: ContractState) -> Iterator[Finding]:
    at = parse_instant(work.closed_at) or asked.now
    if is_moved_to_leaves(contract) and asked.has_children(work):
        return
    open_for = left_undone(asked.contracts(work), contract, at)
    if contract.is_open or open_for or not contract.readable:
        clauses = f", with open clauses for {listed(open_for)}" if open_for else ""
        yield RULE.finding(
            work.id,
            f"It was closed over the contract {contract.id}{clauses}.",
            missing=contract.id,
        )

"""A contract was closed with clauses that nobody verified or waived."""

from collections.abc import Iterator

from fabric.graph.contract_state import (
    ContractState,
    contract_states,
    is_moved_to_leaves,
    works_of,
)
from fabric.models.bead import Bead
from fabric.models.finding import Finding
from fabric.models.instants import parse_instant
from fabric.models.words import SUPERSEDES
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import listed

RULE = Rule(
    slug="contract-closed-unverified",
    severity="error",
    scope="everything",
    summary="A contract is closed, and a clause is neither verified nor waived.",
    help="`fabric start` on its item makes it bind again; then `fabric verify`.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask closed contracts with a record for undone clauses that no other contract took over."""
    for contract in asked.graph.of_kind("contract"):
        record = asked.graph.contracts[contract.id]
        if record is None or not contract.is_closed or record.is_done:
            continue
        for work in works_of(asked.graph, contract):
            undone = _undone(asked, work, contract) if _is_asked(asked, work, contract) else []
            if undone:
                yield RULE.finding(
                    contract.id,
                    f"It was closed while open for {listed(undone)}.",
                    missing=" ".join(undone),
                )
                break


def _is_asked(asked: Asked, work: Bead, contract: Bead) -> bool:
    """Whether its item is looked at: of what closed long ago the store is not asked each time."""
    if asked.graph.kind(work.id) != "work":
        return asked.graph.complete
    return work.id in asked.looked_at or contract.id in asked.named


def _undone(asked: Asked, work: Bead, contract: Bead) -> list[str]:
    if work.targets(SUPERSEDES, "duplicates") or _closed_first(work, contract):
        return []
    states = contract_states(asked.graph, work)
    own = next(state for state in states if state.id == contract.id)
    if is_moved_to_leaves(own) and asked.has_children(work):
        return []
    others = [state for state in states if state.id != contract.id]
    return [
        clause.memory
        for clause in own.clauses
        if not clause.is_done and not _is_taken_over(others, clause.memory, asked)
    ]


def _is_taken_over(others: list[ContractState], memory_id: str, asked: Asked) -> bool:
    return any(state.covers(memory_id, asked.now) for state in others)


def _closed_first(work: Bead, contract: Bead) -> bool:
    """Whether the work was closed before: closed-over-open-contract tells that."""
    one, other = parse_instant(work.closed_at), parse_instant(contract.closed_at)
    return work.is_closed and one is not None and other is not None and one <= other

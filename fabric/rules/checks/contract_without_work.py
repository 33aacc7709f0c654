"""An open contract holds nothing up."""

from collections.abc import Iterator

from fabric.graph.contract_state import works_of
from fabric.models.bead import Bead
from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="contract-without-work",
    severity="warning",
    scope="everything",
    summary="An open contract blocks nothing.",
    help="`fabric start` on its item hooks it up again; `bd close` it where nobody needs it.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask open contracts for a bead that waits for them."""
    for contract in asked.graph.of_kind("contract"):
        if contract.is_finished or asked.graph.blocked_by(contract.id):
            continue
        if not _is_outlived(asked, contract):
            yield RULE.finding(
                contract.id, "It is open, and nothing waits for it.", missing="a work item"
            )


def _is_outlived(asked: Asked, contract: Bead) -> bool:
    """Whether its item is over or gone: contract-outlived tells that."""
    record = asked.graph.contracts[contract.id]
    if record is None:
        return False
    works = works_of(asked.graph, contract)
    if works:
        return all(work.is_finished for work in works)
    return asked.graph.is_absent(record.work)

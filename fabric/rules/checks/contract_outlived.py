"""An open contract whose work is over."""

from collections.abc import Iterator

from fabric.graph.contract_state import state_of, works_of
from fabric.models.bead import Bead
from fabric.models.change_set import CloseBead
from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.fixes import fix_of
from fabric.rules.rule import Rule
from fabric.rules.words import entitled, listed

RULE = Rule(
    slug="contract-outlived",
    severity="warning",
    scope="everything",
    summary="A contract is open, and the work that it was for is closed, replaced or deleted.",
    help="`fabric lint --fix` closes it; the next writing verb on the item does too.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask open contracts whether all work that they were for is over."""
    for contract in asked.graph.of_kind("contract"):
        if contract.is_finished:
            continue
        over = _what_is_over(asked, contract)
        if over:
            yield RULE.finding(
                contract.id,
                f"It is open, and {over}.",
                missing="closed",
                fix=fix_of(
                    asked,
                    CloseBead(contract.id, f"{over}{_left_open(asked, contract)}"),
                    read=[work.id for work in works_of(asked.graph, contract)],
                ),
            )


def _what_is_over(asked: Asked, contract: Bead) -> str:
    works = works_of(asked.graph, contract)
    if works:
        names = ", ".join(entitled(work) for work in works)
        return f"{names} is over" if all(work.is_finished for work in works) else ""
    record = asked.graph.contracts[contract.id]
    if record is not None and asked.graph.is_absent(record.work):
        return f"{record.work} is not there any more"
    return ""


def _left_open(asked: Asked, contract: Bead) -> str:
    state = state_of(asked.graph, contract, contract)
    undone = state.undone(asked.now)
    return f"; it was open for {listed(undone)}" if undone else ""

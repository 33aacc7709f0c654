"""An open contract enforces nothing that anybody could name."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.words import CONTRACT_KEY
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="contract-without-memory",
    severity="warning",
    scope="everything",
    summary="An open contract has no clause and relates to no memory.",
    help="`fabric start` on its item writes the clauses; `bd dep relate` names the memory by hand.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask open contracts for a clause, hand-made ones for a relation to a memory."""
    for contract in asked.graph.of_kind("contract"):
        if contract.is_finished:
            continue
        record = asked.graph.contracts[contract.id]
        if record is None and CONTRACT_KEY in contract.metadata:
            yield RULE.finding(
                contract.id, "Its record cannot be read.", missing="a readable record"
            )
        elif not (record.clauses if record else list(asked.related_memories(contract))):
            yield RULE.finding(
                contract.id,
                "It holds work up for no memory: it has no clause and relates to none.",
                missing="a memory",
            )

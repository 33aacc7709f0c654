"""An open contract on a parent blocks every child."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import entitled, listed

RULE = Rule(
    slug="contract-on-parent",
    severity="error",
    scope="everything",
    summary="An open contract blocks an item that has children.",
    help="`fabric start` on the parent moves the contract to the leaves.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask open contracts whether what they block has children."""
    for contract in asked.graph.of_kind("contract"):
        if contract.is_finished:
            continue
        for work in asked.graph.blocked_by(contract.id):
            children = [] if work.is_finished else asked.graph.children(work.id)
            if children:
                yield RULE.finding(
                    contract.id,
                    f"It blocks {entitled(work)}, and with it its children: "
                    f"{listed(child.id for child in children)}.",
                    missing=f"leaves of {work.id}",
                )

"""A hard memory binds active work, and no contract holds it up."""

from collections.abc import Iterator
from itertools import takewhile

from fabric.graph.contract_state import states_cover
from fabric.models.finding import Finding
from fabric.rules.asked import Asked
from fabric.rules.late import late_severity
from fabric.rules.rule import Rule
from fabric.rules.words import named

RULE = Rule(
    slug="hard-memory-without-contract",
    severity="error",
    scope="work",
    summary="A hard memory applies to active work, and no contract covers it.",
    help="Run `fabric start` on the item: it makes or extends the contract.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask each active leaf for a clause of each hard memory: open and in the way, or satisfied."""
    for work in asked.active:
        hard = list(takewhile(lambda memory: memory.is_hard, asked.applying(work)))
        if not hard or asked.has_children(work):
            continue
        contracts = asked.contracts(work)
        for memory in hard:
            if states_cover(contracts, asked.lineage, memory.id, asked.now):
                continue
            yield RULE.finding(
                work.id,
                f"The hard memory {named(memory)} applies, and no contract of this item has an "
                "open or satisfied clause for it.",
                missing=memory.id,
                severity=late_severity(asked, (memory,), asked.receipt(work)),
            )

"""bd's housekeeping may delete a memory, or bd offers one as work."""

from collections.abc import Iterator

from fabric.models.bead import Bead
from fabric.models.finding import Finding
from fabric.models.words import PINNED_STATUS
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-unprotected",
    severity="warning",
    scope="everything",
    summary="A memory, anchor or open contract lacks bd's flag `pinned`.",
    help="bd sets the flag only when it creates a bead by import, so an existing one cannot be "
    "pinned with bd's embedded store: run housekeeping as `bd gc --skip-decay`.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask memories of every state, anchors and open contracts for the flag."""
    for memory in asked.graph.memories.values():
        if not _is_safe(memory.bead):
            risk = (
                "`bd gc` deletes it 90 days after it was closed"
                if memory.bead.is_closed
                else "`bd ready` offers it as work, and anybody's `bd close` ratifies it"
            )
            yield _finding(memory.bead, risk)
    for anchor in asked.graph.of_kind("anchor"):
        if not _is_safe(anchor):
            yield _finding(anchor, "`bd ready` offers this anchor as work")
    for contract in asked.graph.of_kind("contract"):
        if not contract.is_finished and not _is_safe(contract):
            yield _finding(contract, "`bd ready` offers this contract as work")


def _is_safe(bead: Bead) -> bool:
    return bead.pinned or bead.status == PINNED_STATUS


def _finding(bead: Bead, risk: str) -> Finding:
    return RULE.finding(bead.id, f"It is not pinned: {risk}.", missing="pinned")

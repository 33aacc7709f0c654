"""Work that was closed since receipts were adopted was never started with one."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.words import RECEIPT_KEY, SUPERSEDES
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.scope import is_closed_since_adoption

RULE = Rule(
    slug="closed-without-receipt",
    severity="warning",
    scope="work",
    summary="Work closed since `work.adopted` has no receipt.",
    help="Start work with `fabric start`; where nothing applies it leaves a receipt that says so.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask items that closed since the configured day for a receipt."""
    if not asked.settings.work.adopted:
        return
    for work in asked.closed:
        if RECEIPT_KEY in work.metadata or work.targets(SUPERSEDES, "duplicates"):
            continue
        if is_closed_since_adoption(asked.graph, work):
            yield RULE.finding(
                work.id,
                f"It was closed on {work.closed_at[:10]} and never started with a receipt.",
                missing="a receipt",
            )

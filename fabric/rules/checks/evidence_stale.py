"""A clause was verified at another commit than the one at which the work was closed."""

from collections.abc import Iterator

from fabric.models.contract import Clause
from fabric.models.finding import Finding
from fabric.models.words import CLOSED_AT_COMMIT_KEY
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="evidence-stale",
    severity="warning",
    scope="work",
    summary="Work was closed at another commit than the one that was verified.",
    help="Run `fabric verify` at the commit that is to be closed, then `fabric work close`.",
)

_SHOWN = 12


def check(asked: Asked) -> Iterator[Finding]:
    """Compare the commit that `work close` recorded with those of the commands that were run."""
    for work in asked.closed:
        closing = work.metadata.get(CLOSED_AT_COMMIT_KEY)
        if not isinstance(closing, str):
            continue
        for contract in asked.contracts(work):
            for clause in contract.clauses:
                other = _other_commit(clause, closing)
                if other:
                    yield RULE.finding(
                        work.id,
                        f"The clause for {clause.memory} was verified at {other[:_SHOWN]}, and the "
                        f"item was closed at {closing[:_SHOWN]}.",
                        missing=clause.memory,
                    )


def _other_commit(clause: Clause, closing: str) -> str:
    """The commit of a last run that is not the closing one; empty when there is none."""
    if clause.status != "verified":
        return ""
    last = {each.check: each.commit for each in clause.evidence if each.kind == "command"}
    return next((commit for commit in last.values() if commit and commit != closing), "")

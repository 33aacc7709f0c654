"""A memory asked to be looked at again, and the day has come."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.instants import parse_instant
from fabric.models.memory import text_of
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-review-due",
    severity="warning",
    scope="everything",
    summary="A canonical memory's `review_by` has passed.",
    help="Read it again: propose a successor with a later date, or `fabric retire` it.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Compare the review dates of canonical memories with today."""
    for memory in asked.canonical:
        said = text_of(memory.fabric.get("review_by"))
        due = parse_instant(said)
        if due is not None and due <= asked.now:
            yield RULE.finding(
                memory.id,
                f"It was to be looked at again by {said}.",
                missing=f"a review by {said}",
            )

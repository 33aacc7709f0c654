"""A note that no verb can reach."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.note_key import key_problem
from fabric.models.words import NOTE_PREFIX
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="note-unreachable",
    severity="warning",
    scope="everything",
    needs="notes",
    summary="A note's key is blank, untrimmed, over-long, or holds control characters.",
    help="Say its text again with `fabric remember --key`, then take the row out of `config`.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask the key of each note whether every door accepts it."""
    for row in sorted(asked.notes or ()):
        if not row.startswith(NOTE_PREFIX):
            continue
        problem = key_problem(row.removeprefix(NOTE_PREFIX))
        if problem:
            yield RULE.finding(row, f"No verb can reach this note: {problem}.", missing=problem)

"""A record of the store, or a field of a bead, cannot be read."""

from collections.abc import Iterator

from fabric.models.bead_record import KNOWN_FIELDS
from fabric.models.finding import Finding
from fabric.models.frozen import replace
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="unreadable-record",
    severity="error",
    scope="everything",
    summary="A line cannot be read as a bead, or a field of a bead has a wrong type.",
    help="Mend the line, or export the store again.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Tell each bad line, and each known field that was kept aside because of its type."""
    for bad in asked.unreadable:
        if bad.bead_id:
            continue  # duplicate-id tells
        found = RULE.finding("", f"Line {bad.line}: {bad.problem}", missing=bad.problem)
        yield replace(found, line=bad.line)
    for bead in asked.graph.beads.values():
        if not bead.extra:
            continue
        for name in sorted(KNOWN_FIELDS & bead.extra.keys()):
            yield RULE.finding(
                bead.id,
                f"Its field `{name}` has a wrong type and was not read.",
                missing=name,
            )

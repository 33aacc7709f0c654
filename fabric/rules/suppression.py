"""Suppressions: findings that somebody decided to live with, with a reason and perhaps an end."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Final

from fabric.models.fabric_object import fabric_object
from fabric.models.finding import Finding
from fabric.models.frozen import dataclass
from fabric.models.instants import parse_instant
from fabric.models.words import FABRIC_KEY
from fabric.rules.asked import Asked, UnusedSuppression
from fabric.rules.rule import Rule

_UNTIL: Final = re.compile(r"\buntil\s+(\d{4}-\d{2}-\d{2})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Suppression:
    """One of them: of which rule, on which beads (none means all), why, until when.

    `bead_id` is the bead that carries it, empty for the configuration. `refused` says why it does
    not count.
    """

    slug: str
    reason: str
    beads: frozenset[str] = frozenset()
    until: str = ""
    bead_id: str = ""
    refused: str = ""

    def hides(self, finding: Finding, now: datetime) -> bool:
        """Whether it hides a finding now."""
        if self.refused or self.slug != finding.slug or self.is_over(now):
            return False
        return not self.beads or finding.bead_id in self.beads

    def is_over(self, now: datetime) -> bool:
        """Whether its end has come."""
        end = parse_instant(self.until)
        return end is not None and end <= now


def suppressions(asked: Asked, rules: Mapping[str, Rule]) -> tuple[Suppression, ...]:
    """All suppressions of the configuration and of the beads, in a stable order."""
    configured = [
        Suppression(each.rule, each.reason, frozenset(each.beads), each.until or "")
        for each in asked.settings.lint.ignore
    ]
    return (*configured, *_on_beads(asked, rules))


def unused(
    known: Iterable[Suppression], used: frozenset[Suppression], asked: Asked
) -> Iterator[UnusedSuppression]:
    """Those that hid nothing, with why."""
    for each in known:
        if each in used:
            continue
        if each.refused:
            why = each.refused
        elif each.is_over(asked.now):
            why = f"it ended on {each.until}"
        else:
            why = "it hides nothing"
        yield UnusedSuppression(each.slug, each.bead_id, why)


def _on_beads(asked: Asked, rules: Mapping[str, Rule]) -> Iterator[Suppression]:
    for bead_id in sorted(
        bead.id for bead in asked.graph.beads.values() if FABRIC_KEY in bead.metadata
    ):
        carried = fabric_object(asked.graph.beads[bead_id].metadata).get("lint_ignore")
        if not isinstance(carried, dict):
            continue
        for slug, reason in sorted(carried.items()):
            said = reason.strip() if isinstance(reason, str) else ""
            end = _UNTIL.search(said)
            yield Suppression(
                slug=str(slug),
                reason=said,
                beads=frozenset({bead_id}),
                until=end.group(1) if end else "",
                bead_id=bead_id,
                refused=_refusal(asked, rules.get(str(slug)), said),
            )


def _refusal(asked: Asked, rule: Rule | None, reason: str) -> str:
    if rule is None:
        return "there is no such rule"
    if not rule.on_bead:
        return "this rule cannot be lifted on a bead, only in the configuration"
    if not asked.settings.lint.bead_ignores:
        return "the configuration does not let beads lift rules"
    return "" if reason else "it gives no reason"

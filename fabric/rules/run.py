"""Runs the rules: settings, suppressions, order, and what could not be asked."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from fabric.graph.bead_graph import BeadGraph
from fabric.models.finding import SEVERITIES, Finding, Severity
from fabric.models.frozen import dataclass, replace
from fabric.rules.asked import Asked, UnusedSuppression
from fabric.rules.catalog import CATALOG
from fabric.rules.rule import Rule, RuleModule
from fabric.rules.suppression import Suppression, suppressions, unused

_IDLE: Final = "unused-suppression"
_WHOLE_STORE: Final = frozenset({"unreadable-record"})
_ABSENT: Final = {
    "journal": "it needs a journal, and none is at hand (`--journal DIR` reads an exported one)",
    "notes": "it needs the notes, and this store gave none",
    "files": "it needs Markdown files, and `lint.files` names none",
}


@dataclass(frozen=True, slots=True)
class Unasked:
    """A rule that was not asked, and why."""

    slug: str
    reason: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """A finding that a suppression hid, with the reason given for it."""

    finding: Finding
    reason: str


@dataclass(frozen=True, slots=True)
class LintOutcome:
    """What the rules found, sorted by severity, bead, rule; what was hidden; what was not asked."""

    findings: tuple[Finding, ...]
    hidden: tuple[Hidden, ...]
    not_asked: tuple[Unasked, ...]


def run(
    asked: Asked, *, only: frozenset[str] | None = None, catalog: Sequence[RuleModule] = CATALOG
) -> LintOutcome:
    """Ask all rules; with `only`, findings on other beads are left out."""
    not_asked = [each for each in (_unasked(m.RULE, asked, only) for m in catalog) if each]
    skipped = {each.slug for each in not_asked}
    rules = {module.RULE.slug: module.RULE for module in catalog}
    known = suppressions(asked, rules)
    found = _found(asked, [m for m in catalog if m.RULE.slug not in {*skipped, _IDLE}], only)
    shown, hidden, used = _sifted(found, known, asked)
    if _IDLE in rules and _IDLE not in skipped:
        idle = tuple(_idle(known, used, asked, rules, skipped))
        told = _found(
            replace(asked, unused=idle), [m for m in catalog if m.RULE.slug == _IDLE], only
        )
        more, more_hidden, _ = _sifted(told, known, asked)
        shown, hidden = [*shown, *more], [*hidden, *more_hidden]
    return LintOutcome(
        findings=tuple(sorted(shown, key=order)),
        hidden=tuple(sorted(hidden, key=lambda each: order(each.finding))),
        not_asked=tuple(sorted(not_asked, key=lambda each: each.slug)),
    )


def order(finding: Finding) -> tuple[object, ...]:
    """Where a finding stands: the heaviest first, then by bead, rule, place, what is missing."""
    return (
        SEVERITIES.index(finding.severity),
        finding.bead_id,
        finding.slug,
        finding.file,
        finding.line,
        finding.missing,
        finding.message,
    )


def _unasked(rule: Rule, asked: Asked, only: frozenset[str] | None) -> Unasked | None:
    if asked.settings.lint.severity.get(rule.slug) == "off":
        return Unasked(rule.slug, "it is turned off in the configuration")
    if rule.slug == _IDLE and only is not None:
        return Unasked(rule.slug, "only some beads were asked about")
    given = {"journal": asked.journal, "notes": asked.notes, "files": asked.files}
    if rule.needs != "graph" and given[rule.needs] is None:
        return Unasked(rule.slug, _ABSENT[rule.needs])
    return None


def _found(
    asked: Asked, modules: Iterable[RuleModule], only: frozenset[str] | None
) -> list[Finding]:
    found: dict[tuple[object, ...], Finding] = {}
    for module in modules:
        rule = module.RULE
        for finding in module.check(asked):
            if only is not None and finding.bead_id not in only and rule.slug not in _WHOLE_STORE:
                continue
            weight = _weight(rule, finding, asked)
            weighed = finding if weight == finding.severity else replace(finding, severity=weight)
            found.setdefault(order(weighed), weighed)
    return list(found.values())


def _weight(rule: Rule, finding: Finding, asked: Asked) -> Severity:
    """Another weight for the rule moves its usual findings; what it calls lighter never grows."""
    level = asked.settings.lint.severity.get(rule.slug)
    if level is None or level == "off":
        return finding.severity
    if finding.severity == rule.severity:
        return level
    return max(level, finding.severity, key=SEVERITIES.index)


def _sifted(
    found: Iterable[Finding], known: Sequence[Suppression], asked: Asked
) -> tuple[list[Finding], list[Hidden], frozenset[Suppression]]:
    shown: list[Finding] = []
    hidden: list[Hidden] = []
    used: set[Suppression] = set()
    by_slug = {slug: [s for s in known if s.slug == slug] for slug in {s.slug for s in known}}
    for finding in found:
        hiding = [s for s in by_slug.get(finding.slug, ()) if s.hides(finding, asked.now)]
        used.update(hiding)
        if hiding:
            hidden.append(Hidden(finding, hiding[0].reason))
        else:
            shown.append(finding)
    return shown, hidden, frozenset(used)


def _idle(
    known: Sequence[Suppression],
    used: frozenset[Suppression],
    asked: Asked,
    rules: dict[str, Rule],
    skipped: set[str],
) -> Iterator[UnusedSuppression]:
    """The idle ones; of a rule that was not asked everywhere nothing can be said."""
    judged = [
        each
        for each in known
        if each.slug not in skipped
        and (each.refused or _was_asked(rules.get(each.slug), each, asked))
    ]
    yield from unused(judged, used, asked)


def _was_asked(rule: Rule | None, suppression: Suppression, asked: Asked) -> bool:
    graph, beads = asked.graph, suppression.beads
    if rule is not None and rule.scope == "work":
        return beads <= asked.work if beads else graph.complete
    return graph.complete or all(_was_read(graph, each) for each in beads)


def _was_read(graph: BeadGraph, bead_id: str) -> bool:
    """Whether a part of a graph has a bead with all around it; of closed contracts it may not."""
    bead = graph.get(bead_id)
    return bead is not None and not (bead.is_closed and graph.kind(bead_id) == "contract")

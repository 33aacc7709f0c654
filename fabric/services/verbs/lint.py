"""`fabric lint`: ask the rules of a live store or of an export, and report."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from fabric.errors import CouldNot, NotFound, NothingLookedAt
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.finding import Finding
from fabric.models.instants import format_instant, latest_instant, parse_instant
from fabric.models.lint_report_v1 import LintReportV1, NotAsked, Place, ReportedFinding
from fabric.models.settings import GovernanceSettings
from fabric.models.words import NOTE_PREFIX
from fabric.ports import JournalQuery, Store
from fabric.rules.asked import Asked, GovernanceSeen, JournalFacts, StandingRule, UnreadableLine
from fabric.rules.catalog import require_known_rules
from fabric.rules.run import LintOutcome, run
from fabric.services.context import Context
from fabric.services.governance import GOVERNANCE_VERB
from fabric.services.reading import around_work, for_lint, resolve_id
from fabric.services.reviews import all_reviews


@dataclass(frozen=True, slots=True)
class LintRequest:
    """What to look at: named ids, or active work (bare), or everything; Markdown rules found."""

    ids: tuple[str, ...] = ()
    everything: bool = False
    allow_empty: bool = False
    files: tuple[StandingRule, ...] | None = None


@dataclass(frozen=True, slots=True)
class LintResult:
    """The report, and the findings with their fixes, before any baseline."""

    report: LintReportV1
    findings: tuple[Finding, ...] = field(default=())


def lint(context: Context, request: LintRequest) -> LintResult:
    """Ask all rules. Raises NothingLookedAt, BadSettings, CouldNot."""
    require_known_rules(context.settings)
    asked = _asked(context, request)
    if not asked.graph.beads and not request.allow_empty:
        raise NothingLookedAt(
            f"{context.store.url} holds nothing to look at.",
            "Is it the right store? --allow-empty makes this a success.",
        )
    only = frozenset(asked.named) if request.ids else None
    outcome = run(asked, only=only)
    return LintResult(report_of(context, request, asked, outcome), outcome.findings)


def _asked(context: Context, request: LintRequest) -> Asked:
    store, settings = context.store, context.settings
    named = tuple(_known(store, text) for text in request.ids)
    graph = _graph(context, request, named)
    journal = _journal_facts(store)
    if settings.governance.require_review and journal is None:
        raise CouldNot(
            f"{store.url} has no journal, and `governance.require_review` asks for reviews.",
            "Lint the live store, or give its journal with --journal DIR.",
        )
    return Asked(
        graph=graph,
        lineage=Lineage(graph),
        now=context.now,
        work=frozenset(_looked_at(graph, request)),
        named=frozenset(named),
        journal=journal,
        notes=store.config(NOTE_PREFIX),
        files=request.files,
        unreadable=tuple(
            UnreadableLine(each.line, each.problem, each.bead_id) for each in store.bad_lines()
        ),
    )


def _known(store: Store, text: str) -> str:
    try:
        return resolve_id(store, text)
    except NotFound as error:
        raise NothingLookedAt(error.what, "Name a bead that is there.") from error


def _graph(context: Context, request: LintRequest, named: tuple[str, ...]) -> BeadGraph:
    store, settings = context.store, context.settings
    if request.everything:
        return BeadGraph(store.all_beads(), settings, complete=True)
    if named:
        part = around_work(store, settings, store.beads(named).values())
        part.fetch(edge.depends_on_id for bead in part.beads for edge in bead.dependencies)
        return part.graph()
    return for_lint(store, settings).graph()


def _looked_at(graph: BeadGraph, request: LintRequest) -> Iterable[str]:
    """Active work; what closed since adoption; with `--all`, all work."""
    if request.ids:
        return
    adopted = parse_instant(graph.settings.work.adopted)
    for bead in graph.of_kind("work"):
        if request.everything or graph.is_active(bead) or _closed_since(bead, adopted):
            yield bead.id


def _closed_since(bead: Bead, adopted: datetime | None) -> bool:
    if adopted is None or not bead.is_closed:
        return False
    closed = parse_instant(bead.closed_at)
    return closed is not None and closed >= adopted


def _journal_facts(store: Store) -> JournalFacts | None:
    reviews = all_reviews(store)
    if reviews is None:
        return None
    query = JournalQuery(verb=GOVERNANCE_VERB)
    payloads = store.journal_payloads(query)
    seen = []
    for entry in store.journal(query):
        payload = json.loads(payloads.get((entry.writer, entry.sequence)) or "{}")
        if "governance" in payload:
            settings = GovernanceSettings.model_validate(payload["governance"])
            seen.append(GovernanceSeen(entry.at, entry.actor, entry.actor_kind, settings))
    return JournalFacts(reviews, tuple(seen))


def report_of(
    context: Context, request: LintRequest, asked: Asked, outcome: LintOutcome
) -> LintReportV1:
    """The report as it goes over the wire."""
    lines = context.store.lines()
    beads = asked.graph.beads
    counts = dict.fromkeys(("error", "warning", "note"), 0)
    for finding in outcome.findings:
        counts[finding.severity] += 1
    scope = "all" if request.everything else ", ".join(sorted(asked.named)) or "active"
    return LintReportV1(
        store=context.store.url,
        scope=scope,
        beads_read=len(beads),
        newest_record=_newest(beads.values()) if lines else None,
        errors=counts["error"],
        warnings=counts["warning"],
        notes=counts["note"],
        suppressed=len(outcome.hidden),
        findings=[_reported(each, beads, lines, context.store.url) for each in outcome.findings],
        not_asked=[NotAsked(rule=each.slug, reason=each.reason) for each in outcome.not_asked],
    )


def _reported(
    finding: Finding, beads: Mapping[str, Bead], lines: Mapping[str, int], url: str
) -> ReportedFinding:
    bead = beads.get(finding.bead_id)
    line = finding.line or lines.get(finding.bead_id, 0)
    file = finding.file or url.removeprefix("jsonl:")
    return ReportedFinding(
        rule=finding.slug,
        severity=finding.severity,
        bead=finding.bead_id,
        title=bead.title if bead else "",
        message=finding.message,
        help=finding.help,
        missing=finding.missing,
        fixable=finding.fix is not None,
        place=Place(file=file, line=line) if line else None,
    )


def _newest(beads: Iterable[Bead]) -> str | None:
    newest = latest_instant(bead.updated_at or bead.created_at for bead in beads)
    return format_instant(newest) if newest else None

"""`fabric lint`: ask the rules of a live store or of an export, and report."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from fabric.errors import CouldNot, NotFound, NothingLookedAt, WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.document_reading import read_document
from fabric.models.exported_journal import ExportedJournal
from fabric.models.finding import Finding
from fabric.models.frozen import dataclass, replace
from fabric.models.instants import format_instant, latest_instant, parse_instant
from fabric.models.lint_report_v1 import LintReportV1, NotAsked, Place, ReportedFinding
from fabric.models.query import HoldsJournal
from fabric.models.settings import GovernanceSettings
from fabric.models.version import ABSENT
from fabric.models.words import NOTE_PREFIX
from fabric.ports import JournalQuery, Store
from fabric.rules.asked import Asked, GovernanceSeen, JournalFacts, StandingRule, UnreadableLine
from fabric.rules.baseline import Baseline, Compared, compare
from fabric.rules.catalog import require_known_rules
from fabric.rules.fixes import combined
from fabric.rules.run import LintOutcome, run
from fabric.services.changed import Since
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.reading import around_work, for_lint, resolve_id
from fabric.services.reviewers_then import GOVERNANCE_VERB
from fabric.services.reviews import all_reviews


@dataclass(frozen=True, slots=True)
class LintRequest:
    """What to look at: named ids, or active work (bare), or everything; Markdown rules found.

    `changed` narrows it to what changed since then; `journal` stands in for that of an export;
    `baseline` holds findings that do not count; an export older than `max_age` is not looked at.
    """

    ids: tuple[str, ...] = ()
    everything: bool = False
    allow_empty: bool = False
    files: tuple[StandingRule, ...] | None = None
    changed: Since | None = None
    journal: ExportedJournal | None = None
    baseline: Baseline | None = None
    max_age: timedelta | None = None


@dataclass(frozen=True, slots=True)
class LintResult:
    """The report, the findings with their fixes, before any baseline, and how they compare."""

    report: LintReportV1
    findings: tuple[Finding, ...] = ()
    compared: Compared | None = None
    graph: BeadGraph | None = None


@dataclass(frozen=True, slots=True)
class Mended:
    """The findings whose fix was written, in the order of the report."""

    findings: tuple[Finding, ...]


def lint(context: Context, request: LintRequest) -> LintResult:
    """Ask all rules. Raises NothingLookedAt, BadSettings, CouldNot."""
    require_known_rules(context.settings)
    asked = _asked(context, request)
    looked_at_something = bool(asked.graph.beads or asked.unreadable)
    if not looked_at_something and not request.allow_empty:
        raise NothingLookedAt(
            f"{context.store.url} holds nothing to look at.",
            "Is it the right store? --allow-empty makes this a success.",
        )
    _refuse_old(context, request, asked.graph)
    only = frozenset(asked.named) if request.ids else None
    if request.changed is not None:
        only = (only or frozenset()) | request.changed.ids(asked.graph)
    outcome = run(asked, only=only)
    compared = compare(request.baseline, outcome.findings) if request.baseline else None
    counted = replace(outcome, findings=compared.new) if compared else outcome
    report = report_of(context, request, asked, counted)
    if compared:
        report = report.but(known=compared.known)
    return LintResult(report, outcome.findings, compared, asked.graph)


def fix(context: Context, request: LintRequest) -> Outcome[Mended]:
    """Mend what is safe to mend, all of it in one change set with one journal entry."""
    return carry_out(context, lambda: _decide_fix(context, request))


def _decide_fix(context: Context, request: LintRequest) -> Decision[Mended]:
    result = lint(context, replace(request, baseline=None))
    change_set, taken = combined(result.findings)
    beads = result.graph.beads if result.graph is not None else {}
    relied = change_set.relies_on
    rules = ", ".join(sorted({each.slug for each in taken}))
    return Decision(
        "lint-fix",
        Mended(taken),
        change_set.operations,
        relies_on=tuple(beads[each] for each in relied if each in beads),
        absent=tuple(each for each, version in relied.items() if version == ABSENT),
        reason=f"mended {rules}" if rules else "",
    )


def _refuse_old(context: Context, request: LintRequest, graph: BeadGraph) -> None:
    """Raise CouldNot for an export whose newest record is too old: it tells of another time."""
    if request.max_age is None or not context.store.lines():
        return
    newest = latest_instant(each.updated_at or each.created_at for each in _read(context, graph))
    if newest is not None and context.now - newest > request.max_age:
        raise CouldNot(
            f"{context.store.url} is too old: its newest record is of {format_instant(newest)}.",
            "Export again, then look.",
        )


def _read(context: Context, graph: BeadGraph) -> Iterable[Bead]:
    """All records of an export, not only those that were looked at."""
    return graph.beads.values() if graph.complete else context.store.all_beads()


def _asked(context: Context, request: LintRequest) -> Asked:
    store, settings = context.store, context.settings
    named = tuple(_known(store, text) for text in request.ids)
    graph = _graph(context, request, named)
    journal = _journal_facts(_journal_of(context, request))
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


def _journal_of(context: Context, request: LintRequest) -> HoldsJournal:
    """The store's own journal, else the exported one. Raises WrongUse where there are both."""
    if request.journal is None:
        return context.store
    if context.store.has_journal:
        raise WrongUse(
            f"{context.store.url} has a journal of its own.", "--journal is for an export."
        )
    return request.journal


def _known(store: Store, text: str) -> str:
    try:
        return resolve_id(store, text)
    except NotFound as error:
        raise NothingLookedAt(error.what, "Name a bead that is there.") from error


def _graph(context: Context, request: LintRequest, named: tuple[str, ...]) -> BeadGraph:
    store, settings = context.store, context.settings
    if request.everything or request.changed is not None:
        return BeadGraph(store.all_beads(), settings, complete=True)
    if named:
        part = around_work(store, settings, store.beads(named).values())
        part.fetch(edge.depends_on_id for bead in part.beads for edge in bead.dependencies)
        return part.graph()
    return for_lint(store, settings).graph()


def _looked_at(graph: BeadGraph, request: LintRequest) -> Iterable[str]:
    """Active work; what closed since adoption; with `--all`, all work."""
    if request.ids and request.changed is None:
        return
    changed = request.changed.ids(graph) if request.changed is not None else None
    adopted = parse_instant(graph.settings.work.adopted)
    for bead in graph.of_kind("work"):
        if changed is not None and bead.id not in changed:
            continue
        if (
            (changed is not None and bead.is_closed)
            or request.everything
            or graph.is_active(bead)
            or _closed_since(bead, adopted)
        ):
            yield bead.id


def _closed_since(bead: Bead, adopted: datetime | None) -> bool:
    if adopted is None or not bead.is_closed:
        return False
    closed = parse_instant(bead.closed_at)
    return closed is not None and closed >= adopted


def _journal_facts(store: HoldsJournal) -> JournalFacts | None:
    reviews = all_reviews(store)
    if reviews is None:
        return None
    query = JournalQuery(verb=GOVERNANCE_VERB)
    payloads = store.journal_payloads(query)
    seen = []
    for entry in store.journal(query):
        payload = json.loads(payloads.get((entry.writer, entry.sequence)) or "{}")
        if "governance" in payload:
            settings = read_document(GovernanceSettings, payload["governance"])
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
    if request.changed is not None:
        scope = f"changed since {request.changed.name}"
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

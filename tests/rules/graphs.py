"""Small graphs for tests of rules."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record
from fabric.models.change_set import ChangeSet
from fabric.models.finding import Finding
from fabric.models.settings import Settings
from fabric.rules.asked import Asked
from fabric.rules.run import LintOutcome, run
from fabric.rules.scope import WorkScope, work_in_scope

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)

ANCHOR = {
    "id": "mf-anc",
    "title": "[MEMORY-ANCHOR] Architecture",
    "status": "open",
    "issue_type": "epic",
    "labels": ["memory-anchor", "memory-arch"],
    "created_at": "2026-03-01T09:00:00Z",
}
M1 = {
    "id": "mf-m1",
    "title": "[MEMORY][ARCH][HARD] Writes go through the service layer",
    "description": "Rule: every write goes through the service layer.",
    "acceptance_criteria": "A change that writes elsewhere is refused in review.",
    "status": "closed",
    "issue_type": "decision",
    "labels": ["memory", "mem-hard", "memory-arch"],
    "created_at": "2026-03-02T09:00:00Z",
    "closed_at": "2026-03-02T09:05:00Z",
    "dependencies": [{"depends_on_id": "mf-anc", "type": "relates-to"}],
}
T1 = {
    "id": "mf-t1",
    "title": "Add an export button",
    "status": "open",
    "issue_type": "task",
    "dependencies": [{"depends_on_id": "mf-m1", "type": "relates-to"}],
}
BASE: tuple[Mapping[str, object], ...] = (ANCHOR, M1, T1)


def beads(*records: Mapping[str, object]) -> list[Bead]:
    """Records as beads, by way of JSON as a file would bring them."""
    return [bead_from_record(json.loads(json.dumps(record))) for record in records]


def asked(
    *found: Bead,
    settings: Settings | None = None,
    named: Iterable[str] = (),
    scope: WorkScope = "all",
) -> Asked:
    """A complete graph, asked about all of its work unless ids are named."""
    graph = BeadGraph(found, settings or Settings(), complete=True)
    names = frozenset(named)
    work = frozenset[str]() if names else work_in_scope(graph, scope)
    return Asked(graph=graph, lineage=Lineage(graph), now=NOW, work=work, named=names)


def lint(*found: Bead, settings: Settings | None = None, named: Iterable[str] = ()) -> LintOutcome:
    """What the whole catalog says; with names, only about those beads."""
    names = frozenset(named)
    return run(asked(*found, settings=settings, named=names), only=names or None)


def of(outcome: LintOutcome, slug: str) -> list[Finding]:
    """The findings of one rule."""
    return [finding for finding in outcome.findings if finding.slug == slug]


def applied(found: Iterable[Bead], change_set: ChangeSet) -> list[Bead]:
    """Beads after a change set."""
    before = {bead.id: bead for bead in found}
    stamp = Stamp("2026-03-20T12:00:00Z", "ada")
    return list({**before, **after_images(before, change_set.operations, stamp)}.values())

"""Who is bound, since when, and what counts as covered: the edges of the rules about work."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.document_reading import read_document
from fabric.models.settings import DomainSettings, GovernanceSettings, Settings
from fabric.rules.asked import Asked, JournalFacts
from fabric.rules.run import run
from fabric.rules.scope import work_in_scope
from tests.rules.graphs import ANCHOR, M1, NOW, T1, asked, beads, lint, of

GATE = {"work-without-memory", "hard-memory-without-contract"}
ACTIVE: Mapping[str, object] = {
    **T1,
    "status": "in_progress",
    "labels": ["memory-arch"],
    "dependencies": [],
}


def told(*records: Mapping[str, object], settings: Settings | None = None) -> set[str]:
    """Which of the two rules of the gate speak of `mf-t1`."""
    outcome = lint(*beads(*records), settings=settings)
    return {each.slug for each in outcome.findings if each.bead_id == "mf-t1"} & GATE


def memory(**applies_to: list[str]) -> Mapping[str, object]:
    return {**M1, "metadata": {"fabric": {"applies_to": applies_to}}}


def receipt(**values: object) -> Mapping[str, object]:
    known = {"v": 1, "at": "2026-03-05T08:00:00Z", "by": {"name": "ada"}}
    return {"fabric_receipt": {**known, "domains": ["memory-arch"], **values}}


def contract(**clause: object) -> Mapping[str, object]:
    record = {"v": 1, "work": "mf-t1", "clauses": [{"memory": "mf-m1", **clause}]}
    return {
        "id": "mf-t1-mc",
        "issue_type": "task",
        "status": "closed",
        "labels": ["memory-contract"],
        "metadata": {"fabric_contract": record},
    }


@pytest.mark.parametrize(
    ("changes", "bound"),
    [
        pytest.param({}, True, id="its label"),
        pytest.param({"labels": [], "metadata": {"domain": "arch"}}, True, id="its metadata"),
        pytest.param(
            {"labels": [], "metadata": {"domain": ["memory-ux", "memory-arch"]}},
            True,
            id="a list in its metadata",
        ),
        pytest.param({"labels": []}, False, id="no domain"),
        pytest.param({"labels": ["memory-leak"]}, False, id="a label that only looks like one"),
        pytest.param({"status": "hooked"}, True, id="hooked is active"),
        pytest.param({"status": "open"}, False, id="open is not yet active"),
        pytest.param({"status": "blocked"}, False, id="blocked is not active"),
        pytest.param({"issue_type": "epic"}, False, id="an epic is no work item"),
        pytest.param({"is_template": True}, False, id="a template is none"),
        pytest.param({"ephemeral": True}, False, id="an ephemeral bead is none"),
    ],
)
def test_who_is_bound(changes: dict[str, object], bound: bool) -> None:
    assert told(ANCHOR, M1, {**ACTIVE, **changes}) == (GATE if bound else set())


def test_the_nearest_ancestor_declares_the_domain() -> None:
    parent = {"id": "mf-e1", "issue_type": "epic", "labels": ["memory-arch"]}
    edge = {"depends_on_id": "mf-e1", "type": "parent-child"}
    assert told(ANCHOR, M1, parent, {**ACTIVE, "labels": [], "dependencies": [edge]}) == GATE


def test_a_domain_that_always_binds_needs_no_declaration() -> None:
    always = Settings(domains=[DomainSettings(label="memory-arch", always=True)])
    assert told(ANCHOR, M1, {**ACTIVE, "labels": []}, settings=always) == GATE


@pytest.mark.parametrize(
    ("scope", "bound"),
    [
        pytest.param(memory(issue_types=["bug"]), False, id="another type"),
        pytest.param(memory(issue_types=["task"]), True, id="its type"),
        pytest.param(memory(labels=["backend"]), False, id="another label"),
        pytest.param(memory(paths=["src/**"]), True, id="paths, and none known"),
    ],
)
def test_a_scope_of_a_memory_narrows_whom_it_binds(
    scope: Mapping[str, object], bound: bool
) -> None:
    assert bool(told(ANCHOR, scope, ACTIVE)) is bound


def test_the_paths_of_the_receipt_decide_about_a_memory_bound_to_paths() -> None:
    work = {**ACTIVE, "metadata": receipt(paths=["docs/a.md"], memories=[])}
    assert told(ANCHOR, memory(paths=["src/**"]), work) == set()
    elsewhere = {**ACTIVE, "metadata": receipt(paths=["src/a.py"], memories=[])}
    assert "hard-memory-without-contract" in told(ANCHOR, memory(paths=["src/**"]), elsewhere)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"status": "open"}, id="reopened"),
        pytest.param({"labels": ["memory", "draft", "mem-hard", "memory-arch"]}, id="a draft"),
        pytest.param({"labels": ["mem-retired", "mem-hard", "memory-arch"]}, id="retired"),
        pytest.param({"metadata": {"effective_date": "2026-04-01"}}, id="from next month on"),
        pytest.param(
            {"metadata": {"fabric": {"effective_until": "2026-03-10T00:00:00Z"}}}, id="ended"
        ),
    ],
)
def test_a_memory_that_is_not_in_force_binds_nobody(changes: dict[str, object]) -> None:
    assert told(ANCHOR, {**M1, **changes}, ACTIVE) == set()


def test_a_named_item_is_asked_although_nobody_is_at_it_yet() -> None:
    planned = {**ACTIVE, "status": "open"}
    outcome = lint(*beads(ANCHOR, M1, planned), named=["mf-t1"])
    assert {each.slug for each in outcome.findings} >= GATE


def test_a_relation_to_a_memory_of_another_domain_does_not_count() -> None:
    other = {**M1, "id": "mf-m2", "labels": ["memory", "mem-soft", "memory-ux"]}
    anchor = {**ANCHOR, "id": "mf-ux", "labels": ["memory-anchor", "memory-ux"]}
    work = {**ACTIVE, "dependencies": [{"depends_on_id": "mf-m2", "type": "relates-to"}]}
    assert "work-without-memory" in told(ANCHOR, anchor, M1, other, work)


def test_a_relation_to_what_was_replaced_counts_until_the_item_is_moved() -> None:
    ended = ["mem-superseded", "mem-hard", "memory-arch"]
    old = {**M1, "id": "mf-old", "labels": ended, "metadata": {"superseded_by": "mf-m1"}}
    work = {**ACTIVE, "dependencies": [{"depends_on_id": "mf-old", "type": "relates-to"}]}
    outcome = lint(*beads(ANCHOR, old, M1, work))
    assert not of(outcome, "work-without-memory")
    assert of(outcome, "stale-relation")


@pytest.mark.parametrize(
    ("until", "covered"),
    [
        pytest.param("2026-03-21", True, id="a running waiver"),
        pytest.param("2026-03-20", False, id="a waiver that is over since today"),
    ],
)
def test_a_waiver_covers_until_its_day(until: str, covered: bool) -> None:
    proof = {"check": "no time", "kind": "waiver", "at": "2026-03-05", "by": "ada", "until": until}
    blocked = {**ACTIVE, "dependencies": [{"depends_on_id": "mf-t1-mc", "type": "blocks"}]}
    waived = contract(status="waived", evidence=[proof])
    speaks = "hard-memory-without-contract" in told(ANCHOR, M1, waived, blocked)
    assert speaks is not covered


def test_a_waiver_that_ended_after_the_work_was_closed_does_not_speak_of_it() -> None:
    proof = {
        "check": "x",
        "kind": "waiver",
        "at": "2026-03-05",
        "by": "ada",
        "until": "2026-03-15",
    }
    edge = {"depends_on_id": "mf-t1-mc", "type": "blocks"}
    for closed_at, speaks in (("2026-03-12T09:00:00Z", False), ("2026-03-16T09:00:00Z", True)):
        work = {**ACTIVE, "status": "closed", "closed_at": closed_at, "dependencies": [edge]}
        outcome = lint(*beads(ANCHOR, M1, contract(status="waived", evidence=[proof]), work))
        assert bool(of(outcome, "closed-over-open-contract")) is speaks


def test_where_reviews_are_required_an_unreviewed_memory_binds_nobody() -> None:
    strict = Settings(governance=GovernanceSettings(require_review=True))
    question = asked(*beads(ANCHOR, M1, ACTIVE), settings=strict)
    digest = question.graph.memories["mf-m1"].digest
    for reviews, bound in (({}, False), ({"mf-m1": "sha256:0"}, False), ({"mf-m1": digest}, True)):
        outcome = run(replace(question, journal=JournalFacts(reviews=reviews)))
        assert bool({each.slug for each in outcome.findings} & GATE) is bound


def test_a_receipt_of_other_domains_says_nothing_about_these() -> None:
    told_none = receipt(domains=["memory-ux"], memories=[], at="2026-03-19T08:00:00Z")
    assert "work-without-memory" in told(ANCHOR, M1, {**ACTIVE, "metadata": told_none})


def test_in_a_part_of_a_graph_what_was_not_read_is_not_called_absent() -> None:
    relates = {"depends_on_id": "mf-unread", "type": "relates-to"}
    held = {**ACTIVE, "dependencies": [relates], "metadata": receipt(contract="mf-unread-mc")}
    part = _part(beads(ANCHOR, {**M1, "dependencies": [relates]}, held))
    heard = {each.slug for each in run(part).findings}
    assert not heard & {"dangling-dependency", "contract-bypassed", "relation-one-way"}


def _part(found: list[Bead]) -> Asked:
    graph = BeadGraph(found, Settings())
    return Asked(graph, Lineage(graph), NOW, work=work_in_scope(graph, "active"))


def test_what_somebody_is_at_and_what_closed_since_adoption_is_the_bare_scope() -> None:
    adopted = read_document(Settings, {"work": {"adopted": "2026-03-10"}})
    records = [
        {"id": "active", "status": "in_progress"},
        {"id": "planned", "status": "open"},
        {"id": "before", "status": "closed", "closed_at": "2026-03-09T23:59:59Z"},
        {"id": "since", "status": "closed", "closed_at": "2026-03-10T00:00:00Z"},
    ]
    graph = BeadGraph(beads(*records), adopted, complete=True)
    assert work_in_scope(graph, "active") == {"active", "since"}
    assert work_in_scope(graph, "all") == {"active", "planned", "before", "since"}
    without = BeadGraph(beads(*records), Settings(), complete=True)
    assert work_in_scope(without, "active") == {"active"}

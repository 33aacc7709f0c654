"""Exports that real projects published, and BeadBoard's memories as they are shown."""

import json
from pathlib import Path

import pytest

from fabric.errors import UnreadableRecord
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record
from fabric.rules.catalog import CATALOG
from tests.rules.graphs import asked, beads, lint

EXPORTS = (
    "beadboard-issues.jsonl",
    "beads-2025-10-early-schema.jsonl",
    "beads-fleet-tombstones-external.jsonl",
    "beadslog-duplicate-id.jsonl",
    "coolprop-issues-and-memories.jsonl",
    "primary-supersedes.jsonl",
    "prompt-language-decisions.jsonl",
    "town-odd-types.jsonl",
    "waif-interactions-holding-issues.jsonl",
)

# BeadBoard's style: related on both sides, `"null"` as text, checks and commands on one line.
ANCHOR = {
    "id": "bb-nq9",
    "title": "[MEMORY-ANCHOR] Workflow Protocol",
    "status": "open",
    "issue_type": "epic",
    "labels": ["memory-anchor", "memory-workflow"],
    "dependencies": [{"depends_on_id": "bb-116", "type": "relates-to", "metadata": "{}"}],
}
MEMORY = {
    "id": "bb-116",
    "title": "[MEMORY][WORKFLOW][HARD] Evidence before claims",
    "description": "Scope: All tasks.\nOut of Scope: Talk.\nRule: Show evidence before a claim.\n"
    "Rationale: Drift.\nFailure Mode: Mistrust.\n",
    "notes": "Provenance linked: bb-92d.6",
    "acceptance_criteria": "Given a task, when it ends, then evidence is recorded.\n"
    "Verification command(s): bd show <task-id>; npm run test",
    "status": "closed",
    "close_reason": "Ratified canonical memory",
    "issue_type": "decision",
    "labels": ["mem-canonical", "mem-hard", "memory", "memory-workflow"],
    "created_at": "2026-03-02T09:00:00Z",
    "closed_at": "2026-03-02T09:05:00Z",
    "metadata": {
        "domain": "memory-workflow",
        "effective_date": "2026-03-02",
        "evidence_ids": "bb-92d.6",
        "memory_strength": "hard",
        "memory_version": "1",
        "owner": "team",
        "superseded_by": "null",
        "supersedes": "null",
    },
    "dependencies": [{"depends_on_id": "bb-nq9", "type": "relates-to", "metadata": "{}"}],
}
EVIDENCE = {"id": "bb-92d.6", "title": "Add guardrail test", "status": "closed"}


def read(path: Path) -> list[Bead]:
    found: dict[str, Bead] = {}
    for line in path.read_text(encoding="utf-8").split("\n"):
        if not line.strip():
            continue
        try:
            bead = bead_from_record(json.loads(line))
        except UnreadableRecord:
            continue
        found[bead.id] = bead
    return list(found.values())


@pytest.mark.parametrize("name", EXPORTS)
def test_every_rule_can_be_asked_of_a_published_export(name: str, samples: Path) -> None:
    question = asked(*read(samples / "jsonl" / name))
    for module in CATALOG:
        list(module.check(question))


@pytest.mark.parametrize("name", EXPORTS)
def test_a_project_without_memories_only_hears_of_its_graph(name: str, samples: Path) -> None:
    heard = {finding.slug for finding in lint(*read(samples / "jsonl" / name)).findings}
    assert heard <= {"dangling-dependency", "unreadable-record"}


def test_a_memory_in_beadboards_style_has_no_error() -> None:
    outcome = lint(*beads(ANCHOR, MEMORY, EVIDENCE))
    assert {finding.slug for finding in outcome.findings} == {"memory-unprotected"}


def test_work_held_up_by_one_contract_a_memory_in_beadboards_style_has_no_error() -> None:
    contract = {
        "id": "bb-c1",
        "title": "[CONTRACT] Evidence before claims",
        "issue_type": "decision",
        "status": "open",
        "labels": ["memory-contract", "mem-hard"],
        "dependencies": [{"depends_on_id": "bb-116", "type": "relates-to"}],
    }
    memory = {**MEMORY, "dependencies": [*MEMORY["dependencies"], _relates("bb-c1")]}
    work = {
        "id": "bb-t1",
        "title": "Wire it",
        "issue_type": "task",
        "status": "in_progress",
        "metadata": {"domain": "memory-workflow"},
        "notes": "Acknowledged bb-116",
        "dependencies": [_relates("bb-116"), {"depends_on_id": "bb-c1", "type": "blocks"}],
    }
    for status in ("open", "closed"):
        outcome = lint(*beads(ANCHOR, memory, EVIDENCE, {**contract, "status": status}, work))
        assert not [each for each in outcome.findings if each.severity == "error"]
    bare = lint(*beads(ANCHOR, memory, EVIDENCE, {**work, "dependencies": []}))
    errors = {each.slug for each in bare.findings if each.severity == "error"}
    assert errors == {"work-without-memory", "hard-memory-without-contract"}


def _relates(target: str) -> dict[str, str]:
    return {"depends_on_id": target, "type": "relates-to"}

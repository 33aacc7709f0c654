"""The pages of the rules as tests read them: settings, facts, and examples with what they break."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record
from fabric.models.document_reading import read_document
from fabric.models.instants import parse_instant
from fabric.models.settings import GovernanceSettings, Settings
from fabric.package_data import read_rule_page
from fabric.rules.asked import (
    Asked,
    GovernanceSeen,
    JournalFacts,
    StandingRule,
    UnreadableLine,
)
from fabric.rules.scope import work_in_scope

_FENCE = re.compile(r"^```(?P<kind>[^\n`]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_NOW = re.compile(r"^Now: (\S+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """One example of a page: its lines, the settings and facts above it, the beads it breaks."""

    slug: str
    number: int
    now: str
    settings: str
    facts: Mapping[str, object]
    lines: str
    breaks: frozenset[str]

    @property
    def sentence(self) -> str:
        verb = f"breaks at {', '.join(sorted(self.breaks))}" if self.breaks else "keeps"
        return f"{self.slug} example {self.number} {verb}"


def examples_of(slug: str) -> list[Example]:
    """The examples of one page, in order."""
    return list(_examples(slug, read_rule_page(slug)))


def _examples(slug: str, page: str) -> Iterator[Example]:
    now = _NOW.search(page)
    assert now, f"lint/rules/{slug}.md does not say what time it is (`Now: …`)"
    settings, facts, number = "", dict[str, object](), 0
    for fence in _FENCE.finditer(page):
        kind, *names = shlex.split(fence["kind"])
        if kind == "toml":
            settings = fence["body"]
        elif kind == "json":
            facts = json.loads(fence["body"])
        elif kind == "jsonl":
            number += 1
            verdict, *ids = names
            assert verdict in {"breaks", "keeps"}, fence["kind"]
            assert bool(ids) is (verdict == "breaks"), f"{slug}: name the beads that it breaks"
            broken = frozenset("" if each == "-" else each for each in ids)
            yield Example(slug, number, now[1], settings, facts, fence["body"], broken)


def asked_of(example: Example) -> Asked:
    """What the rules are asked about when they are shown an example."""
    beads, unreadable = read_lines(example.lines)
    settings = read_document(Settings, tomllib.loads(example.settings))
    graph = BeadGraph(beads, settings, complete=True)
    now = parse_instant(example.now)
    assert now is not None
    return Asked(
        graph=graph,
        lineage=Lineage(graph),
        now=now,
        work=work_in_scope(graph, "all"),
        journal=_journal(example.facts.get("journal")),
        notes=_notes(example.facts.get("notes")),
        files=_files(example.facts.get("files")),
        unreadable=unreadable,
    )


def read_lines(text: str) -> tuple[list[Bead], tuple[UnreadableLine, ...]]:
    """The beads of an export, and the lines that were not taken."""
    beads: dict[str, Bead] = {}
    bad: list[UnreadableLine] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            bead = bead_from_record(json.loads(line))
        except ValueError:
            bad.append(UnreadableLine(number, "This is no JSON."))
            continue
        if bead.id in beads:
            bad.append(UnreadableLine(number, f"{bead.id} stands here again.", bead.id))
        beads[bead.id] = bead
    return list(beads.values()), tuple(bad)


def _journal(said: object) -> JournalFacts | None:
    if not isinstance(said, dict):
        return None
    governance = [
        GovernanceSeen(
            each["at"], each["by"], each["by_kind"], GovernanceSettings(**each["settings"])
        )
        for each in said.get("governance", [])
    ]
    return JournalFacts(said.get("reviews", {}), tuple(governance))


def _notes(said: object) -> Mapping[str, str] | None:
    return said if isinstance(said, dict) else None


def _files(said: object) -> tuple[StandingRule, ...] | None:
    if not isinstance(said, dict):
        return None
    return tuple(
        StandingRule(file, line, text) for file, rows in said.items() for line, text in rows
    )

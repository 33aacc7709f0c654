"""How long `lint --all` of an export takes, beside a bare Python that only reads its lines.

Makes its own data. `python benchmarks/lint_all.py [--issues N] [--memories M] [--rules]` prints the
ratio of the two whole processes, the memory above the file, and with `--rules` what each takes.
"""

import argparse
import gc
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead_record import bead_from_record
from fabric.models.settings import Settings
from fabric.rules.asked import Asked
from fabric.rules.catalog import CATALOG
from fabric.rules.rule import RuleModule
from fabric.rules.run import run
from fabric.rules.scope import work_in_scope

Result = TypeVar("Result")
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 6, 1, tzinfo=UTC)
ACTIVE = 50
"""One issue in so many is under way."""
DOMAINS = ("arch", "ux", "workflow", "data")
TEXT = (
    "service layer write read export button price list cache schema review deploy window log "
    "metric table index query render panel thread filter graph node edge order queue retry"
)
WORDS = TEXT.split()
BARE = "import json,sys\nfor line in open(sys.argv[1],'rb'):\n    json.loads(line)"
LINT = (sys.executable, "-m", "fabric", "lint", "--all", "--format", "json", "--store")


def main() -> None:
    """Make an export, run both processes on it, print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--issues", type=int, default=10_000)
    parser.add_argument("--memories", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rules", action="store_true", help="what each rule takes, in process")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "issues.jsonl")
        with path.open("w", encoding="utf-8") as file:
            for record in export(chosen.issues, chosen.memories):
                file.write(json.dumps(record, separators=(",", ":")) + "\n")
        _side_by_side(path, chosen.issues + chosen.memories, chosen.runs)
        if chosen.rules:
            _in_process(path)


def export(issues: int, memories: int) -> Iterator[dict[str, object]]:
    """Anchors, memories (one hard a domain), and issues of which one in fifty is under way."""
    some = random.Random(20260101)  # noqa: S311  # the same data each time
    for place, domain in enumerate(DOMAINS):
        labels = ["memory-anchor", f"memory-{domain}"]
        anchor = _bead(f"big-{domain}", "epic", "open", labels, some)
        own = range(place, memories, len(DOMAINS))
        anchor |= {
            "pinned": True,
            "dependencies": [_edge(f"big-{domain}", f"big-m{each}", "relates-to") for each in own],
        }
        yield anchor
    for number in range(memories):
        yield _memory(number, issues, some)
    for number in range(issues):
        yield from _issue(number, some)


def _bead(
    bead_id: str, kind: str, status: str, labels: list[str], some: random.Random
) -> dict[str, object]:
    made = BEGIN + timedelta(minutes=some.randrange(100_000))
    found: dict[str, object] = {
        "_type": "issue",
        "id": bead_id,
        "title": " ".join(some.choices(WORDS, k=6)).capitalize(),
        "description": " ".join(some.choices(WORDS, k=60)),
        "status": status,
        "priority": some.randrange(4),
        "issue_type": kind,
        "created_at": f"{made:%Y-%m-%dT%H:%M:%SZ}",
        "created_by": "Ada Example",
        "updated_at": f"{made:%Y-%m-%dT%H:%M:%SZ}",
        "labels": labels,
        "dependency_count": 0,
        "dependent_count": 0,
        "comment_count": 0,
    }
    if status == "closed":
        found["closed_at"] = found["updated_at"]
        found["close_reason"] = "Done"
    return found


def _memory(number: int, issues: int, some: random.Random) -> dict[str, object]:
    place = number % len(DOMAINS)
    domain, bead_id = DOMAINS[place], f"big-m{number}"
    hard = number < len(DOMAINS)
    strength = "hard" if hard else "soft"
    labels = ["mem-canonical", f"mem-{strength}", "memory", f"memory-{domain}"]
    rule = f"{' '.join(some.choices(WORDS, k=8))} {number}"
    edges = [_edge(bead_id, f"big-{domain}", "relates-to")]
    if hard:
        under_way = [each for each in range(0, issues, ACTIVE) if each // ACTIVE % 4 == place]
        edges += [_edge(bead_id, f"big-{each}", "relates-to") for each in under_way]
        edges += [_edge(bead_id, f"big-{each}-mc", "relates-to") for each in under_way]
    found = _bead(bead_id, "decision", "closed", labels, some)
    return found | {
        "title": f"[MEMORY][{domain.upper()}][{strength.upper()}] {rule}",
        "description": f"Scope: all\nOut of Scope: none\nRule: {rule}.\nRationale: {found['title']}\n"
        f"Failure Mode: {found['description']}\nAlternatives Considered: none recorded",
        "acceptance_criteria": f"Given {rule}, when it is, then it holds\n"
        "Verification command(s):\npytest -q",
        "pinned": True,
        "metadata": {
            "memory_version": 1,
            "memory_strength": strength,
            "domain": f"memory-{domain}",
            "effective_date": "2026-01-01",
            "evidence_ids": "https://example.test/why",
            "owner": "team",
        },
        "dependencies": edges,
    }


def _issue(number: int, some: random.Random) -> Iterator[dict[str, object]]:
    under_way = number % ACTIVE == 0
    place = number // ACTIVE % len(DOMAINS) if under_way else number % len(DOMAINS)
    status = "in_progress" if under_way else some.choice(["open", "closed", "closed"])
    labels = [f"memory-{DOMAINS[place]}"] if under_way or number % 3 else []
    bead_id = f"big-{number}"
    found = _bead(bead_id, "task", status, labels, some)
    edges = [_edge(bead_id, f"big-{some.randrange(number)}", "blocks")] if number else []
    if number % 10 == 9:
        edges.append(_edge(bead_id, f"big-{number - 8}", "parent-child"))
    if under_way:
        edges.append(_edge(bead_id, f"big-m{place}", "relates-to"))
        edges.append(_edge(bead_id, f"{bead_id}-mc", "blocks"))
        found["comments"] = [{"author": "Ada", "text": "Read the memories.", "created_at": ""}]
        yield _contract(bead_id, f"big-m{place}", some)
    yield found | {"dependencies": edges}


def _contract(work: str, memory: str, some: random.Random) -> dict[str, object]:
    labels = ["mem-hard", "memory-contract"]
    clauses = [{"memory": memory, "status": "open"}]
    return _bead(f"{work}-mc", "task", "open", labels, some) | {
        "pinned": True,
        "metadata": {"fabric_contract": {"v": 1, "work": work, "clauses": clauses}},
        "dependencies": [_edge(f"{work}-mc", memory, "relates-to")],
    }


def _edge(source: object, target: str, kind: str) -> dict[str, object]:
    return {
        "issue_id": source,
        "depends_on_id": target,
        "type": kind,
        "created_at": "2026-01-02T09:00:00Z",
        "created_by": "Ada Example",
        "metadata": "{}",
    }


def _side_by_side(path: Path, beads: int, runs: int) -> None:
    size = path.stat().st_size
    bare = _best((sys.executable, "-c", BARE, str(path)), runs)
    ours = _best((*LINT, f"jsonl:{path}"), runs)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"{beads} beads, {size / 1e6:.1f} MB         clock    processor")
    print(f"bare json.loads of each line {bare[0]:6.2f} s {bare[1]:6.2f} s")
    print(f"fabric lint --all            {ours[0]:6.2f} s {ours[1]:6.2f} s")
    print(f"                             {ours[0] / bare[0]:6.1f} x {ours[1] / bare[1]:6.1f} x")
    print(f"memory of the process {peak / 1e6:.0f} MB: {(peak - size) / beads:.0f} B a bead")
    print("above the file (Python and the libraries, some 60 MB, included)")


def _best(command: tuple[str, ...], runs: int) -> tuple[float, float]:
    """The best clock and the best processor seconds of some runs."""
    taken = [_seconds(command) for _ in range(runs)]
    return min(clock for clock, _ in taken), min(processor for _, processor in taken)


def _seconds(command: tuple[str, ...]) -> tuple[float, float]:
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # our own words
    if done.returncode not in {0, 1}:
        raise SystemExit(done.stderr.decode())
    clock, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return clock, spent


def _in_process(path: Path) -> None:
    read = _timed("parse", lambda: [json.loads(line) for line in path.open("rb")])
    beads = _timed("beads", lambda: [bead_from_record(record) for record in read])
    gc.freeze()  # as the store does once it has read a file
    graph = BeadGraph(beads, Settings(), complete=True)
    lineage = Lineage(graph)
    _timed("kinds and memories", lambda: (graph.kinds, graph.memories))
    _timed("incoming", lambda: graph.incoming)
    _timed("lineage", lambda: lineage.successions)
    asked = Asked(graph=graph, lineage=lineage, now=NOW, work=work_in_scope(graph, "all"))
    for module in CATALOG:
        _timed(module.RULE.slug, partial(_count, module, asked))
    _timed("run, whole", lambda: run(asked))


def _count(module: RuleModule, asked: Asked) -> int:
    return sum(1 for _ in module.check(asked))


def _timed(name: str, act: Callable[[], Result]) -> Result:
    begin = time.perf_counter()
    result = act()
    seconds = time.perf_counter() - begin
    told = f"  {result} found" if isinstance(result, int) else ""
    print(f"{name:<32}{seconds * 1000:8.1f} ms{told}")
    return result


if __name__ == "__main__":
    main()

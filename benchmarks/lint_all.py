"""How long `lint --all` of an export takes, beside a bare Python that only reads its lines.

Makes its own data. `python benchmarks/lint_all.py [--issues N] [--memories M] [--rules]` prints the
ratio of the two whole processes, the memory above the file, and with `--rules` what each takes.
"""

import argparse
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
    """Anchors, memories, and issues of which one in fifty is active and started by hand."""
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
        yield _memory(number, some)
    for number in range(issues):
        yield _issue(number, memories, some)


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


def _memory(number: int, some: random.Random) -> dict[str, object]:
    domain = DOMAINS[number % len(DOMAINS)]
    hard = number % 100 == 0
    strength = "hard" if hard else "soft"
    labels = ["mem-canonical", f"mem-{strength}", "memory", f"memory-{domain}"]
    found = _bead(f"big-m{number}", "decision", "closed", labels, some)
    rule = f"{' '.join(some.choices(WORDS, k=8))} {number}"
    found |= {
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
            "owner": "team",
        },
        "dependencies": [_edge(found["id"], f"big-{domain}", "relates-to")],
    }
    return found


def _issue(number: int, memories: int, some: random.Random) -> dict[str, object]:
    status = "in_progress" if number % 50 == 0 else some.choice(["open", "closed", "closed"])
    labels = [f"memory-{some.choice(DOMAINS)}"] if number % 3 else []
    found = _bead(f"big-{number}", "task", status, labels, some)
    edges = [_edge(found["id"], f"big-{some.randrange(number)}", "blocks")] if number else []
    if number % 10 == 9:
        edges.append(_edge(found["id"], f"big-{number - 9}", "parent-child"))
    if status == "in_progress" and memories:
        edges.append(_edge(found["id"], f"big-m{some.randrange(memories)}", "relates-to"))
        found["comments"] = [{"author": "Ada", "text": "Read the memories.", "created_at": ""}]
    found["dependencies"] = edges
    return found


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
    bare = min(_seconds((sys.executable, "-c", BARE, str(path))) for _ in range(runs))
    ours = min(_seconds((*LINT, f"jsonl:{path}")) for _ in range(runs))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"{beads} beads, {size / 1e6:.1f} MB")
    print(f"bare json.loads of each line  {bare:6.2f} s")
    print(f"fabric lint --all             {ours:6.2f} s   {ours / bare:.1f} x")
    print(f"memory of the process {peak / 1e6:.0f} MB: {(peak - size) / beads:.0f} B a bead")
    print("above the file (Python and the libraries, some 60 MB, included)")


def _seconds(command: tuple[str, ...]) -> float:
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # our own words
    if done.returncode not in {0, 1}:
        raise SystemExit(done.stderr.decode())
    return time.perf_counter() - begin


def _in_process(path: Path) -> None:
    read = _timed("parse", lambda: [json.loads(line) for line in path.open("rb")])
    beads = _timed("beads", lambda: [bead_from_record(record) for record in read])
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

"""How long `lint --all` of an export takes, beside a bare Python that only reads its lines.

Makes its own data. `python -m benchmarks.lint_all [--issues N] [--memories M] [--runs R] [--rules]`
prints the ratio of the two whole processes and the memory above the file; with `--rules` what each
rule takes, in process.
"""

import gc
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchmarks.bars import Row, at_most, parser, report
from benchmarks.data import Project, write_export
from benchmarks.processes import FABRIC, by_turns, least, quiet, run
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.settings import Settings
from fabric.rules.asked import Asked
from fabric.rules.catalog import CATALOG
from fabric.rules.rule import RuleModule
from fabric.rules.run import run as run_rules
from fabric.rules.scope import work_in_scope
from fabric.store.catalog import open_store

Result = TypeVar("Result")
NOW = datetime(2026, 6, 1, tzinfo=UTC)
BARE = "import json,sys\nfor line in open(sys.argv[1],'rb'):\n    json.loads(line)"
SMALL, LARGE = Project(10_000, 1_000), Project(100_000, 1_000)
BARS = {SMALL: 8.0, LARGE: 4.0}
MOST_BYTES = 4096


def main() -> None:
    """Make exports, run both processes on each, print the ratios."""
    made: ArgumentParser = parser(__doc__)
    made.add_argument("--issues", type=int)
    made.add_argument("--memories", type=int, default=1_000)
    made.add_argument("--runs", type=int)
    made.add_argument("--rules", action="store_true", help="what each rule takes, in process")
    chosen = made.parse_args()
    sizes = [Project(chosen.issues, chosen.memories)] if chosen.issues else [SMALL, LARGE]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "issues.jsonl")
        for size in sizes:
            write_export(size, path)
            runs = chosen.runs or (3 if chosen.quick or size == LARGE else 7)
            report(_side_by_side(path, size, runs), chosen.rows)
            if chosen.rules:
                _in_process(path)


def _side_by_side(path: Path, size: Project, runs: int) -> Iterator[Row]:
    beads = sum(1 for _ in path.open("rb"))
    lint = (*FABRIC, "lint", "--all", "--format", "json", "--store", f"jsonl:{path}")
    environment = quiet()
    bare, ours = by_turns(
        runs,
        lambda: run((sys.executable, "-c", BARE, str(path)), path.parent, environment),
        lambda: run(lint, path.parent, environment, allowed=(0, 1)),
    )
    name = f"lint --all, {size.issues:,} issues + {size.memories:,} memories"
    cpu = min(each.cpu for each in ours) / min(each.cpu for each in bare)
    yield at_most(
        f"{name}, beside bare json.loads",
        least(ours),
        least(bare),
        BARS.get(size, 4.0),
        f"{cpu:.2f} x by processor time; {beads:,} beads, {path.stat().st_size / 1e6:.0f} MB",
    )
    peak = max(each.peak for each in ours)
    above = (peak - path.stat().st_size) / beads
    yield Row(
        f"{name}, memory above the file",
        bar=f"<= {MOST_BYTES} B a bead" if size == LARGE else "",
        ours=f"{above:.0f} B a bead",
        met=above <= MOST_BYTES if size == LARGE else None,
        note=f"{peak / 1e6:.0f} MB in all, Python and its libraries included",
    )


def _in_process(path: Path) -> None:
    gc.disable()
    store = open_store(f"jsonl:{path}", writer_id="")
    beads = _timed("read", lambda: list(store.all_beads()))
    graph = _timed("graph", lambda: BeadGraph(beads, Settings(), complete=True))
    lineage = Lineage(graph)
    _timed("kinds and memories", lambda: (graph.kinds, graph.memories))
    _timed("incoming", lambda: graph.incoming)
    _timed("lineage", lambda: lineage.successions)
    asked = Asked(graph=graph, lineage=lineage, now=NOW, work=work_in_scope(graph, "all"))
    for module in CATALOG:
        _timed(module.RULE.slug, partial(_count, module, asked))
    _timed("run, whole", lambda: run_rules(asked))


def _count(module: RuleModule, asked: Asked) -> int:
    return sum(1 for _ in module.check(asked))


def _timed(name: str, act: Callable[[], Result]) -> Result:
    begin = time.perf_counter()
    result = act()
    taken = time.perf_counter() - begin
    told = f"  {result} found" if isinstance(result, int) else ""
    print(f"{name:<32}{taken * 1000:8.1f} ms{told}")
    return result


if __name__ == "__main__":
    main()

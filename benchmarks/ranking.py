"""How fast memories are ranked for a work item: warm, cold, and at several sizes.

`python -m benchmarks.ranking [--export FILE]` prints one line a measurement. Without a file the
texts are made up, in word frequencies like those of real text; with a file (JSON lines of beads)
the texts are those of its beads. Times are wall-clock milliseconds in this process.
"""

import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from benchmarks.bars import Row, parser, report
from benchmarks.data import Words
from fabric.graph.applies import Applying, Bearing
from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record
from fabric.models.memory_text import write_description
from fabric.models.settings import DomainSettings, Settings
from fabric.selection.nearness import nearness
from fabric.selection.rank import MemoryIndex, Ranking
from fabric.selection.select import select

SIZES = (100, 1_000, 10_000)
QUERIES = 300
BUDGET = 7
DOMAIN = "memory-arch"
SETTINGS = Settings(domains=[DomainSettings(label=DOMAIN)])
Text = tuple[str, str]


def made_up(count: int, seed: int) -> list[Text]:
    """Titles of 7 words with descriptions of 25 to 90, as real beads have them."""
    words = Words(seed)
    return [(words.text(7), words.text(25 + (n * 13) % 65)) for n in range(count)]


def exported(path: Path) -> list[Text]:
    """Title and description of each bead of an export that has both."""
    lines = path.read_text(encoding="utf-8").split("\n")
    records = (json.loads(line) for line in lines if line.startswith('{"'))
    beads = (bead_from_record(each) for each in records if "id" in each)
    return [(bead.title, bead.description) for bead in beads if bead.title and bead.description]


def memories(texts: Sequence[Text], count: int) -> list[Bead]:
    """So many soft memories, saying the texts in turn."""
    return [_memory(number, *texts[number % len(texts)]) for number in range(count)]


def _memory(number: int, title: str, text: str) -> Bead:
    third = len(text) // 3
    sections = {"Rule": text[:third], "Scope": text[third : 2 * third], "Rationale": text[-third:]}
    return Bead(
        f"mf-m{number:05}",
        title=f"[MEMORY][ARCH][SOFT] {' '.join(title.split())[:200]}",
        description=write_description({name: " ".join(t.split()) for name, t in sections.items()}),
        status="closed",
        issue_type="decision",
        closed_at="2026-01-01T00:00:00Z",
        labels=("mem-canonical", "mem-soft", "memory", DOMAIN),
        metadata={"effective_date": f"2026-{1 + number % 12:02}-{1 + number % 28:02}"},
    )


def milliseconds(run: Callable[[], object]) -> float:
    """How long one run takes."""
    begin = time.perf_counter()
    run()
    return (time.perf_counter() - begin) * 1000


def percentiles(times: Sequence[float]) -> tuple[float, float, float]:
    """Median, 95th percentile and maximum."""
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[-1]


def spread(times: Sequence[float]) -> str:
    """Median, 95th percentile and maximum, in words."""
    p50, p95, most = percentiles(times)
    return f"p50 {p50:7.2f}   p95 {p95:7.2f}   max {most:7.2f}"


def measure(texts: Sequence[Text], tasks: Sequence[Text], size: int) -> tuple[list[str], Row]:
    """Measure one size: line by line, and as a bar."""
    graph = BeadGraph(memories(texts, size), SETTINGS)
    read = milliseconds(lambda: graph.memories)
    found = [Applying(memory, f"domain {DOMAIN}") for memory in graph.memories.values()]
    works = [
        Bead(f"mf-t{n}", title=title, description=text) for n, (title, text) in enumerate(tasks)
    ]
    choose = partial(select, graph, found, bearing=Bearing((DOMAIN,)), budget=BUDGET)
    cold = [milliseconds(partial(choose, work=works[0])) for _ in range(3)]
    index = MemoryIndex(graph.memories.values())
    ranked = [milliseconds(partial(_rank, index, graph, work)) for work in works]
    chosen = [milliseconds(partial(choose, work=work, index=index)) for work in works]
    lines = [
        f"{size:6} memories   read from beads, once        {read:7.2f}",
        f"{size:6} memories   cold: index and choose       best {min(cold):7.2f}",
        f"{size:6} memories   warm: rank, {len(works)} tasks       {spread(ranked)}",
        f"{size:6} memories   warm: choose, with reasons   {spread(chosen)}",
    ]
    p50, p95, _ = percentiles(ranked)
    row = Row(
        f"ranking of {size:,} memories, index warm, {len(works)} tasks",
        bar="p50 <= 3 ms, p95 <= 10 ms",
        ours=f"p50 {p50:.2f} ms, p95 {p95:.2f} ms",
        met=p50 <= 3 and p95 <= 10,
    )
    return lines, row


def _rank(index: MemoryIndex, graph: BeadGraph, work: Bead) -> list[object]:
    """The first memories of a ranking."""
    ranking = Ranking(index, work, nearness(graph, work))
    return [memory for memory, _ in zip(ranking.soft(), range(BUDGET), strict=False)]


def main() -> None:
    """Print all measurements."""
    made = parser(__doc__)
    made.add_argument("--export", type=Path, help="a JSON lines file of beads to take texts from")
    given = made.parse_args()
    path = given.export
    texts = exported(path) if path else made_up(max(SIZES), seed=1)
    tasks = texts[:: max(1, len(texts) // QUERIES)] if path else made_up(QUERIES, seed=2)
    print(
        "ranking, milliseconds", f"({path.name}: {len(texts)} texts)" if path else "(made-up texts)"
    )
    for size in SIZES:
        lines, row = measure(texts, tasks, size)
        print("\n".join(lines))
        if size == max(SIZES):
            report([row], given.rows)


if __name__ == "__main__":
    main()

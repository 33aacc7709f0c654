"""How fast memories are ranked for a work item: warm, cold, and at several sizes.

`python benchmarks/ranking.py [--export FILE]` prints one line a measurement. Without a file the
texts are made up, in word frequencies like those of real text; with a file (JSON lines of beads)
the texts are those of its beads. Times are wall-clock milliseconds in this process.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

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
VOCABULARY = 12_000
SYLLABLES = ("ba", "co", "di", "fe", "gu", "la", "mo", "ni", "pe", "ru", "sa", "to", "vi", "ze")
Text = tuple[str, str]


class Words:
    """Made-up words, the n-th of them about n times rarer than the first, as in real text."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  # the same texts in each run
        self._words = ["".join(self._random.choices(SYLLABLES, k=3)) for _ in range(VOCABULARY)]
        self._weights = [1 / (place + 5) for place in range(VOCABULARY)]

    def text(self, words: int) -> str:
        """So many words in a row."""
        return " ".join(self._random.choices(self._words, self._weights, k=words))


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


def spread(times: Sequence[float]) -> str:
    """Median, 95th percentile and maximum."""
    ordered = sorted(times)
    p95 = ordered[int(len(ordered) * 0.95)]
    return f"p50 {ordered[len(ordered) // 2]:7.2f}   p95 {p95:7.2f}   max {ordered[-1]:7.2f}"


def measure(texts: Sequence[Text], tasks: Sequence[Text], size: int) -> Iterator[str]:
    """Measure one size, line by line."""
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
    yield f"{size:6} memories   read from beads, once        {read:7.2f}"
    yield f"{size:6} memories   cold: index and choose       best {min(cold):7.2f}"
    yield f"{size:6} memories   warm: rank, {len(works)} tasks       {spread(ranked)}"
    yield f"{size:6} memories   warm: choose, with reasons   {spread(chosen)}"


def _rank(index: MemoryIndex, graph: BeadGraph, work: Bead) -> list[object]:
    """The first memories of a ranking."""
    ranking = Ranking(index, work, nearness(graph, work))
    return [memory for memory, _ in zip(ranking.soft(), range(BUDGET), strict=False)]


def main() -> None:
    """Print all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--export", type=Path, help="a JSON lines file of beads to take texts from")
    path = parser.parse_args().export
    texts = exported(path) if path else made_up(max(SIZES), seed=1)
    tasks = texts[:: max(1, len(texts) // QUERIES)] if path else made_up(QUERIES, seed=2)
    print(
        "ranking, milliseconds", f"({path.name}: {len(texts)} texts)" if path else "(made-up texts)"
    )
    for size in SIZES:
        for line in measure(texts, tasks, size):
            print(line)


if __name__ == "__main__":
    main()

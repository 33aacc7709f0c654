"""Runs all benchmarks one after the other and prints one table: bar, ours, ratio, met or not.

`benchmarks/run.sh [--quick] [--make]`, which `make bench` calls. What needs bd is left out, with the
reason, where bd is not built (`make live-tools`). bd's import of 10,000 issues takes minutes: with
`--make` its workspaces are made once, in the user's cache; without them smaller ones stand in.
"""

import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.bars import Row, read_rows, table
from benchmarks.processes import ROOT, load
from benchmarks.workspace import cache

PRIME = (10_000, 1_000)
PRIME_SMALL = (1_000, 1_000)


def main() -> None:
    """Run them all; the exit status is 1 where a bar is not met."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller data, fewer runs")
    parser.add_argument("--make", action="store_true", help="make what takes minutes, once")
    chosen = parser.parse_args()
    begin, before = time.monotonic(), load()
    rows: list[Row] = []
    for words in _benchmarks(quick=chosen.quick, make=chosen.make):
        print(f"… {' '.join(words)}", file=sys.stderr)
        rows += _run(words)
    print("\n".join(table(rows)))
    minutes = (time.monotonic() - begin) / 60
    print(f"\n{minutes:.1f} minutes; {before} at the beginning, {load()} at the end")
    if any(row.met is False for row in rows):
        sys.exit(1)


def _benchmarks(*, quick: bool, make: bool) -> Iterator[Sequence[str]]:
    less = ("--quick",) if quick else ()
    more = ("--make",) if make else ()
    yield "lint_all", *less
    yield _prime(quick=quick, make=make)
    yield "start", *less, *more, *(() if quick else ("--runs", "1"))
    yield "growth", *less
    yield "importing", *less
    yield "ranking", *less
    yield "store_writes", *less, "--beads", "2000"


def _prime(*, quick: bool, make: bool) -> Sequence[str]:
    kept = cache() / "prime-{}-{}".format(*PRIME)
    large = make or (kept / "bd" / "workspace" / "size.json").exists()
    issues, memories = PRIME if large and not quick else PRIME_SMALL
    folder = cache() / f"prime-{issues}-{memories}"
    size = ("--issues", str(issues), "--memories", str(memories))
    return "prime", *size, "--runs", "5" if quick else "9", "--keep", str(folder)


def _run(words: Sequence[str]) -> list[Row]:
    """The rows of one benchmark; one that says that it failed where it did."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows.jsonl")
        command = (sys.executable, "-m", f"benchmarks.{words[0]}", *words[1:], "--rows", str(file))
        done = subprocess.run(  # noqa: S603  # our own words
            command, cwd=ROOT, capture_output=True, text=True, check=False
        )
        found = read_rows(file) if file.exists() else []
    if done.returncode:
        why = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["no words"]
        found.append(Row(words[0], met=False, note=f"it failed: {why[0]}"))
    return found


if __name__ == "__main__":
    main()

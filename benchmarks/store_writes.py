"""How many durable writes a second the embedded store takes, and how long a large import is.

Makes its own data in a folder that it removes. `python -m benchmarks.store_writes [--writers N]
[--changes M] [--beads B]` prints one line a measurement:

- writers: processes that each apply change sets (a label, a metadata key, a comment, a journal
  entry) one by one, each confirmed only once it is on the disk. The best published peer says 479 a
  second with 8 writers on one machine.
- bare: the same number of processes that commit one small row each, by plain `sqlite3`: what disk
  and SQLite allow.
- import: reading an export and writing it in one change set, beside `json.loads` of each line.
"""

import json
import multiprocessing
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.bars import Row, parser, report
from fabric.models.actor import Actor
from fabric.models.bead import Bead
from fabric.models.bead_line import write_line
from fabric.models.change_set import (
    AddComment,
    AddLabel,
    ChangeSet,
    InsertBead,
    ReplaceBead,
    SetMetadata,
)
from fabric.models.dependency import Dependency
from fabric.models.journal import JournalDraft, verify_chain
from fabric.ports import JournalQuery, Store
from fabric.store.catalog import open_store

PEER: Final = 479
AT: Final = "2026-03-01T10:00:00Z"
OWN: Final = 25  # beads a writer: as many comments on one as real work has
WORDS: Final = "every write goes through the service layer because there is one place to audit "

processes: Final = multiprocessing.get_context("fork")


def main() -> None:
    """Run all measurements in one folder."""
    made = parser(__doc__)
    made.add_argument("--writers", type=int, default=8)
    made.add_argument("--changes", type=int, default=250, help="change sets a writer")
    made.add_argument("--beads", type=int, default=10_000)
    arguments = made.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="store-writes-"))
    try:
        row = measure_writers(folder, arguments.writers, arguments.changes)
        report([row], arguments.rows)
        measure_import(folder, arguments.beads)
    finally:
        shutil.rmtree(folder)


def measure_writers(folder: Path, writers: int, changes: int) -> Row:
    """Writes a second, ours and bare; then whether all of them are there."""
    file, bare = folder / "fabric.db", folder / "bare.db"
    with closing(opened(file, create=True)) as store:
        names = [f"w-{number}-{own}" for number in range(writers) for own in range(OWN)]
        beads = tuple(InsertBead(bead(name)) for name in names)
        store.apply(ChangeSet(beads), draft("add"))
    with closing(sqlite3.connect(bare)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE rows (id TEXT PRIMARY KEY, text TEXT)")
    ours = crowd(partial(write_change_sets, file, changes), writers) / (writers * changes)
    plain = crowd(partial(write_rows, bare, changes), writers) / (writers * changes)
    with closing(opened(file)) as store:
        entries = store.journal(JournalQuery())
        faults = verify_chain(entries, store.journal_payloads(JournalQuery()))
    complete = len(entries) == 1 + writers * changes and not faults
    return Row(
        f"durable change sets a second, {writers} writers, SQLite",
        bar=f">= {PEER} (best published peer)",
        ours=f"{1 / ours:,.0f} a second",
        beside=f"bare commits {1 / plain:,.0f}",
        ratio=f"{1 / ours / PEER:.2f} x the peer",
        met=complete and 1 / ours >= PEER,
        note=f"none lost, none doubled, chain whole: {'yes' if complete else 'NO'}",
    )


def crowd(work: Callable[[int, Callable[[], object]], None], writers: int) -> float:
    """Seconds from the moment when all processes are ready until the last is done."""
    ready = processes.Barrier(writers + 1)
    crowd = [processes.Process(target=work, args=(n, ready.wait)) for n in range(writers)]
    for process in crowd:
        process.start()
    ready.wait()
    begin = time.perf_counter()
    for process in crowd:
        process.join()
    if any(process.exitcode for process in crowd):
        sys.exit("a writer failed")
    return time.perf_counter() - begin


def write_change_sets(file: Path, changes: int, writer: int, wait: Callable[[], object]) -> None:
    """Apply change sets to beads of one's own."""
    with closing(opened(file)) as store:
        store.apply(ChangeSet(), draft("ready"))  # what the first write loads is not what we ask
        wait()
        for change in range(1, changes):
            own = f"w-{writer}-{change % OWN}"
            operations = (
                AddLabel(own, f"l-{change % 7}"),
                SetMetadata(own, "step", change),
                AddComment(own, "Ada", f"Step {change}"),
            )
            store.apply(ChangeSet(operations), draft("step", own))


def write_rows(file: Path, changes: int, writer: int, wait: Callable[[], object]) -> None:
    """Commit one row after the other."""
    with closing(sqlite3.connect(file, timeout=60, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        wait()
        for change in range(changes):
            connection.execute("BEGIN IMMEDIATE")
            row = (f"{writer}-{change}", WORDS)
            connection.execute("INSERT INTO rows VALUES (?, ?)", row)
            connection.execute("COMMIT")


def measure_import(folder: Path, count: int) -> None:
    """Seconds to import an export, beside `json.loads` of every line of it."""
    export = folder / "issues.jsonl"
    lines = [write_line(bead(f"n-{number:06}", number)) for number in range(count)]
    export.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    bare = min(timed(partial(load, export)) for _ in range(3))
    files = [folder / f"import-{number}.db" for number in range(3)]
    read = min(timed(partial(read_beads, export)) for _ in files)
    whole = min(timed(partial(take_in, export, file)) for file in files)
    size = export.stat().st_size / 1e6
    print(f"import of {count:,} beads ({size:.1f} MB) in one change set: {whole:.2f} s")
    print(f"  json.loads of each line:  {bare:.2f} s, so the import takes {whole / bare:.1f} times")
    print(f"  reading the beads alone:  {read:.2f} s, {read / bare:.1f} times")


def load(export: Path) -> None:
    """Parse every line."""
    with export.open("rb") as stream:
        for line in stream:
            json.loads(line)


def read_beads(export: Path) -> list[Bead]:
    """Read every bead by our reader."""
    return list(open_store(f"jsonl:{export}", writer_id="").all_beads())


def take_in(export: Path, file: Path) -> None:
    """Import the export into a new store."""
    with closing(opened(file, create=True)) as store:
        beads = read_beads(export)
        operations = tuple(ReplaceBead(each) for each in beads)
        store.apply(ChangeSet(operations), draft("import", *(each.id for each in beads)))


def timed(work: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def opened(file: Path, *, create: bool = False) -> Store:
    """Open the embedded store."""
    return open_store(f"sqlite:///{file}", writer_id="desk-1", create=create, wait_seconds=60)


def draft(verb: str, *bead_ids: str) -> JournalDraft:
    """What a service would journal."""
    actor = Actor(name="ada@example.test")
    return JournalDraft(AT, actor, "cli", verb, bead_ids, payload={"operations": [verb] * 3})


def bead(bead_id: str, number: int = 1) -> Bead:
    """A bead of the size that real ones have."""
    edges = [Dependency(bead_id, f"n-{number // two:06}", "blocks", AT, "Ada") for two in (2, 3)]
    return Bead(
        bead_id,
        title=WORDS[:40],
        description=WORDS * (1 + number % 20),
        created_at=AT,
        updated_at=AT,
        labels=("memory-arch", f"l-{number % 9}"),
        metadata={"number": number},
        dependencies=tuple(edges) if number > 3 else (),
    )


if __name__ == "__main__":
    main()

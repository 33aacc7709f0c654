"""Many processes on one file, processes killed while they write, and a disk that is full."""

import multiprocessing
import resource
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import pytest

from fabric.errors import CouldNot, VersionsMoved
from fabric.models.change_set import AddLabel, ChangeSet, InsertBead, SetConfig, SetMetadata
from fabric.models.journal import verify_chain
from fabric.models.version import bead_version
from fabric.ports import JournalQuery, Store
from fabric.store.catalog import open_store
from tests.store.beads import bead, draft, edge

# Forking spares every process the loading of the libraries; nothing is open at that moment.
processes: Final = multiprocessing.get_context("fork")

CROWD: Final = 20
CHANGES: Final = 50


def opened(file: Path, writer: str = "desk-1", *, create: bool = False) -> Store:
    return open_store(f"sqlite:///{file}", writer_id=writer, create=create, wait_seconds=60)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a store with one bead; nobody has it open."""
    path = tmp_path / "fabric.db"
    with closing(opened(path, create=True)) as store:
        store.apply(ChangeSet((InsertBead(bead("a-1")),)), draft("import"))
    return path


def started(work: Callable[..., None], *arguments: object) -> "multiprocessing.process.BaseProcess":
    process = processes.Process(target=work, args=arguments)
    process.start()
    return process


def count_up(store: Store, key: str) -> None:
    """Add one to a number in the metadata of the bead, and try again when it moved."""
    while True:
        before = store.bead("a-1")
        assert before is not None
        number = int(str(before.metadata.get(key, 0))) + 1
        change = ChangeSet((SetMetadata("a-1", key, number),), {"a-1": bead_version(before)})
        try:
            store.apply(change, draft("count", "a-1"))
        except VersionsMoved:
            continue
        return


def one_of_the_crowd(file: Path, number: int) -> None:
    with closing(opened(file, f"desk-{number % 3}")) as store:
        for change in range(CHANGES):
            if change % 10 == 0:
                count_up(store, "shared")
            else:
                new = bead(f"n-{number}-{change}", labels=("x",))
                store.apply(ChangeSet((InsertBead(new), SetConfig("last", new.id))), draft("add"))


def test_a_crowd_on_one_file_loses_nothing_and_doubles_nothing(file: Path) -> None:
    crowd = [started(one_of_the_crowd, file, number) for number in range(CROWD)]
    for process in crowd:
        process.join(timeout=120)
    assert [process.exitcode for process in crowd] == [0] * CROWD
    with closing(opened(file)) as store:
        counts = CROWD * len(range(0, CHANGES, 10))
        beads = {each.id: each for each in store.all_beads()}
        assert len(beads) == 1 + CROWD * CHANGES - counts
        assert beads["a-1"].metadata == {"shared": counts}
        entries = store.journal(JournalQuery())
        assert len(entries) == 1 + CROWD * CHANGES
        assert verify_chain(entries, store.journal_payloads(JournalQuery())) == []


def make_one(file: Path) -> None:
    with closing(opened(file, create=True)) as store:
        store.apply(ChangeSet((SetConfig("k", "v"),)), draft())


def test_a_store_that_many_make_at_once_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / ".fabric" / "fabric.db"
    crowd = [started(make_one, file) for _ in range(8)]
    for process in crowd:
        process.join(timeout=60)
    assert [process.exitcode for process in crowd] == [0] * 8
    with closing(opened(file)) as store:
        assert len(store.journal(JournalQuery())) == 8


def write_for_ever(file: Path, written: "multiprocessing.queues.SimpleQueue[int]") -> None:
    with closing(opened(file)) as store:
        number = len(store.journal(JournalQuery()))
        while True:
            one, two = f"k-{number}-1", f"k-{number}-2"
            change = (
                InsertBead(bead(one, labels=("x", "y"), dependencies=(edge(one, two),))),
                SetConfig("last", two),
                InsertBead(bead(two, description="long " * 4_000)),
            )
            store.apply(ChangeSet(change), draft("add", one, two, payload={"n": number}))
            written.put(number)
            number += 1


def killed_while_it_writes(file: Path, seconds: float) -> int:
    """Let a process write, kill it some moment after a write; return the last that it confirmed."""
    written = processes.SimpleQueue()
    process = started(write_for_ever, file, written)
    while written.empty():
        assert process.is_alive()
        time.sleep(0.001)
    time.sleep(seconds)
    process.kill()
    process.join()
    confirmed = 0
    while not written.empty():
        confirmed = int(written.get())
    return confirmed


def test_a_writer_that_is_killed_leaves_nothing_half_written(file: Path) -> None:
    random = Random(7)  # noqa: S311  # when to kill, no secret
    log = file.with_name("fabric.db-wal")
    for _ in range(12):
        confirmed = killed_while_it_writes(file, random.uniform(0, 0.02))
        before = file.read_bytes(), log.read_bytes() if log.exists() else b""
        with closing(opened(file)) as store:
            pairs = [each.id for each in store.all_beads() if each.id != "a-1"]
            entries = store.journal(JournalQuery())
            assert verify_chain(entries, store.journal_payloads(JournalQuery())) == []
            assert len(pairs) == 2 * (len(entries) - 1)
            assert {name[:-2] for name in pairs} == {f"k-{n}" for n in range(1, len(entries))}
            assert store.config() == {"last": f"k-{len(entries) - 1}-2"}
            assert len(entries) - 1 >= confirmed
        assert (file.read_bytes(), log.read_bytes() if log.exists() else b"") == before
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def make_for_ever(folder: Path) -> None:
    for number in range(1_000_000):
        opened(folder / f"{number}.db", create=True).close()


def test_a_process_that_is_killed_while_it_makes_a_store_can_be_repeated(tmp_path: Path) -> None:
    for number, seconds in enumerate((0, 0.001, 0.003, 0.005, 0.01, 0.02)):
        folder = tmp_path / str(number)
        folder.mkdir()
        process = started(make_for_ever, folder)
        while not any(folder.iterdir()):
            assert process.is_alive()
        time.sleep(seconds)
        process.kill()
        process.join()
        files = sorted(folder.glob("*.db"))
        assert files
        for file in files:
            make_one(file)
            with closing(opened(file)) as store:
                assert store.config() == {"k": "v"}


def fill_the_disk(file: Path, told: "multiprocessing.queues.SimpleQueue[object]") -> None:
    with closing(opened(file)) as store:
        store.apply(ChangeSet((AddLabel("a-1", "before"),)), draft())
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
        try:
            large = bead("n-1", description="x" * 1_000_000)
            store.apply(ChangeSet((SetConfig("k", "v"), InsertBead(large))), draft())
        except CouldNot as error:
            told.put((error.what, error.remedy))
        found = store.bead("a-1")
        told.put((found.labels if found else None, store.config(), store.bead("n-1")))


def test_a_disk_that_is_full_is_said_so_and_nothing_is_half_written(file: Path) -> None:
    told = processes.SimpleQueue()
    process = started(fill_the_disk, file, told)
    process.join(timeout=60)
    assert process.exitcode == 0
    what, remedy = told.get()
    assert "nothing of the change was written" in what
    assert "space" in remedy
    assert told.get() == (("before",), {}, None)
    with closing(opened(file)) as store:
        assert store.bead("n-1") is None
        entries = store.journal(JournalQuery())
        assert len(entries) == 2
        assert verify_chain(entries, store.journal_payloads(JournalQuery())) == []

"""The bd command store over the real bd: the tests that a pretended bd passes, asked of the real one."""

import itertools
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings

from fabric.errors import VersionsMoved
from fabric.models.bead import Bead, Comment
from fabric.models.change_set import (
    AddComment,
    AddLabel,
    ChangeSet,
    Operation,
    ReplaceBead,
    SetMetadata,
)
from fabric.models.journal import verify_chain
from fabric.models.version import bead_version
from fabric.ports import BeadQuery, JournalQuery
from fabric.store.backends.bd_command import BdCommandStore
from fabric.store.bd.checked import Checked
from fabric.store.bd.command import Program
from fabric.store.bd.workspace import find_workspace
from fabric.store.bd.writer import Limits
from tests.guard import ROOT
from tests.live.workspaces import Workspace, copy_embedded
from tests.store.bd.acts import ME, apply, start, started
from tests.store.bd.benches import Around, lines_of
from tests.store.bd.changes import changes, check, without_itself
from tests.store.bd.test_bd_operations import *  # noqa: F403  # all of them, on the fixture below
from tests.store.bd.test_bd_work import *  # noqa: F403
from tests.store.beads import OLD, WRITER, bead, draft, edge, memory

EXAMPLES = 12


@dataclass(frozen=True, slots=True)
class LiveBench:
    """A workspace over the real bd."""

    workspace: Workspace

    def hold(self, *beads: Bead, notes: Mapping[str, str] | None = None) -> None:
        """Put beads and notes there, as another program would."""
        self.workspace.bd("import", "-", stdin=lines_of(*beads, notes=notes))

    def run(self, *arguments: str) -> None:
        """Run bd as somebody else."""
        self.workspace.acting_as("vera")(*arguments)

    def open(self, writer: str = WRITER, around: Around = lambda launch: launch) -> BdCommandStore:
        """Open the store anew, as another process would; `around` wraps how bd is run."""
        bd, workspace = self.workspace.bd, find_workspace(self.workspace.path)
        run = Program(bd.program, workspace.root, workspace.given, bd.environment)
        checked = Checked(around(run), bd.program, workspace)
        return BdCommandStore(workspace, checked, lambda: writer, Limits())


@pytest.fixture
def bench(embedded_workspace: Workspace) -> LiveBench:
    return LiveBench(embedded_workspace)


def test_reading_changes_neither_database_nor_export_nor_git_status(bench: LiveBench) -> None:
    bench.hold(bead("w-1", comments=(Comment("Ada", "Hi", OLD),)), memory("m-1"), notes={"a": "b"})
    workspace = find_workspace(bench.workspace.path)
    before = workspace.state(), bench.workspace.bd.export(), bench.workspace.git("status", "-s")
    store = bench.open()
    assert [
        each.comments[0].text for each in store.find(BeadQuery(with_comments=True)) if each.comments
    ] == ["Hi"]
    assert len(list(store.all_beads())) == 2
    assert store.config("kv.memory.") == {"kv.memory.a": "b"}
    assert store.journal(JournalQuery()) == []
    assert before[0] != ""
    assert before == (
        workspace.state(),
        bench.workspace.bd.export(),
        bench.workspace.git("status", "-s"),
    )


def test_bd_knows_what_is_blocked_after_an_import_closed_and_opened_a_blocker(
    bench: LiveBench,
) -> None:
    held = bead("w-1", dependencies=(edge("w-1", "w-2", "blocks"),))
    bench.hold(bead("w-2"), held)
    store, bd = bench.open(), bench.workspace.bd
    closed = bead("w-2", status="closed", closed_at=OLD, updated_at="2026-03-02T00:00:00Z")
    apply(store, ReplaceBead(closed))
    assert bd("ready", "-n", "0", "--json").ids() == {"w-1"}
    apply(store, ReplaceBead(bead("w-2", updated_at="2026-03-03T00:00:00Z")))
    assert bd("ready", "-n", "0", "--json").ids() == {"w-2"}
    assert bd.run("close", "w-1").exit == 1


@pytest.mark.parametrize(
    "words",
    [
        ("update", "--add-label=x", "--", "w-1"),
        ("comment", "w-1", "seen"),
        ("dep", "add", "w-1", "w-2", "-t", "relates-to"),
        ("remember", "--key=k", "--", "a text of words"),
        ("config", "set", "custom.x", "y"),
        ("heartbeat", "w-1"),
    ],
    ids=lambda words: words[0],
)
def test_every_kind_of_write_is_seen_in_the_state(words: tuple[str, ...], bench: LiveBench) -> None:
    bench.hold(bead("w-1"), bead("w-2"))
    bench.run("update", "--claim", "--", "w-1")
    workspace = find_workspace(bench.workspace.path)
    before = workspace.state()
    time.sleep(1.1)  # bd's times have whole seconds: within the same one nothing would be new
    bench.run(*words)
    assert workspace.state() != before


def test_a_server_of_bds_own_is_served_too(server_workspace: Workspace) -> None:
    bench = LiveBench(server_workspace)
    bench.hold(bead("w-1"), memory("m-1"))
    store = bench.open()
    assert find_workspace(server_workspace.path).state() == ""
    store.apply(start(store), draft("start", "w-1"))
    assert started(store)
    assert started(bench.open())
    late = bench.open()
    change = ChangeSet((AddLabel("w-1", "x"),), {"w-1": bead_version(late.bead("w-1"))})
    bench.run("update", "--add-label=y", "--", "w-1")
    with pytest.raises(VersionsMoved):
        late.apply(change, draft())


def test_of_two_who_start_one_item_at_once_one_holds_it_and_nothing_is_doubled(
    bench: LiveBench,
) -> None:
    bench.hold(bead("w-1"), memory("m-1"))
    stores = [bench.open(f"desk-{number}") for number in range(2)]
    changes = [start(store) for store in stores]

    def go(number: int) -> bool:
        try:
            stores[number].apply(changes[number], draft("start", "w-1"))
        except VersionsMoved:
            return False
        return True

    with ThreadPoolExecutor() as pool:
        assert sorted(pool.map(go, range(2))) == [False, True]
    assert started(bench.open())
    assert len(bench.open().journal(JournalQuery())) == 1


def test_many_who_write_at_once_lose_nothing(bench: LiveBench) -> None:
    bench.hold(*(bead(f"w-{number}") for number in range(4)), bead("w-9", metadata={"n": 0}))

    def go(number: int) -> None:
        store = bench.open(f"desk-{number}")
        for _ in range(10):
            shared = store.bead("w-9")
            assert shared is not None
            count = shared.metadata["n"]
            assert isinstance(count, int)
            operations = (SetMetadata("w-9", "n", count + 1), AddComment(f"w-{number}", ME, "Hi"))
            try:
                change = ChangeSet(operations, {"w-9": bead_version(shared)})
                store.apply(change, draft("count", "w-9"))
            except VersionsMoved:
                continue
            return

    with ThreadPoolExecutor() as pool:
        list(pool.map(go, range(4)))
    store = bench.open()
    shared = store.bead("w-9")
    assert shared is not None
    assert shared.metadata == {"n": 4}
    assert [len(each.comments) for each in store.all_beads()] == [1, 1, 1, 1, 0]
    entries = store.journal(JournalQuery())
    assert len(entries) == 4
    assert verify_chain(entries, store.journal_payloads(JournalQuery())) == []


DIE = """
import json, os, sys, threading
import time
from pathlib import Path
from fabric.store.backends.bd_command import BdCommandStore
from fabric.store.bd.checked import Checked
from fabric.store.bd.command import Program
from fabric.store.bd.workspace import find_workspace
from fabric.store.bd.writer import Limits
from tests.store.bd.acts import start
from tests.store.beads import draft
folder, program, verb = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
workspace = find_workspace(folder)
run = Program(program, workspace.root, workspace.given, dict(os.environ))
def launch(arguments, *, given, seconds):
    if arguments[0] == verb:  # bd is on its way when we die, and nobody stops it
        threading.Timer(0.02, os.kill, (os.getpid(), 9)).start()
    return run(arguments, given=given, seconds=seconds)
store = BdCommandStore(workspace, Checked(launch, program, workspace), lambda: "desk-1", Limits())
store.apply(start(store), draft("start", "w-1"))
"""


@pytest.mark.parametrize("verb", ["update", "import"])
def test_a_process_killed_while_bd_works_leaves_what_the_next_one_completes(
    verb: str, bench: LiveBench
) -> None:
    bench.hold(bead("w-1"), memory("m-1"))
    bd = bench.workspace.bd
    done = subprocess.run(
        [sys.executable, "-c", DIE, str(bench.workspace.path), str(bd.program), verb],
        env={**bd.environment, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        check=False,
        timeout=120,
    )
    assert done.returncode == -9
    store = bench.open()
    for _ in range(50):  # the orphan may still be writing: then it is as if a stranger wrote
        try:
            store.apply(start(store), draft("start", "w-1"))
        except VersionsMoved:
            continue
        break
    assert started(bench.open())
    entries = store.journal(JournalQuery())
    assert entries[-1].verb == "start"
    assert verify_chain(entries, store.journal_payloads(JournalQuery())) == []
    assert bd("recompute-blocked", "--json").entry()["rows_corrected"] == 0


def test_any_change_set_comes_out_as_in_every_other_store(
    embedded_template: Workspace, tmp_path: Path
) -> None:
    count = itertools.count()

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)
    @given(changes)
    def any_change(operations: tuple[Operation, ...]) -> None:
        workspace = copy_embedded(embedded_template, tmp_path / str(next(count)))
        check(LiveBench(workspace), without_itself(operations))
        assert workspace.bd("recompute-blocked", "--json").entry()["rows_corrected"] == 0
        shutil.rmtree(workspace.path)

    any_change()

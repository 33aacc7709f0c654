"""Eight processes change one bead on one server, half of them bd: nothing is lost, nothing doubled."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery
from fabric.store.catalog import open_store
from tests.guard import ROOT
from tests.live.counting import SHARED
from tests.live.day import complaints, look
from tests.live.rows import work
from tests.live.workspaces import ServerWorkspace

CHANGES = 25
OURS = ("ada", "bob", "cy", "dee")
THEIRS = ("tess", "uma", "vic", "wim")


def commands(workspace: ServerWorkspace, name: str) -> None:
    """Change the shared bead by bd commands, one process each."""
    bd = workspace.acting_as(name)
    for number in range(CHANGES):
        kind = number % 3
        if kind == 0:
            bd("update", SHARED, "--set-metadata", f"{name}_{number}=1")
        elif kind == 1:
            bd("label", "add", SHARED, f"{name}-{number}")
        else:
            bd("create", f"By {name} {number}", "--deps", f"blocked-by:{SHARED}")


def test_eight_processes_lose_and_double_nothing(server_workspace: ServerWorkspace) -> None:
    server_workspace.bd.load(work(SHARED))
    before = complaints(server_workspace)
    command = [sys.executable, "-m", "tests.live.counting", server_workspace.url]
    running = [subprocess.Popen([*command, name, str(CHANGES)], cwd=ROOT) for name in OURS]
    with ThreadPoolExecutor(len(THEIRS)) as pool:
        list(pool.map(lambda name: commands(server_workspace, name), THEIRS))
    assert [each.wait(300) for each in running] == [0] * len(OURS)

    store = open_store(server_workspace.url, writer_id="")
    shared = store.bead(SHARED)
    assert shared is not None
    ours = {f"{name}-{number}" for name in OURS for number in range(CHANGES)}
    theirs = {(name, number) for name in THEIRS for number in range(CHANGES)}
    assert shared.metadata["count"] == len(ours)
    assert set(shared.labels) == ours | {f"{n}-{i}" for n, i in theirs if i % 3 == 1}
    assert shared.metadata.keys() == {"count"} | {f"{n}_{i}" for n, i in theirs if i % 3 == 0}
    titles = sorted(each.title for each in store.all_beads() if each.title.startswith("By "))
    assert titles == sorted(f"By {n} {i}" for n, i in theirs if i % 3 == 2)
    assert {f"live-{each}" for each in ours} <= {each.id for each in store.all_beads()}

    entries = store.journal(JournalQuery())
    assert sum(entry.verb == "count" for entry in entries) == len(ours)
    assert verify_chain(entries, store.journal_payloads(JournalQuery())) == []
    log = server_workspace.rows("SELECT message FROM dolt_log WHERE message LIKE 'fabric: count%%'")
    assert len(log) == len(ours)
    store.close()
    look(server_workspace)
    assert complaints(server_workspace) <= before

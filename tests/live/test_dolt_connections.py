"""Connections that were lost, interrupted or left half-way: the next question is answered all the same."""

import time
from contextlib import closing

import pytest

from fabric.models.change_set import AddComment, AddLabel, ChangeSet, InsertBead
from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery, Store
from fabric.store.catalog import open_store
from fabric.store.dolt.session import DoltSession
from tests.live.workspaces import ServerWorkspace
from tests.store.beads import WRITER, bead, draft


def written(store: Store, *ids: str) -> Store:
    store.apply(ChangeSet(tuple(InsertBead(bead(each)) for each in ids)), draft("note", *ids))
    return store


def opened(server_workspace: ServerWorkspace) -> Store:
    return open_store(server_workspace.url, writer_id=WRITER, wait_seconds=2)


def label(store: Store, word: str) -> None:
    store.apply(ChangeSet((AddLabel("live-a", word),)), draft("note", "live-a"))


def test_a_connection_that_was_lost_while_nobody_asked_is_opened_again(
    server_workspace: ServerWorkspace,
) -> None:
    store = written(opened(server_workspace), "live-a")
    for number, *_, command, _, _, _ in server_workspace.rows("SHOW PROCESSLIST"):
        if command == "Sleep":
            server_workspace.rows(f"KILL {number}")
    time.sleep(1.1)
    label(store, "x")
    found = store.bead("live-a")
    assert found is not None
    assert found.labels == ("x",)


def test_a_reading_left_half_way_holds_nothing_up(server_workspace: ServerWorkspace) -> None:
    store = written(opened(server_workspace), *(f"live-{n}" for n in range(600)), "live-a")
    every = store.all_beads()
    next(every)
    label(store, "x")
    every.close()  # type: ignore[attr-defined]  # it is a generator
    for _ in range(3):
        found = store.bead("live-a")
        assert found is not None
        assert found.labels == ("x",)


def test_a_change_that_is_interrupted_anywhere_is_whole_or_not_there_and_blocks_nobody(
    server_workspace: ServerWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = written(opened(server_workspace), "live-a")
    stops = 0
    run = DoltSession.run
    is_done = False
    while not is_done:
        stops += 1
        left = [stops]

        def stopping(
            self: DoltSession, sql: str, values: tuple[object, ...] = (), left: list[int] = left
        ) -> object:
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt
            return run(self, sql, values)

        change = ChangeSet(
            (AddLabel("live-a", f"l{stops}"), AddComment("live-a", "Ada", f"{stops}"))
        )
        with monkeypatch.context() as patch:
            patch.setattr(DoltSession, "run", stopping)
            try:
                store.apply(change, draft("note", "live-a"))
                is_done = True
            except KeyboardInterrupt:
                pass
        found = store.bead("live-a")
        assert found is not None
        said = [each.text for each in found.comments]
        assert (f"l{stops}" in found.labels) == (str(stops) in said)
        with closing(opened(server_workspace)) as other:
            label(other, f"o{stops}")
    assert stops > 5
    assert server_workspace.rows("SELECT * FROM dolt_status") == []
    entries = store.journal(JournalQuery())
    assert verify_chain(entries, store.journal_payloads(JournalQuery())) == []

"""What the Dolt store leaves on a real server, and what it says when the server or its rows are odd."""

import json
import socket
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest
from typing_extensions import override

from fabric.errors import (
    ChangeRefused,
    FabricError,
    StoreBusy,
    StoreReadOnly,
    StoreTooNew,
    StoreUnavailable,
    VersionsMoved,
)
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    ChangeSet,
    CloseBead,
    InsertBead,
    Operation,
    SetConfig,
    SetFields,
    SetMetadata,
)
from fabric.models.journal import JournalDraft
from fabric.models.version import bead_version
from fabric.ports import BeadQuery, JournalQuery, Store
from fabric.store.catalog import open_store
from tests.live.rows import memory, work
from tests.live.workspaces import ServerWorkspace
from tests.store.beads import WRITER, bead, draft, edge

OUR_TABLES: Final = "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'fabric%%'"
COMMITS: Final = "SELECT message, author, author_email FROM dolt_log"
LOCKS: Final = "SELECT id, row_lock FROM issues"
DIRTY: Final = "SELECT table_name FROM dolt_status"


class Meanwhile(dict[str, object]):
    """A payload that does something when it is written down: in the middle of a transaction."""

    def __init__(self, act: Callable[[], object]) -> None:
        super().__init__(reason="because")
        self._act = act

    @override
    def items(self):  # type: ignore[no-untyped-def]
        self._act()
        return super().items()


@pytest.fixture
def store(server_workspace: ServerWorkspace) -> Iterator[Store]:
    opened = open_store(server_workspace.url, writer_id=WRITER)
    yield opened
    opened.close()


def apply(store: Store, *operations: Operation) -> None:
    change = ChangeSet(operations)
    store.apply(change, draft("start", *change.bead_ids))


def told(act: Callable[[], object]) -> FabricError:
    """Return the error that an act ends with, after looking at its words."""
    with pytest.raises(FabricError) as caught:
        act()
    assert caught.value.what.endswith(".")
    assert caught.value.remedy.endswith(".")
    return caught.value


def test_one_change_set_is_one_commit_with_author_and_message_and_leaves_nothing_dirty(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    apply(store, InsertBead(bead("live-a")))
    before = server_workspace.rows(COMMITS)
    apply(
        store,
        AddLabel("live-a", "x"),
        AddComment("live-a", "Ada", "Hi"),
        SetConfig("kv.memory.a", "one"),
    )
    added = server_workspace.rows(COMMITS)[: -len(before)]
    assert added == [("fabric: start live-a", "ada@example.test", "ada@example.test")]
    assert server_workspace.rows(DIRTY) == []


def test_reading_makes_no_table_and_no_commit(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    server_workspace.bd.load(work("live-a"), memory("live-m"))
    before = server_workspace.rows(COMMITS)
    assert [each.id for each in store.all_beads()] == ["live-a", "live-m"]
    assert (store.writable, store.has_journal) == (True, True)
    assert store.journal(JournalQuery()) == []
    assert store.journal_payloads(JournalQuery()) == {}
    assert len(store.find(BeadQuery(labels_all=("memory",)))) == 1
    assert server_workspace.rows(OUR_TABLES) == []
    assert (server_workspace.rows(COMMITS), server_workspace.rows(DIRTY)) == (before, [])


def test_the_first_write_makes_our_tables_in_a_commit_of_their_own(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    apply(store, InsertBead(bead("live-a")))
    messages = [message for message, _, _ in server_workspace.rows(COMMITS)]
    assert messages[:2] == ["fabric: start live-a", "fabric: make its tables"]
    assert len(server_workspace.rows(OUR_TABLES)) == 5
    assert "fabric" not in server_workspace.bd.run("doctor", "--json").out


def test_what_somebody_else_left_uncommitted_stays_so(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    server_workspace.bd("remember", "Say please", "--key", "manners")
    apply(store, InsertBead(bead("live-a")))
    assert server_workspace.rows(DIRTY) == [("config",)]


def at_schema(server_workspace: ServerWorkspace, number: int) -> Store:
    """Open the store after making the database say that it has another schema."""
    server_workspace.rows("INSERT INTO dolt_ignore VALUES ('fabric_nothing', 0)")
    server_workspace.rows("DELETE FROM schema_migrations WHERE version > %s", min(number, 66))
    if number > 66:
        server_workspace.rows("INSERT INTO schema_migrations (version) VALUES (%s)", number)
    return open_store(server_workspace.url, writer_id=WRITER)


@pytest.mark.parametrize("number", [53, 49])
def test_an_older_schema_is_read_and_not_written(
    number: int, server_workspace: ServerWorkspace
) -> None:
    server_workspace.bd.load(work("live-a", labels=["x"]), work("live-b"))
    server_workspace.bd("dep", "add", "live-a", "live-b")
    server_workspace.rows("ALTER TABLE issues DROP COLUMN row_lock, DROP COLUMN storage_class")
    store = at_schema(server_workspace, number)
    assert not store.writable
    found = store.bead("live-a")
    assert found is not None
    assert (found.labels, found.blockers()) == (("x",), ("live-b",))
    error = told(lambda: apply(store, AddLabel("live-a", "y")))
    assert isinstance(error, StoreReadOnly)
    assert f"schema {number}" in error.what
    assert server_workspace.rows(OUR_TABLES) == []


@pytest.mark.parametrize(
    ("number", "kind"),
    [(32, StoreUnavailable), (60, StoreUnavailable), (67, StoreTooNew)],
)
def test_another_schema_is_refused(
    number: int, kind: type[FabricError], server_workspace: ServerWorkspace
) -> None:
    store = at_schema(server_workspace, number)
    error = told(lambda: store.bead("live-a"))
    assert isinstance(error, kind)
    assert f"schema {number}" in error.what


def test_a_database_without_beads_is_refused(server_workspace: ServerWorkspace) -> None:
    server_workspace.rows("CREATE DATABASE IF NOT EXISTS plain")
    url = server_workspace.url.replace(server_workspace.database, "plain")
    store = open_store(url, writer_id=WRITER)
    assert "holds no beads" in told(lambda: list(store.all_beads())).what


def test_careless_rows_are_read_and_kept_and_not_written_over(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    server_workspace.bd.load(work("live-a"), work("live-b"), work("live-c"))
    server_workspace.rows(
        "UPDATE issues SET metadata='[1, 2]', close_reason=NULL, assignee=NULL, created_by=NULL, owner=NULL, closed_at='2026-01-01' WHERE id='live-a'"
    )
    server_workspace.rows("UPDATE issues SET metadata=NULL, status='strange' WHERE id='live-b'")
    server_workspace.rows("UPDATE issues SET metadata='\"{broken\"' WHERE id='live-c'")
    found = store.beads(("live-a", "live-b", "live-c"))
    assert found["live-a"].metadata == {}
    assert found["live-a"].extra["metadata"] == [1, 2]
    assert (found["live-b"].metadata, found["live-b"].status) == ({}, "strange")
    assert found["live-c"].extra["metadata"] == "{broken"
    apply(store, AddLabel("live-a", "x"), SetFields("live-a", {"title": "New"}))
    assert server_workspace.rows(
        "SELECT title, CAST(metadata AS CHAR) FROM issues WHERE id='live-a'"
    ) == [("New", "[1, 2]")]
    assert isinstance(told(lambda: apply(store, SetMetadata("live-a", "k", 1))), ChangeRefused)


def test_an_edge_into_nothing_is_refused_and_nothing_is_written(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    apply(store, InsertBead(bead("live-a")))
    error = told(
        lambda: apply(store, AddLabel("live-a", "x"), AddDependency(edge("live-a", "live-gone")))
    )
    assert isinstance(error, ChangeRefused)
    assert "live-gone" in error.what
    assert store.bead("live-a") == bead("live-a")
    assert server_workspace.rows(DIRTY) == []


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(SetFields("live-a", {"title": "x" * 501}), id="a long title"),
        pytest.param(SetConfig("kv.memory.a", "x" * 70_000), id="a long note"),
        pytest.param(SetFields("live-a", {"design": "half \ud800"}), id="half a character"),
        pytest.param(
            AddDependency(edge("live-a", "live-b", "blocks")), id="a second edge of a pair"
        ),
    ],
)
def test_what_the_columns_do_not_take_is_refused_in_short_words(
    operation: Operation, store: Store
) -> None:
    first = bead("live-a", dependencies=(edge("live-a", "live-b"),))
    apply(store, InsertBead(bead("live-b")), InsertBead(first))
    error = told(lambda: apply(store, AddLabel("live-a", "x"), operation))
    assert isinstance(error, ChangeRefused)
    assert len(error.what) < 500
    assert store.bead("live-a") == first


def middle(act: Callable[[], object]) -> JournalDraft:
    """Return a draft that does something in the middle of the transaction, once."""
    once = iter((act,))
    return replace(draft("start", "live-a"), payload=Meanwhile(lambda: [each() for each in once]))


def test_who_changes_a_bead_that_we_rely_on_in_the_middle_is_not_overwritten(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    apply(store, InsertBead(bead("live-a")), InsertBead(bead("live-b")))
    relied = {"live-a": bead_version(store.bead("live-a"))}
    bd = server_workspace.bd
    change = ChangeSet((AddLabel("live-b", "x"),), relied)
    with pytest.raises(VersionsMoved) as caught:
        store.apply(change, middle(lambda: bd("update", "live-a", "--title", "Other")))
    assert caught.value.moved == ("live-a",)
    found = store.beads(("live-a", "live-b"))
    assert (found["live-a"].title, found["live-b"].labels) == ("Other", ())


def test_who_changes_a_bead_that_we_only_touch_in_the_middle_is_joined(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    apply(store, InsertBead(bead("live-a")))
    bd = server_workspace.bd
    change = ChangeSet((AddLabel("live-a", "x"),))
    store.apply(change, middle(lambda: bd("update", "live-a", "--title", "Other")))
    found = store.bead("live-a")
    assert found is not None
    assert (found.title, found.labels) == ("Other", ("x",))
    assert len(store.journal(JournalQuery())) == 2


def test_a_lock_is_renewed_on_what_is_relied_on_and_on_what_is_touched_and_on_nothing_else(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    apply(store, *(InsertBead(bead(f"live-{each}")) for each in "abc"))
    locks = {row[0]: row[1] for row in server_workspace.rows(LOCKS)}
    relied = {"live-a": bead_version(store.bead("live-a"))}
    store.apply(ChangeSet((AddLabel("live-b", "x"),), relied), draft())
    after = {row[0]: row[1] for row in server_workspace.rows(LOCKS)}
    assert {each for each in after if after[each] != locks[each]} == {"live-a", "live-b"}
    assert store.bead("live-a") == bead("live-a")  # its time did not move


def test_a_connection_that_is_cut_in_the_middle_leaves_nothing(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    apply(store, InsertBead(bead("live-a")))
    before = server_workspace.rows(COMMITS)

    def cut() -> None:
        rows = server_workspace.rows("SHOW PROCESSLIST")
        for row in rows:
            if row[3] == server_workspace.database and "PROCESSLIST" not in str(row[7]):
                server_workspace.rows(f"KILL {row[0]}")

    error = told(lambda: store.apply(ChangeSet((AddLabel("live-a", "x"),)), middle(cut)))
    assert isinstance(error, StoreUnavailable)
    assert store.bead("live-a") == bead("live-a")
    assert (server_workspace.rows(COMMITS), server_workspace.rows(DIRTY)) == (before, [])
    apply(store, AddLabel("live-a", "x"))  # the next one goes through: no lock is left behind


def test_another_writer_of_ours_that_does_not_let_go_is_said_so(
    server_workspace: ServerWorkspace,
) -> None:
    store = open_store(server_workspace.url, writer_id=WRITER, wait_seconds=0.2)
    apply(store, InsertBead(bead("live-a")))
    other = server_workspace.server.connect(server_workspace.database)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT GET_LOCK(%s, 1)", (f"fabric/{server_workspace.database}",))
            error = told(lambda: apply(store, AddLabel("live-a", "x")))
    finally:
        other.close()
    assert isinstance(error, StoreBusy)


def test_a_server_that_is_down_is_said_so(server_workspace: ServerWorkspace) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"dolt://root@127.0.0.1:{free.getsockname()[1]}/live"
    store = open_store(url, writer_id=WRITER)
    assert "does not answer" in told(lambda: store.bead("live-a")).what


def test_a_server_that_says_nothing_is_left_after_a_deadline() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"dolt://root@127.0.0.1:{silent.getsockname()[1]}/live"
        store = open_store(url, writer_id=WRITER, wait_seconds=0.1)
        assert isinstance(told(lambda: store.bead("live-a")), StoreUnavailable)


def test_a_database_that_is_not_there_is_said_so(server_workspace: ServerWorkspace) -> None:
    store = open_store(f"{server_workspace.url}_none", writer_id=WRITER)
    assert "There is no database" in told(lambda: store.bead("live-a")).what


def test_a_database_of_another_project_is_not_taken_for_ours(
    server_workspace: ServerWorkspace,
) -> None:
    metadata = json.loads((server_workspace.path / ".beads" / "metadata.json").read_text())
    right = open_store(f"{server_workspace.url}?project={metadata['project_id']}", writer_id=WRITER)
    apply(right, InsertBead(bead("live-a")))
    wrong = open_store(f"{server_workspace.url}?project=somebody-elses", writer_id=WRITER)
    for act in (lambda: wrong.bead("live-a"), lambda: apply(wrong, AddLabel("live-a", "x"))):
        error = told(act)
        assert isinstance(error, StoreUnavailable)
        assert "another project" in error.what
        assert metadata["project_id"] in error.what
    found = right.bead("live-a")
    assert found is not None
    assert found.labels == ()


def test_a_password_comes_from_the_environment_and_stands_in_no_message(
    server_workspace: ServerWorkspace,
) -> None:
    server_workspace.rows("CREATE USER IF NOT EXISTS 'ada'@'%%' IDENTIFIED BY 'hunter2'")
    server_workspace.rows("GRANT ALL ON *.* TO 'ada'@'%%'")
    url = server_workspace.url.replace("root@", "ada@")
    for name in ("BEADS_DOLT_PASSWORD", "FABRIC_DOLT_PASSWORD"):
        right = open_store(url, writer_id=WRITER, environment={name: "hunter2"})
        assert right.bead("live-a") is None
        wrong = open_store(url, writer_id=WRITER, environment={name: "correct-horse"})
        error = told(lambda store=wrong: store.bead("live-a"))  # type: ignore[misc]
        assert "BEADS_DOLT_PASSWORD" in error.remedy
        said = "".join(traceback.format_exception(error))
        assert "correct-horse" not in said + repr(wrong) + str(vars(wrong))
        right.close()


def test_bd_finds_the_events_of_our_changes_where_it_looks_for_its_own(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    server_workspace.bd("create", "By bd", "--id", "live-bd", "--labels", "x", "--force")
    server_workspace.bd("close", "live-bd", "--reason", "done")
    apply(store, InsertBead(bead("live-us", labels=("x",))))
    apply(store, CloseBead("live-us", "done"))
    what = "SELECT event_type, old_value, new_value, comment FROM events WHERE issue_id=%s ORDER BY event_type"
    assert server_workspace.rows(what, "live-us") == server_workspace.rows(what, "live-bd")


def test_a_child_that_we_bring_keeps_its_number_from_bd(
    store: Store, server_workspace: ServerWorkspace
) -> None:
    child = bead("live-a.7", dependencies=(edge("live-a.7", "live-a", "parent-child"),))
    apply(store, InsertBead(bead("live-a")), InsertBead(child))
    made = server_workspace.bd("create", "Another", "--parent", "live-a", "--json").entry()
    assert made["id"] == "live-a.8"

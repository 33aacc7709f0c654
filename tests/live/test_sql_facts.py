"""What the Dolt store relies on when it writes bd's own tables."""

import hashlib
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pymysql
import pytest
from pymysql.cursors import Cursor

from tests.live.rows import memory, work
from tests.live.workspaces import ServerWorkspace

_EDGES = uuid.UUID("bdd74eb9-a20a-554a-985b-54b8f3e64d8b")
_ROWS = uuid.UUID("92da14b5-20a8-5252-8eb2-3839e97b2156")
_CONFLICT = 1213


@contextmanager
def _two(workspace: ServerWorkspace) -> Iterator[tuple[Cursor, Cursor]]:
    """Open two transactions that have both looked at the beads."""
    first = workspace.server.connect(workspace.database)
    second = workspace.server.connect(workspace.database)
    try:
        with first.cursor() as one, second.cursor() as other:
            for cursor in (one, other):
                cursor.execute("SELECT COUNT(*) FROM issues")
            yield one, other
    finally:
        first.close()
        second.close()


def _commit(cursor: Cursor) -> None:
    cursor.execute("CALL DOLT_ADD('issues', 'labels')")
    cursor.execute("CALL DOLT_COMMIT('-m', 'test', '--author', 'Tess Ter <tess@example.test>')")


def _row_id(table: str, *fields: str) -> str:
    encoded = "".join(f"v{len(field.encode())}:{field}" for field in fields)
    digest = hashlib.sha256(encoded.encode()).hexdigest()
    return str(uuid.uuid5(_ROWS, f"{table}\x1f0\x1f{digest}"))


def test_a_connection_of_ours_does_not_commit_by_itself(server_workspace: ServerWorkspace) -> None:
    assert server_workspace.rows("SELECT @@autocommit") == [(0,)]


def test_a_plain_connection_commits_by_itself_whatever_the_driver_believes(
    server_workspace: ServerWorkspace,
) -> None:
    port = server_workspace.server.port
    plain = pymysql.connect(host="127.0.0.1", port=port, user="root", autocommit=False)
    try:
        with plain.cursor() as cursor:
            cursor.execute("SELECT @@autocommit")
            assert cursor.fetchone() == (1,)
    finally:
        plain.close()


def test_two_edits_of_one_bead_conflict_when_both_renew_its_lock(
    server_workspace: ServerWorkspace,
) -> None:
    server_workspace.bd.load(work("live-w"))
    with _two(server_workspace) as (one, other):
        one.execute("UPDATE issues SET title='One', row_lock=1 WHERE id='live-w'")
        other.execute("UPDATE issues SET notes='Other', row_lock=2 WHERE id='live-w'")
        _commit(one)
        with pytest.raises(pymysql.err.OperationalError) as raised:
            _commit(other)
    assert raised.value.args[0] == _CONFLICT
    assert server_workspace.rows("SELECT title, notes FROM issues") == [("One", "")]


def test_two_edits_of_one_bead_are_merged_when_nobody_renews_its_lock(
    server_workspace: ServerWorkspace,
) -> None:
    server_workspace.bd.load(work("live-w"))
    with _two(server_workspace) as (one, other):
        one.execute("UPDATE issues SET title='One', updated_at=updated_at WHERE id='live-w'")
        other.execute("UPDATE issues SET notes='Other', updated_at=updated_at WHERE id='live-w'")
        _commit(one)
        _commit(other)
    assert server_workspace.rows("SELECT title, notes FROM issues") == [("One", "Other")]


def test_two_labels_for_one_bead_are_merged_unless_the_lock_is_renewed_too(
    server_workspace: ServerWorkspace,
) -> None:
    server_workspace.bd.load(work("live-w"))
    with _two(server_workspace) as (one, other):
        one.execute("INSERT INTO labels VALUES ('live-w', 'one')")
        other.execute("INSERT INTO labels VALUES ('live-w', 'other')")
        _commit(one)
        _commit(other)
    assert server_workspace.rows("SELECT label FROM labels") == [("one",), ("other",)]


def test_edits_of_two_beads_do_not_conflict(server_workspace: ServerWorkspace) -> None:
    server_workspace.bd.load(work("live-a"), work("live-b"))
    with _two(server_workspace) as (one, other):
        one.execute("UPDATE issues SET title='A', row_lock=1 WHERE id='live-a'")
        other.execute("UPDATE issues SET title='B', row_lock=2 WHERE id='live-b'")
        _commit(one)
        _commit(other)
    assert server_workspace.rows("SELECT title FROM issues ORDER BY id") == [("A",), ("B",)]


def test_edge_ids_follow_from_the_pair(server_workspace: ServerWorkspace) -> None:
    bd = server_workspace.bd
    bd.load(work("live-a"), work("live-b"))
    bd("dep", "add", "live-a", "live-b")
    expected = str(uuid.uuid5(_EDGES, "live-a\x1flive-b"))
    assert server_workspace.rows("SELECT id FROM dependencies") == [(expected,)]


def test_comment_ids_follow_from_the_comment(server_workspace: ServerWorkspace) -> None:
    bd = server_workspace.bd
    bd.load(work("live-a"))
    bd("comment", "live-a", "two\nlines é")
    ((found, when),) = server_workspace.rows("SELECT id, CAST(created_at AS CHAR) FROM comments")
    assert found == _row_id("comments", "live-a", "tess", "two\nlines é", str(when)[:19])


def test_a_pin_set_by_sql_is_a_pin_to_bd(server_workspace: ServerWorkspace) -> None:
    bd = server_workspace.bd
    bd.load(work("live-w"), work("live-control"))
    server_workspace.rows("UPDATE issues SET pinned=1, row_lock=5 WHERE id='live-w'")
    assert bd("ready", "--json").ids() == {"live-control"}
    assert bd.run("close", "live-w").exit == 1


def test_an_edge_by_sql_needs_the_blocked_flag_or_the_gate_is_open(
    server_workspace: ServerWorkspace,
) -> None:
    bd = server_workspace.bd
    bd.load(work("live-w"), work("live-c"))
    server_workspace.rows(
        "INSERT INTO dependencies(id, issue_id, depends_on_issue_id, type, created_by)"
        " VALUES (%s, 'live-w', 'live-c', 'blocks', 'tess')",
        str(uuid.uuid5(_EDGES, "live-w\x1flive-c")),
    )
    assert "live-w" in bd("ready", "--json").ids()
    server_workspace.rows("UPDATE issues SET is_blocked=1, updated_at=updated_at WHERE id='live-w'")
    assert bd("ready", "--json").ids() == {"live-c"}
    assert bd.run("close", "live-w").exit == 1


def test_tables_of_our_own_disturb_no_bd_command_and_survive_its_housekeeping(
    server_workspace: ServerWorkspace,
) -> None:
    bd = server_workspace.bd
    bd.load(memory("live-m"))
    server_workspace.rows("CREATE TABLE fabric_trial (id INT PRIMARY KEY)")
    server_workspace.rows("INSERT INTO fabric_trial VALUES (1)")
    server_workspace.rows("CALL DOLT_COMMIT('-Am', 'trial')")
    bd("gc", "--older-than", "0", "--force")
    bd("create", "After")
    assert "fabric" not in bd.run("doctor", "--json").out
    assert len(bd.export()) == 2
    assert server_workspace.rows("SELECT id FROM fabric_trial") == [(1,)]


def test_bd_commits_no_table_of_ours(server_workspace: ServerWorkspace) -> None:
    server_workspace.rows("CREATE TABLE fabric_trial (id INT PRIMARY KEY)")
    server_workspace.bd("create", "A write by bd")
    assert server_workspace.rows("SELECT table_name FROM dolt_status") == [("fabric_trial",)]

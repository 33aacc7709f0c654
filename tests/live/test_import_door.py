"""`bd import` as the bulk door of the bd command store: what it sets, adds, keeps and drops."""

from tests.live.rows import NEWER, OLDER, comment, contract, edge, edges_of, memory, work
from tests.live.workspaces import Workspace


def test_a_new_memory_keeps_its_pin_its_reason_and_its_nested_metadata(
    any_workspace: Workspace,
) -> None:
    metadata = {"memory_version": 1, "fabric": {"digest": "sha256:x", "evidence": ["a", None]}}
    any_workspace.bd.load(memory("live-m", metadata=metadata))
    kept = any_workspace.bd.export()["live-m"]
    assert kept["pinned"] is True
    assert kept["close_reason"] == "Ratified canonical memory"
    assert kept["metadata"] == metadata


def test_a_row_with_the_same_time_adds_edges_and_comments_and_keeps_every_field(
    any_workspace: Workspace,
) -> None:
    bd = any_workspace.bd
    bd.load(memory("live-m"), work("live-w", description="kept", assignee="tess"))
    added = {"dependencies": [edge("live-w", "live-m")], "comments": [comment("live-w", "é\nseen")]}
    reply = bd.load(work("live-w", title="Not taken", **added)).entry()
    row = bd.export()["live-w"]
    assert reply["tie_kept_local_ids"] == ["live-w"]
    assert (row["title"], row["description"], row["assignee"]) == (
        "Title of live-w",
        "kept",
        "tess",
    )
    assert edges_of(row) == {("relates-to", "live-m")}
    assert row["comment_count"] == 1


def test_an_added_edge_keeps_the_time_and_the_person_it_was_sent_with(
    any_workspace: Workspace,
) -> None:
    bd = any_workspace.bd
    bd.load(memory("live-m"), work("live-w", dependencies=[edge("live-w", "live-m")]))
    assert bd.export()["live-w"]["dependencies"] == [edge("live-w", "live-m")]


def test_the_same_import_again_changes_nothing(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    extra = {"dependencies": [edge("live-w", "live-m")], "comments": [comment("live-w", "seen")]}
    rows = (memory("live-m"), work("live-w", **extra))
    bd.load(*rows)
    once = bd.export()
    bd.load(*rows)
    assert bd.export() == once


def test_an_older_row_is_dropped_with_its_edges_and_named(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(memory("live-m"), work("live-w"))
    stale = work("live-w", updated_at=OLDER, dependencies=[edge("live-w", "live-m")])
    reply = bd.load(stale).entry()
    assert reply["stale_skipped_ids"] == ["live-w"]
    assert edges_of(bd.export()["live-w"]) == set()


def test_a_newer_row_blanks_the_fields_it_lacks(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(work("live-w", description="text", priority=3))
    partial = work("live-w", updated_at=NEWER)
    del partial["priority"]
    reply = bd.load(partial).entry()
    row = bd.export()["live-w"]
    assert reply["updated"] == 1
    assert (row.get("description"), row["priority"]) == (None, 0)


def test_an_existing_bead_cannot_be_pinned_by_an_import(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(work("live-w"))
    bd.load(work("live-w", pinned=True))
    bd.load(work("live-w", pinned=True, updated_at=NEWER))
    assert "pinned" not in bd.export()["live-w"]


def test_a_newer_row_without_the_pin_leaves_the_pin(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(memory("live-m"))
    unpinned = memory("live-m", title="Changed", updated_at=NEWER)
    del unpinned["pinned"]
    bd.load(unpinned)
    row = bd.export()["live-m"]
    assert (row["title"], row["pinned"]) == ("Changed", True)


def test_a_second_type_for_the_same_pair_is_dropped_in_silence(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(memory("live-n"), memory("live-o", dependencies=[edge("live-o", "live-n")]))
    again = memory("live-o", dependencies=[edge("live-o", "live-n", "supersedes")])
    reply = bd.load(again).entry()
    assert "skipped_dependencies" not in reply
    assert edges_of(bd.export()["live-o"]) == {("relates-to", "live-n")}


def test_edges_to_nowhere_and_edges_that_close_a_circle_are_named(
    any_workspace: Workspace,
) -> None:
    bd = any_workspace.bd
    bd.load(work("live-a", dependencies=[edge("live-a", "live-b", "blocks")]), work("live-b"))
    nowhere, circle = edge("live-a", "live-zz"), edge("live-b", "live-a", "blocks")
    reply = bd.load(
        work("live-a", dependencies=[nowhere]), work("live-b", dependencies=[circle])
    ).entry()
    assert reply["skipped_dependencies"] == [
        "live-a -> live-zz: target not found",
        "live-b -> live-a: adding dependency would create a cycle",
    ]


def test_an_imported_contract_takes_its_work_out_of_the_ready_list(
    any_workspace: Workspace,
) -> None:
    bd = any_workspace.bd
    bd.load(work("live-w"), work("live-free"))
    held = work("live-w", dependencies=[edge("live-w", "live-w-mc", "blocks")])
    bd.load(contract("live-w-mc"), held)
    assert bd("ready", "-n", "0", "--json").ids() == {"live-free"}
    assert bd("blocked", "--json").ids() == {"live-w"}
    assert bd("recompute-blocked", "--json").entry()["rows_corrected"] == 0


def test_a_note_line_sets_the_note(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load({"_type": "memory", "key": "feedback.a/b", "value": "two\nlines"})
    assert bd("recall", "feedback.a/b", "--json").entry()["value"] == "two\nlines"


def test_one_line_of_an_unknown_type_refuses_the_whole_import(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    text = '{"_type":"issue","title":"Good","id":"live-w"}\n{"_type":"other","key":"x"}\n'
    assert bd.run("import", "-", "--json", stdin=text).exit == 1
    assert bd.export() == {}

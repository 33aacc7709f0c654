"""How seldom bd is asked, and that it is asked again when somebody wrote."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from fabric.errors import StoreBusy, StoreUnavailable
from fabric.models.bead import Comment
from fabric.models.change_set import AddComment, AddLabel, SetConfig
from fabric.ports import BeadQuery
from fabric.store.bd.command import Reply
from fabric.store.bd.reader import Reader
from fabric.store.bd.snapshot_file import SnapshotFile
from fabric.store.bd.workspace import find_workspace
from tests.store.bd.acts import apply
from tests.store.bd.benches import PretendBench
from tests.store.beads import OLD, bead, edge, memory

HELLO = (Comment("Ada", "Hello", OLD, "c-1"),)


def test_one_look_answers_every_question_of_a_process(pretended: PretendBench) -> None:
    pretended.hold(memory("m-1"), bead("w-1", dependencies=(edge("w-1", "m-1"),)))
    store = pretended.open()
    store.find(BeadQuery(labels_all=("memory",)))
    store.find(BeadQuery(points_at=("m-1",)))
    store.beads(("w-1", "m-1"))
    store.bead("w-1")
    store.ids_with_prefix("w", 3)
    list(store.all_beads())
    assert pretended.bd.verbs == ["version", "query"]


def test_the_next_process_asks_nothing_while_nobody_wrote(pretended: PretendBench) -> None:
    pretended.hold(memory("m-1"), notes={"a": "one"})
    pretended.open().find(BeadQuery())
    assert pretended.open().config("kv.memory.") == {"kv.memory.a": "one"}
    pretended.bd.calls.clear()
    store = pretended.open()
    assert [each.id for each in store.find(BeadQuery())] == ["m-1"]
    assert store.config("kv.memory.") == {"kv.memory.a": "one"}
    assert pretended.bd.verbs == []


def test_who_wrote_is_seen_at_the_next_question(pretended: PretendBench) -> None:
    pretended.hold(bead("a-1"), notes={"a": "one"})
    store = pretended.open()
    assert store.find(BeadQuery(labels_all=("x",))) == []
    assert store.config("kv.") == {"kv.memory.a": "one"}
    pretended.run("update", "--add-label=x", "--", "a-1")
    pretended.run("kv", "set", "--", "b", "two")
    assert [each.id for each in store.find(BeadQuery(labels_all=("x",)))] == ["a-1"]
    assert store.config("kv.") == {"kv.b": "two", "kv.memory.a": "one"}


def test_what_was_written_while_beads_were_read_is_seen_at_the_next_question(
    pretended: PretendBench,
) -> None:
    pretended.hold(bead("a-1"))
    store = pretended.open()
    store.config()  # so that the version is known

    def write(arguments: tuple[str, ...]) -> None:
        if arguments[0] == "query":
            pretended.bd.meanwhile = lambda _: None
            pretended.run("update", "--title=Other", "--", "a-1")

    pretended.bd.meanwhile = write
    first = store.bead("a-1")
    pretended.run("update", "--title=Another", "--", "a-1")
    second = store.bead("a-1")
    assert [each.title for each in (first, second) if each] == ["Other", "Another"]


def test_a_write_of_ours_is_read_back_once_and_kept_for_the_next_process(
    pretended: PretendBench,
) -> None:
    pretended.hold(bead("a-1"))
    store = pretended.open()
    store.find(BeadQuery())
    pretended.bd.calls.clear()
    apply(store, AddLabel("a-1", "x"))
    assert pretended.bd.verbs == ["import", "query"]
    assert [each.labels for each in pretended.open().find(BeadQuery())] == [("x",)]
    assert pretended.bd.verbs == ["import", "query"]


def test_a_workspace_without_a_state_is_read_once_a_process_and_again_to_write(
    pretended: PretendBench,
) -> None:
    (pretended.bd.beads / "metadata.json").write_text('{"dolt_mode":"server"}', encoding="utf-8")
    pretended.hold(bead("a-1"), bead("a-2"))
    store = pretended.open()
    store.find(BeadQuery())
    store.find(BeadQuery())
    assert pretended.bd.verbs == ["version", "query"]
    apply(store, AddLabel("a-1", "x"))
    assert pretended.bd.verbs[2:] == ["query", "import", "query"]
    assert [each.labels for each in store.find(BeadQuery())] == [("x",), ()]
    assert not list((pretended.bd.beads / "fabric-local").glob("*.snapshot"))


def test_comments_are_counted_at_once_and_read_when_somebody_looks(pretended: PretendBench) -> None:
    pretended.hold(bead("a-1", comments=HELLO), bead("a-2"))
    store = pretended.open()
    one, other = store.bead("a-1"), store.bead("a-2")
    assert one is not None
    assert other is not None
    assert (len(one.comments), bool(one.comments), other.comments) == (1, True, ())
    assert "comments" not in pretended.bd.verbs
    assert one.comments == HELLO
    assert [each.text for each in one.comments] == ["Hello"]
    assert pretended.bd.verbs.count("comments") == 1


def test_the_comments_of_a_second_bead_come_with_those_of_all_others(
    pretended: PretendBench,
) -> None:
    pretended.hold(*(bead(f"a-{n}", comments=HELLO) for n in range(5)))
    store = pretended.open()
    texts = [
        [each.text for each in one.comments]
        for one in store.beads(f"a-{n}" for n in range(5)).values()
    ]
    assert texts == [["Hello"]] * 5
    assert pretended.bd.verbs == ["version", "query", "comments", "export"]


def test_what_an_export_leaves_out_is_asked_for(pretended: PretendBench) -> None:
    pretended.hold(*(bead(f"a-{n}", comments=HELLO) for n in range(3)))
    pretended.bd.left_out_of_exports = {"a-2"}
    assert [len([*each.comments]) for each in pretended.open().all_beads()] == [1, 1, 1]
    assert pretended.bd.verbs == ["version", "query", "export", "comments"]


def test_adding_a_comment_reads_none(pretended: PretendBench) -> None:
    pretended.hold(bead("a-1", comments=HELLO))
    store = pretended.open()
    apply(store, AddComment("a-1", "Bob", "Hi"))
    assert {"comments", "export"} & {*pretended.bd.verbs} == set()
    found = store.bead("a-1")
    assert found is not None
    assert [each.text for each in found.comments] == ["Hello", "Hi"]


def test_a_failing_read_is_a_sentence(pretended: PretendBench) -> None:
    store = pretended.open()
    with pytest.raises(StoreUnavailable, match="`bd comments` failed: resolving issue"):
        store._reader._comments_of("none")


@pytest.mark.parametrize(
    "content", [b"", b"x", b"fabric-snapshot-1 s\n{", b"fabric-snapshot-1 t\n[]"]
)
def test_a_kept_file_that_is_not_whole_or_not_of_now_is_as_if_it_was_not_there(
    content: bytes, tmp_path: Path
) -> None:
    kept = SnapshotFile(tmp_path / "local")
    kept.keep("beads", "s", b"[1]")
    assert kept.read("beads", "s") == [1]
    (tmp_path / "local" / "beads.snapshot").write_bytes(content)
    assert kept.read("beads", "s") is None


def test_nothing_is_kept_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "local").write_text("in the way", encoding="utf-8")
    kept = SnapshotFile(tmp_path / "local")
    kept.keep("beads", "s", b"[1]")
    kept.forget()
    assert kept.read("beads", "s") is None


def test_git_does_not_see_what_is_kept(pretended: PretendBench) -> None:
    pretended.hold(bead("a-1"))
    pretended.open().find(BeadQuery())
    local = find_workspace(pretended.folder).local_folder
    assert "\n*\n" in (local / ".gitignore").read_text(encoding="utf-8")
    assert {each.name for each in local.iterdir()} == {".gitignore", "beads.snapshot"}
    assert all(each.stat().st_mode & 0o077 == 0 for each in (local, local / "beads.snapshot"))


def test_what_is_kept_goes_before_something_is_written(pretended: PretendBench) -> None:
    pretended.hold(bead("a-1", description="a secret"))
    store = pretended.open()
    store.find(BeadQuery())
    kept = find_workspace(pretended.folder).local_folder / "beads.snapshot"
    seen = []
    pretended.bd.meanwhile = lambda arguments: seen.append((arguments[0], kept.exists()))
    apply(store, AddLabel("a-1", "x"), SetConfig("kv.memory.a", "b"))
    assert ("import", False) in seen
    assert kept.exists()


def test_a_reader_asks_for_the_kinds_of_rows_that_are_needed(pretended: PretendBench) -> None:
    pretended.hold(notes={"a": "one"})
    workspace = find_workspace(pretended.folder)
    reader = Reader(pretended.bd, workspace.state, SnapshotFile(workspace.local_folder), 1)
    assert reader.config_rows(()) == {}
    assert reader.config_rows(("kv.memory.a", "kv.none")) == {"kv.memory.a": "one"}
    assert pretended.bd.calls == [("kv", "list", "--json")]
    assert reader.config_rows(("issue_prefix",)) == {"issue_prefix": "shop"}
    assert reader.config("")["issue_prefix"] == "shop"
    assert [call[:2] for call in pretended.bd.calls] == [("kv", "list"), ("config", "list")]


def test_notes_are_asked_for_while_beads_are_taken_apart_where_they_follow(
    pretended: PretendBench,
) -> None:
    pretended.hold(bead("a-1"), notes={"a": "one"})
    workspace = find_workspace(pretended.folder)

    def reader(*, notes_follow: bool) -> Reader:
        kept = SnapshotFile(workspace.local_folder)
        return Reader(pretended.bd, workspace.state, kept, 1, notes_follow=notes_follow)

    reader(notes_follow=False).snapshot()
    assert pretended.bd.verbs == ["query"]
    SnapshotFile(workspace.local_folder).forget()
    first = reader(notes_follow=True)
    first.snapshot()
    assert first.config("kv.") == {"kv.memory.a": "one"}
    assert pretended.bd.verbs == ["query", "query", "kv"]
    second = reader(notes_follow=True)  # all of it is kept
    second.snapshot()
    assert second.config("kv.") == {"kv.memory.a": "one"}
    assert pretended.bd.verbs == ["query", "query", "kv"]


def test_notes_asked_for_ahead_are_no_answer_about_what_was_written_since(
    pretended: PretendBench,
) -> None:
    pretended.hold(bead("a-1"), notes={"a": "one"})
    workspace = find_workspace(pretended.folder)
    kept = SnapshotFile(workspace.local_folder)
    reader = Reader(pretended.bd, workspace.state, kept, 1, notes_follow=True)
    reader.snapshot()
    pretended.run("kv", "set", "--", "b", "two")
    assert reader.config("kv.") == {"kv.b": "two", "kv.memory.a": "one"}


def test_what_goes_wrong_ahead_is_told_to_who_reads_the_notes(pretended: PretendBench) -> None:
    pretended.hold(bead("a-1"), notes={"a": "one"})
    workspace = find_workspace(pretended.folder)

    def launch(arguments: Sequence[str], *, given: str, seconds: float) -> Reply:
        if arguments[0] == "kv":
            raise StoreBusy("bd did not answer.", "Run it again.")
        return pretended.bd(arguments, given=given, seconds=seconds)

    kept = SnapshotFile(workspace.local_folder)
    reader = Reader(launch, workspace.state, kept, 1, notes_follow=True)
    assert reader.snapshot().ids == ["a-1"]
    with pytest.raises(StoreBusy, match="did not answer"):
        reader.config("kv.")

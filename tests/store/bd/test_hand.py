"""What happens when bd refuses, when somebody else is faster, and when bd says yes and means no."""

from collections.abc import Callable

import pytest

from fabric.errors import ChangeRefused, HalfWritten, StoreBusy, VersionsMoved
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    ChangeSet,
    InsertBead,
    SetConfig,
    SetFields,
    SetStatus,
)
from fabric.ports import JournalQuery
from fabric.store.backends.bd_command import BdCommandStore
from fabric.store.bd.checked import Checked
from fabric.store.bd.command import Reply
from fabric.store.bd.workspace import find_workspace
from fabric.store.bd.writer import Limits
from tests.store.bd.acts import apply
from tests.store.bd.benches import PretendBench
from tests.store.beads import bead, draft, edge

ME = "ada@example.test"


def once(bench: PretendBench, verb: str, act: Callable[[], object]) -> None:
    """Do something just before bd is told to do `verb` for the first time."""

    def meanwhile(arguments: tuple[str, ...]) -> None:
        if arguments[0] == verb:
            bench.bd.meanwhile = lambda _: None
            act()

    bench.bd.meanwhile = meanwhile


def intent_is_noted(bench: PretendBench) -> bool:
    return (find_workspace(bench.folder).local_folder / "intent.json").exists()


def test_who_claims_in_the_last_moment_wins_and_we_write_nothing(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"))
    store = pretended.open()
    once(pretended, "update", lambda: pretended.run("update", "--claim", "--", "w-1"))
    with pytest.raises(VersionsMoved) as caught:
        apply(store, SetStatus("w-1", "in_progress", ME), AddComment("w-1", ME, "Given"))
    assert caught.value.moved == ("w-1",)
    found = store.bead("w-1")
    assert found is not None
    assert (found.assignee, found.comments) == ("vera", ())
    assert store.journal(JournalQuery()) == []
    assert not intent_is_noted(pretended)


def test_who_closes_in_the_last_moment_is_not_written_over(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"))
    store = pretended.open()
    once(pretended, "update", lambda: pretended.run("close", "--", "w-1"))
    with pytest.raises(VersionsMoved):
        apply(store, SetFields("w-1", {"title": "New"}))


def test_who_writes_between_our_steps_makes_us_read_again(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"), bead("w-2"))
    store = pretended.open()
    once(pretended, "import", lambda: pretended.run("update", "--title=Other", "--", "w-2"))
    with pytest.raises(VersionsMoved) as caught:
        apply(store, SetFields("w-1", {"title": "New"}), AddComment("w-2", ME, "Hi"))
    assert caught.value.moved == ("w-2",)
    assert intent_is_noted(pretended)
    store.finish()  # what they wrote is another thing, and leaves ours to be completed
    assert not intent_is_noted(pretended)
    one, two = store.all_beads()
    assert (one.title, two.title, [c.text for c in two.comments]) == ("New", "Other", ["Hi"])
    assert [entry.verb for entry in store.journal(JournalQuery())] == ["start"]


def test_a_first_step_that_bd_refuses_leaves_nothing(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"))
    store = pretended.open()
    with pytest.raises(ChangeRefused, match=r"unknown flag: --type.*nothing was written") as caught:
        _with_broken(
            pretended, "--type", lambda: apply(store, SetFields("w-1", {"issue_type": "x"}))
        )
    assert caught.value.remedy
    assert not intent_is_noted(pretended)


def test_a_later_step_that_bd_refuses_is_told_as_half_written(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"), bead("w-2"))
    store = pretended.open()
    operations = (SetFields("w-1", {"title": "New"}), SetFields("w-2", {"issue_type": "x"}))
    with pytest.raises(HalfWritten, match=r"unknown flag: --type; what came before") as caught:
        _with_broken(pretended, "--type", lambda: apply(store, *operations))
    assert caught.value.remedy
    store.finish()
    assert [each.issue_type for each in store.all_beads()] == ["task", "x"]
    assert [entry.verb for entry in store.journal(JournalQuery())] == ["start"]


def test_what_bd_still_refuses_is_told_once_and_holds_nobody_up(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"), bead("w-2"))
    store = pretended.open()
    operations = (SetFields("w-1", {"title": "New"}), SetFields("w-2", {"issue_type": "x"}))
    pretended.bd.broken.add("--type")
    with pytest.raises(HalfWritten):
        apply(store, *operations)
    apply(store, AddLabel("w-1", "x"), verb="label")
    assert [each.verb for each in store.journal(JournalQuery())] == ["interrupted", "label"]
    assert not intent_is_noted(pretended)


def _with_broken(bench: PretendBench, option: str, act: Callable[[], object]) -> None:
    bench.bd.broken.add(option)
    try:
        act()
    finally:
        bench.bd.broken.clear()


def test_what_bd_drops_without_a_word_is_told(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"), bead("w-2"))
    store = pretended.open()
    other = edge("w-1", "w-2", "blocks")
    once(pretended, "import", lambda: pretended.hold(bead("w-1", dependencies=(other,))))
    with pytest.raises(
        HalfWritten, match="w-1: it lacks the dependency relates-to on w-2"
    ) as caught:
        apply(store, AddDependency(edge("w-1", "w-2")), AddComment("w-1", ME, "Hi"))
    assert caught.value.remedy


def test_an_id_that_somebody_takes_in_the_last_moment_is_told(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"))
    store = pretended.open()
    once(pretended, "import", lambda: pretended.hold(bead("w-2", title="Another's")))
    with pytest.raises(HalfWritten, match="made w-2 at the same moment"):
        apply(store, InsertBead(bead("w-2", updated_at="2026-06-01T00:00:00Z")))
    once(pretended, "import", lambda: pretended.hold(bead("w-3", title="Another's")))
    with pytest.raises(VersionsMoved):
        apply(store, InsertBead(bead("w-3")))
    found = store.bead("w-3")
    assert found is not None
    assert found.title == "Another's"


def test_a_workspace_that_another_holds_is_busy(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"))
    told = "Error: the database is locked by another dolt process\n"

    def locked(arguments: tuple[str, ...]) -> Reply | None:
        return Reply(arguments, 1, b"", told) if arguments[0] == "update" else None

    pretended.bd.instead = locked
    with pytest.raises(StoreBusy, match="Another process holds") as caught:
        apply(pretended.open(), SetFields("w-1", {"title": "New"}))
    assert caught.value.remedy


def test_a_step_that_is_stopped_may_have_been_taken_and_is_looked_for(
    pretended: PretendBench,
) -> None:
    pretended.hold(bead("w-1"))
    store = pretended.open()

    def late(arguments: tuple[str, ...]) -> Reply | None:
        if arguments[0] != "update":
            return None
        pretended.bd.instead = lambda _: None
        pretended.bd(arguments, given="", seconds=1)
        raise StoreBusy("bd did not answer.", "Wait.")

    pretended.bd.instead = late
    with pytest.raises(StoreBusy):
        apply(store, SetFields("w-1", {"title": "New"}), verb="edit")
    assert intent_is_noted(pretended)
    apply(store, AddLabel("w-1", "x"), verb="label")
    assert [entry.verb for entry in store.journal(JournalQuery())] == ["edit", "label"]


def test_values_that_look_like_options_stand_behind_the_two_dashes(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"))
    store = pretended.open()
    apply(store, SetConfig("kv.-k", "--v"), SetFields("w-1", {"title": "--force"}))
    calls = {call[0]: call for call in pretended.bd.calls if "list" not in call}
    assert calls["kv"][-3:] == ("--", "-k", "--v")
    assert "--title=--force" in calls["update"]
    assert calls["update"][-2:] == ("--", "w-1")
    assert "--force" not in calls["update"]
    assert f"--actor={ME}" in calls["update"]


def test_nothing_of_a_step_is_left_beside_the_workspace(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"))
    apply(pretended.open(), SetFields("w-1", {"description": "x" * 90_000}))
    local = find_workspace(pretended.folder).local_folder
    assert {each.name for each in local.iterdir()} == {".gitignore", "beads.snapshot", "turn.lock"}


def test_versions_are_looked_at_again_after_the_turn_came(pretended: PretendBench) -> None:
    pretended.hold(bead("w-1"))
    store, other = pretended.open(), pretended.open("desk-2")
    relied = {"w-1": "sha256:old"}
    apply(other, AddLabel("w-1", "x"))
    with pytest.raises(VersionsMoved):
        store.apply(ChangeSet((AddLabel("w-1", "y"),), relied), draft())


@pytest.mark.parametrize(("known_as", "expected"), [({ME: "Ada A"}, "Ada A"), ({"otto": "O"}, ME)])
def test_bd_is_told_the_name_that_it_has_for_who_acts(
    known_as: dict[str, str], expected: str, pretended: PretendBench
) -> None:
    pretended.hold(bead("w-1"))
    workspace = find_workspace(pretended.folder)
    checked = Checked(pretended.bd, pretended.folder / "bd", workspace)
    store = BdCommandStore(workspace, checked, lambda: "w-1", Limits(turn=1), known_as=known_as)
    apply(store, SetStatus("w-1", "in_progress", expected))
    writing = [call for call in pretended.bd.calls if call[0] == "update"]
    assert [f"--actor={expected}" in call and "--claim" in call for call in writing] == [True]
    assert [entry.actor for entry in store.journal(JournalQuery())] == [ME]

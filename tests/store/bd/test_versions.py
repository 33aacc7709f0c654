"""No bd runs that would upgrade a workspace for good, or that is too old for it."""

from pathlib import Path

import pytest

from fabric.errors import StoreReadOnly, StoreTooNew, StoreUnavailable
from fabric.models.change_set import AddLabel
from fabric.ports import BeadQuery
from fabric.store.bd.checked import Checked
from fabric.store.bd.versions import Versions, version_of
from fabric.store.bd.workspace import find_workspace
from tests.store.bd.acts import apply
from tests.store.bd.benches import PretendBench
from tests.store.beads import bead


@pytest.mark.parametrize("last", ["", "1.3.0", "1.3.0 (dev)", "unknown"])
def test_the_bd_that_used_a_workspace_last_may_use_it(last: str) -> None:
    Versions("1.3.0", last).insist_on_match()


@pytest.mark.parametrize("last", ["1.0.3", "1.2.9", "0.9"])
def test_a_newer_bd_is_not_let_near_an_older_workspace(last: str) -> None:
    with pytest.raises(StoreUnavailable, match="upgrades the workspace for good") as caught:
        Versions("1.3.0", last).insist_on_match()
    assert "`bd list`" in caught.value.remedy


@pytest.mark.parametrize("last", ["1.3.1", "1.10.0", "2.0"])
def test_an_older_bd_is_not_let_near_a_newer_workspace(last: str) -> None:
    with pytest.raises(StoreTooNew, match=last) as caught:
        Versions("1.3.0", last).insist_on_match()
    assert caught.value.remedy


def test_a_version_that_is_none_is_a_sentence() -> None:
    with pytest.raises(StoreUnavailable, match="cannot be made out"):
        Versions("None", "1.3.0").insist_on_match()


def test_versions_are_compared_as_numbers() -> None:
    assert version_of("1.10.0") > version_of("1.9.3")
    assert version_of("bd version 1.3.0 (dev)") == (1, 3, 0)
    assert version_of("1.3") == (1, 3)


def test_an_old_bd_may_read_and_not_write(pretended: PretendBench) -> None:
    pretended.hold(bead("a-1"))
    pretended.bd.version = "1.0.3"
    (pretended.bd.beads / ".local_version").write_text("1.0.3\n", encoding="utf-8")
    store = pretended.open()
    assert [each.id for each in store.find(BeadQuery())] == ["a-1"]
    assert store.writable is False
    with pytest.raises(StoreReadOnly, match=r"bd 1\.0\.3") as caught:
        apply(store, AddLabel("a-1", "x"))
    assert caught.value.remedy
    assert pretended.bd.verbs == ["version", "query"]


def test_nothing_but_the_version_is_asked_of_a_bd_that_does_not_match(
    pretended: PretendBench,
) -> None:
    (pretended.bd.beads / ".local_version").write_text("1.2.0\n", encoding="utf-8")
    store = pretended.open()
    for question in (lambda: store.find(BeadQuery()), lambda: apply(store, AddLabel("a", "x"))):
        with pytest.raises(StoreUnavailable, match="upgrades"):
            question()
    assert pretended.bd.verbs == ["version"]


def test_the_version_is_remembered_for_as_long_as_the_program_is_the_same_file(
    pretended: PretendBench, tmp_path: Path
) -> None:
    workspace, program = find_workspace(pretended.folder), tmp_path / "bd"
    for content, asked in ((b"x" * 1_000_001, 1), (b"x" * 1_000_001, 1), (b"y" * 1_000_002, 2)):
        if not program.exists() or program.read_bytes() != content:
            program.write_bytes(content)
        assert Checked(pretended.bd, program, workspace).versions.installed == "1.3.0"
        assert len(pretended.bd.calls) == asked


def test_the_version_of_a_script_is_asked_each_time(
    pretended: PretendBench, tmp_path: Path
) -> None:
    workspace, program = find_workspace(pretended.folder), tmp_path / "bd"
    program.write_text("exec another bd", encoding="utf-8")
    for asked in (1, 2):
        assert Checked(pretended.bd, program, workspace).versions.writes
        assert len(pretended.bd.calls) == asked

"""Taking it out again, as docs/adopting-in-bd.md has it: bd's workspace is then as if we had not been there."""

import shutil
from pathlib import Path

import pytest

from tests.live.day import Day, complaints
from tests.live.workspaces import ServerWorkspace, Workspace

_TABLES = ("extra", "journal", "journal_bead", "journal_payload", "schema")
_OURS = "SHOW TABLES LIKE 'fabric%%'"


@pytest.fixture
def day(any_workspace: Workspace, tmp_path: Path) -> Day:
    return Day(any_workspace, tmp_path / "state")


def take_out(workspace: Workspace) -> None:
    """Do what the guide says."""
    bd = workspace.bd
    for label in ("memory-contract", "memory", "mem-superseded", "mem-retired", "mem-rejected", "memory-anchor"):  # fmt: skip
        for found in sorted(bd("list", "--all", "--label", label, "--json").ids()):
            bd("delete", found, "--force")
    for found in sorted(
        bd("list", "--all", "--json", "--has-metadata-key", "fabric_receipt").ids()
    ):
        bd("update", found, "--unset-metadata", "fabric_receipt")
    if isinstance(workspace, ServerWorkspace):
        for name in _TABLES:
            bd("sql", f"DROP TABLE fabric_{name}")
        bd("sql", "CALL DOLT_ADD({})".format(", ".join(f"'fabric_{name}'" for name in _TABLES)))
        bd("sql", "CALL DOLT_COMMIT('-m', 'Take out fabric')")
    for folder in ("fabric-journal", "fabric-local"):
        shutil.rmtree(workspace.path / ".beads" / folder, ignore_errors=True)
    (workspace.path / "fabric.toml").unlink()


def test_what_the_guide_says_leaves_nothing_of_ours(day: Day) -> None:
    bd, workspace = day.workspace.bd, day.workspace
    task = str(bd("create", "Add a cart", "-l", "memory-arch", "--json").entry()["id"])
    before = complaints(workspace) if isinstance(workspace, ServerWorkspace) else set()
    day.begin()
    day.ratified()
    day("start", task)
    take_out(workspace)
    (left,) = bd.export().values()
    assert left["id"] == task
    assert not left.get("dependencies")
    assert not left.get("metadata")
    assert "fabric" not in workspace.git("status", "--short", "--ignored").replace(
        "fabric.toml", ""
    )
    assert task not in (bd("blocked", "--json").out or "")
    if isinstance(workspace, ServerWorkspace):
        assert workspace.rows(_OURS) == workspace.rows("SELECT * FROM dolt_status") == []
        assert complaints(workspace) <= before

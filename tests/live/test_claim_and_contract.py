"""How bd guards claimed work and work with an open contract: `start` and `verify` rely on it."""

import json
from pathlib import Path

import pytest

from tests.live.programs import Bd
from tests.live.rows import contract, edge, work
from tests.live.workspaces import Workspace

_RECEIPT = {"fabric_receipt": {"v": 1, "memories": [{"id": "live-m", "until": None}]}}


def _claim(bd: Bd, folder: Path) -> tuple[str, ...]:
    receipt = folder / f"{bd.actor}.json"
    receipt.write_text(json.dumps({**_RECEIPT, "by": bd.actor}), encoding="utf-8")
    return ("update", "live-w", "--claim", "--metadata", f"@{receipt}", "--json")


def _hold(bd: Bd, **fields: object) -> None:
    held = work("live-w", dependencies=[edge("live-w", "live-c", "blocks")])
    bd.load(contract("live-c", **fields), held)


def test_claim_and_receipt_are_written_by_one_command(
    any_workspace: Workspace, tmp_path: Path
) -> None:
    bd = any_workspace.bd
    bd.load(work("live-w", metadata={"kept": 1}))
    reply = bd(*_claim(bd, tmp_path)).entry()
    row = bd.export()["live-w"]
    assert (row["assignee"], row["status"]) == ("tess", "in_progress")
    assert row["metadata"] == {**_RECEIPT, "by": "tess", "kept": 1}
    assert reply["updated_at"] == row["updated_at"]


def test_who_loses_the_race_for_an_item_writes_nothing(
    any_workspace: Workspace, tmp_path: Path
) -> None:
    bd, other = any_workspace.bd, any_workspace.acting_as("vera")
    bd.load(work("live-w"))
    bd(*_claim(bd, tmp_path))
    before = bd.export()
    assert other.run(*_claim(other, tmp_path)).exit == 1
    assert bd.export() == before


def test_the_same_person_may_claim_again(any_workspace: Workspace, tmp_path: Path) -> None:
    bd = any_workspace.bd
    bd.load(work("live-w"))
    bd(*_claim(bd, tmp_path))
    assert bd.run(*_claim(bd, tmp_path)).exit == 0


def test_blocked_work_can_be_claimed(any_workspace: Workspace, tmp_path: Path) -> None:
    bd = any_workspace.bd
    _hold(bd)
    assert bd.run(*_claim(bd, tmp_path)).exit == 0


def test_only_the_holder_closes_an_item(any_workspace: Workspace, tmp_path: Path) -> None:
    bd = any_workspace.bd
    bd.load(work("live-w"))
    bd(*_claim(bd, tmp_path))
    assert any_workspace.acting_as("vera").run("close", "live-w").exit == 1
    assert bd.run("close", "live-w").exit == 0


def test_a_contract_without_the_pin_is_closed_plainly(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    _hold(bd, pinned=False)
    bd("close", "live-c", "-r", "All clauses verified")
    assert bd.run("close", "live-w").exit == 0


def test_one_guarded_update_closes_a_contract_and_takes_its_pin(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    _hold(bd)
    ended = ("--if-status", "open", "--status", "closed", "--metadata", '{"reason":"verified"}')
    bd("update", "live-c", *ended)
    row = bd.export()["live-c"]
    assert row["status"] == "closed"
    assert row["metadata"] == {"reason": "verified"}
    assert "pinned" not in row
    assert bd("ready", "--json").ids() == {"live-w"}
    assert bd.run("update", "live-c", *ended).exit == 13


@pytest.mark.parametrize("door", ["close", "update"])
def test_neither_door_closes_work_over_an_open_contract(
    door: str, any_workspace: Workspace
) -> None:
    bd = any_workspace.bd
    _hold(bd)
    command = ("close", "live-w") if door == "close" else ("update", "live-w", "-s", "closed")
    assert bd.run(*command).exit == 1
    assert bd.export()["live-w"]["status"] == "open"


def test_a_batch_closes_work_over_an_open_contract(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    _hold(bd)
    bd("batch", stdin="close live-w done\n")
    assert bd.export()["live-w"]["status"] == "closed"

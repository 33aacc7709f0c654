"""bd's own housekeeping, and what the pinned flag keeps from it."""

import pytest

from tests.live.programs import Bd
from tests.live.rows import contract, draft, edge, memory, work
from tests.live.workspaces import Workspace


def _control(bead: str) -> dict[str, object]:
    row = memory(bead)
    del row["pinned"]
    return row


def test_gc_deletes_the_control_and_spares_the_pinned_memory(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(memory("live-m"), _control("live-control"))
    bd("gc", "--older-than", "0", "--force")
    assert set(bd.export()) == {"live-m"}


def test_gc_with_its_defaults_deletes_what_was_closed_long_ago(
    embedded_workspace: Workspace,
) -> None:
    bd = embedded_workspace.bd
    bd.load(memory("live-m"), _control("live-control"))
    bd("gc", "--force")
    assert set(bd.export()) == {"live-m"}


def test_gc_without_its_first_phase_spares_the_control(embedded_workspace: Workspace) -> None:
    bd = embedded_workspace.bd
    bd.load(memory("live-m"), _control("live-control"))
    bd("gc", "--older-than", "0", "--force", "--skip-decay")
    assert set(bd.export()) == {"live-m", "live-control"}


def test_prune_deletes_the_control_and_spares_the_pinned_memory(
    embedded_workspace: Workspace,
) -> None:
    bd = embedded_workspace.bd
    bd.load(memory("live-m"), _control("live-control"))
    bd("prune", "--pattern", "*", "--force")
    assert set(bd.export()) == {"live-m"}


def test_pinned_drafts_anchors_and_contracts_are_not_offered_as_work(
    any_workspace: Workspace,
) -> None:
    bd = any_workspace.bd
    anchor = work("live-a", issue_type="epic", labels=["memory-anchor"], pinned=True)
    unpinned = {**draft("live-control"), "pinned": False}
    bd.load(draft("live-d"), anchor, contract("live-c"), unpinned, work("live-w"))
    assert bd("ready", "-n", "0", "--json").ids() == {"live-w", "live-control"}
    assert bd("list", "-n", "0", "--json").ids() == {"live-w", "live-control"}


def test_a_plain_close_cannot_ratify_a_pinned_draft(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(draft("live-d"), {**draft("live-control"), "pinned": False})
    assert bd.run("close", "live-d", "-r", "done").exit == 1
    assert bd.run("close", "live-control", "-r", "done").exit == 0
    assert bd.export()["live-d"]["status"] == "open"


def test_a_forced_close_keeps_the_pin_and_the_reason(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(draft("live-d"))
    bd("close", "live-d", "--force", "-r", "Ratified canonical memory")
    row = bd.export()["live-d"]
    assert (row["status"], row["close_reason"], row["pinned"]) == (
        "closed",
        "Ratified canonical memory",
        True,
    )


@pytest.mark.parametrize(
    "command",
    [
        ("update", "live-m", "--remove-label", "memory", "--add-label", "mem-superseded"),
        ("update", "live-m", "--metadata", '{"superseded_by":"live-n"}'),
        ("update", "live-m", "--append-notes", "seen"),
        ("supersede", "live-m", "--with", "live-n"),
        ("reopen", "live-m", "-r", "again"),
        ("comment", "live-m", "seen"),
        ("dep", "relate", "live-m", "live-n"),
    ],
    ids=" ".join,
)
def test_the_pin_survives(command: tuple[str, ...], embedded_workspace: Workspace) -> None:
    bd = embedded_workspace.bd
    bd.load(memory("live-m"), memory("live-n"))
    bd(*command)
    assert bd.export()["live-m"]["pinned"] is True


@pytest.mark.parametrize("status", ["closed", "in_progress"])
def test_an_update_of_the_status_takes_the_pin_away(
    status: str, embedded_workspace: Workspace
) -> None:
    bd = embedded_workspace.bd
    bd.load(draft("live-d"))
    bd("update", "live-d", "--status", status)
    assert "pinned" not in bd.export()["live-d"]


def test_an_update_to_the_status_it_has_leaves_the_pin(embedded_workspace: Workspace) -> None:
    bd = embedded_workspace.bd
    bd.load(draft("live-d"))
    bd("update", "live-d", "--status", "open", "--priority", "1")
    assert bd.export()["live-d"].get("pinned") is True


def test_a_pinned_contract_still_blocks_its_work(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    held = work("live-w", dependencies=[edge("live-w", "live-c", "blocks")])
    bd.load(contract("live-c"), held)
    assert _refused(bd, "close", "live-w")
    bd("close", "live-c", "--force")
    assert not _refused(bd, "close", "live-w")


def _refused(bd: Bd, *command: str) -> bool:
    return bd.run(*command).exit == 1

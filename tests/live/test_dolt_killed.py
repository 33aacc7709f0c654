"""A process that is killed while it writes to a server: what it did is there whole, or not at all."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.live.day import Day, look
from tests.live.workspaces import ServerWorkspace

KILLS = 6


@pytest.fixture
def day(server_workspace: ServerWorkspace, tmp_path: Path) -> Day:
    made = Day(server_workspace, tmp_path / "state")
    made.begin()
    return made


def seconds(day: Day, *words: str) -> float:
    begun = time.monotonic()
    day(*words)
    return time.monotonic() - begun


def killed(day: Day, after: float, *words: str) -> bool:
    """Run a command of ours and kill it after so many seconds; whether that was in time."""
    running = subprocess.Popen(
        [sys.executable, "-m", "fabric", *words],
        cwd=day.workspace.path,
        env=day.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        running.wait(after)
    except subprocess.TimeoutExpired:
        running.kill()
    return running.wait(60) != 0


def test_a_start_and_a_succession_that_are_killed_are_whole_or_not_there(
    day: Day, server_workspace: ServerWorkspace
) -> None:
    memory = day.ratified()
    work = day.id_of("work", "add", "The first", "--domain", "arch")
    whole = seconds(day, "start", work)
    kills = 0
    for number in range(KILLS):
        share = 0.5 + 0.5 * number / KILLS  # before that it has not spoken to the server
        work = day.id_of("work", "add", f"Task {number}", "--domain", "arch")
        kills += killed(day, share * whole, "start", work)
        bead = server_workspace.bd.export()[work]
        metadata = bead.get("metadata", {})
        assert isinstance(metadata, dict)
        there = (f"{work}-mc" in server_workspace.bd.export(), bool(bead.get("comments")))
        assert there == ("fabric_receipt" in metadata,) * 2
        look(server_workspace)
        day("start", work)
        comments = server_workspace.bd.export()[work]["comments"]
        assert isinstance(comments, list)
        assert len(comments) == 1
    assert kills, "nothing was killed in time: the machine was too fast for this test"

    successor = day.proposed("Every write goes through the gateway.")
    words = ("supersede", memory, "--with", successor, "--reason", "Renamed")
    for share in (0.6, 0.8, 1.0, 1.4):
        killed(day, share * whole, *words)
        look(server_workspace)
        assert len(day.in_force()) == 1
    day.run(*words)
    assert day.in_force() == {successor}
    assert day("lint", "--all").exit == 0
    assert day("audit", "--verify").exit == 0

"""bd lets an item be closed only by the name that claimed it: ours and bd's name for one person."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.live.day import Day
from tests.live.programs import Bd
from tests.live.workspaces import Workspace

NAME, MAIL = "Tess Ter", "tess@example.test"


@pytest.fixture
def day(any_workspace: Workspace, tmp_path: Path) -> Day:
    """A day on which only git says who works."""
    begun = Day(any_workspace, tmp_path / "state", extra={"FABRIC_ACTOR": ""})
    begun.begin()
    begun.ratified()
    return begun


@pytest.fixture
def own(day: Day) -> Bd:
    return replace(day.workspace.bd, extra={"BEADS_ACTOR": ""})


def task(bd: Bd) -> str:
    return str(bd("create", "Add a cart", "-l", "memory-arch", "--json").entry()["id"])


def ended(bd: Bd, work: str) -> tuple[object, object]:
    row = bd.export()[work]
    return row["status"], row["assignee"]


def test_what_we_start_is_closed_by_bd(day: Day, own: Bd) -> None:
    work = task(own)
    day("start", work)
    day("verify", work, "--allow-dirty")
    own("close", work)
    assert ended(own, work) == ("closed", NAME)


def test_what_bd_claims_is_started_and_closed_by_us(day: Day, own: Bd) -> None:
    work = task(own)
    own("update", work, "--claim")
    day("start", work)
    day("verify", work, "--allow-dirty")
    day("work", "close", work)
    assert ended(own, work) == ("closed", NAME)


def test_what_another_claims_stays_theirs(day: Day, own: Bd) -> None:
    work = task(own)
    day.workspace.acting_as("otto")("update", work, "--claim")
    assert day.run("start", work).exit == 2
    assert ended(own, work) == ("in_progress", "otto")


def test_who_is_named_claims_under_that_name(day: Day, own: Bd) -> None:
    work = task(own)
    day("start", work, "--actor", "agent:scout")
    assert ended(own, work) == ("in_progress", "scout")
    by = day("audit", work, "--json").out
    assert '"scout"' in by
    assert MAIL not in by

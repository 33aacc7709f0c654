"""Work that does not come back in time is left behind; what it raises comes back."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from fabric.errors import NotFound
from fabric.faces.cli.deadline import Deadline, Work
from tests.faces.hooks import surroundings


def test_work_in_time_gives_its_result() -> None:
    assert Work(lambda: 7).within(Deadline(5)).result() == 7


def test_work_that_waits_for_ever_is_left_behind() -> None:
    never = threading.Event()
    begin = time.monotonic()
    work = Work(lambda: never.wait(30)).within(Deadline(0.2))
    assert time.monotonic() - begin < 5
    assert work.result() is None
    never.set()


def test_the_work_may_shorten_and_lengthen_its_time() -> None:
    short, long = Deadline(30), Deadline(0.2)

    def shorten() -> str:
        short.seconds = 0.1
        time.sleep(3)
        return "late"

    def lengthen() -> str:
        long.seconds = 30
        time.sleep(0.5)
        return "in time"

    assert Work(shorten).within(short).result() is None
    assert Work(lengthen).within(long).result() == "in time"


def test_what_the_work_raises_is_raised_here_and_printed_nowhere(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def fail() -> None:
        raise NotFound("No.", "Look elsewhere.")

    work = Work(fail).within(Deadline(5))
    with pytest.raises(NotFound, match="No"):
        work.result()
    assert capfd.readouterr().err == ""
    assert threading.excepthook is not None


_HANGING = """#!/bin/sh
echo $$ >> "$PIDS"
exec sleep 60
"""


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_bd_that_does_not_answer_in_time_is_not_left_behind(tmp_path: Path) -> None:
    (tmp_path / ".beads").mkdir()
    (tmp_path / ".beads" / "metadata.json").write_text("{}")
    (tmp_path / "fabric.toml").write_text("[prime]\ndeadline_seconds = 1\n")
    bd = tmp_path / "bd"
    bd.write_text(_HANGING)
    bd.chmod(0o755)
    pids = tmp_path / "pids"
    ran = subprocess.run(
        [sys.executable, "-m", "fabric", "prime"],
        cwd=tmp_path,
        env={**surroundings(PATH=f"{tmp_path}:/usr/bin:/bin"), "PIDS": str(pids)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 3
    assert "did not answer within 1 seconds" in ran.stdout
    started = [int(each) for each in pids.read_text().split()]
    assert started
    assert not any(map(is_running, started))

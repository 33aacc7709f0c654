"""Work that does not come back in time is left behind; what it raises comes back."""

import threading
import time

import pytest

from fabric.errors import NotFound
from fabric.faces.cli.deadline import Deadline, Work


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

"""Our writers take turns, across processes."""

import subprocess
import sys
from pathlib import Path

import pytest

from fabric.errors import StoreBusy, StoreReadOnly
from fabric.store.bd.turns import my_turn

HOLD = """
import sys
from pathlib import Path
from fabric.store.bd.turns import my_turn
with my_turn(Path(sys.argv[1]), 5):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_who_waits_too_long_is_told_and_gets_the_turn_when_the_other_dies(tmp_path: Path) -> None:
    folder = tmp_path / "local"
    command = [sys.executable, "-c", HOLD, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"mine\n"
        with pytest.raises(StoreBusy, match=r"over 0\.1 seconds") as caught, my_turn(folder, 0.1):
            pass
        assert caught.value.remedy
        other.kill()
        other.wait()
        with my_turn(folder, 5):
            assert (folder / "turn.lock").exists()


def test_a_turn_can_be_taken_again_and_again(tmp_path: Path) -> None:
    for _ in range(2):
        with my_turn(tmp_path / "local", 0):
            pass


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    folder = tmp_path / "file" / "local"
    with pytest.raises(StoreReadOnly, match="cannot be made") as caught, my_turn(folder, 0):
        pass
    assert caught.value.remedy

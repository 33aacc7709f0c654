"""How bd is run: as a program with arguments, in the workspace, never for ever."""

import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from fabric.errors import StoreBusy, StoreUnavailable
from fabric.store.bd.command import Program, find_program

_TELL = """#!{python}
import json, os, sys
print(json.dumps({{"arguments": sys.argv[1:], "given": sys.stdin.read(), "folder": os.getcwd(),
                   "environment": dict(os.environ)}}))
print("a warning", file=sys.stderr)
sys.exit(3)
"""
_HANG = """#!{python}
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
open("child", "w").write(str(child.pid))
time.sleep(60)
"""


def program(folder: Path, text: str, environment: Mapping[str, str] | None = None) -> Program:
    """Return a program that behaves as the text says."""
    file = folder / "bd"
    file.write_text(text.format(python=sys.executable), encoding="utf-8")
    file.chmod(0o755)
    return Program(file, folder, folder / ".beads", environment or {})


def test_bd_is_run_with_its_arguments_input_folder_and_environment(tmp_path: Path) -> None:
    told = program(tmp_path, _TELL, {"PATH": "/bin", "BEADS_DIR": "/elsewhere", "X": "é"})
    reply = told(("show", "$(id)", "a b"), given="é\n", seconds=20)
    answer = json.loads(reply.out)
    assert (reply.exit, reply.err) == (3, "a warning\n")
    assert (answer["arguments"], answer["given"]) == (["show", "$(id)", "a b"], "é\n")
    assert answer["folder"] == str(tmp_path.resolve())
    environment = answer["environment"]
    assert environment["BEADS_DIR"] == str(tmp_path / ".beads")
    assert (environment["X"], environment["PATH"]) == ("é", "/bin")
    assert (environment["BD_JSON_ENVELOPE"], environment["BEADS_MAX_ROWS"]) == ("1", "0")


def test_a_bd_that_does_not_answer_is_stopped_with_what_it_started(tmp_path: Path) -> None:
    hanging = program(tmp_path, _HANG)
    begin = time.monotonic()
    with pytest.raises(StoreBusy, match=r"`bd update` within 1 seconds") as caught:
        hanging(("update", "x"), given="", seconds=1)
    assert time.monotonic() - begin < 10
    assert caught.value.remedy
    child = int((tmp_path / "child").read_text(encoding="utf-8"))
    for _ in range(100):
        if not _is_alive(child):
            break
        time.sleep(0.05)
    assert not _is_alive(child)


def _is_alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8").split()[2]
    except FileNotFoundError:
        return False


def test_a_bd_that_is_no_program_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "bd"
    file.write_text("nothing", encoding="utf-8")
    with pytest.raises(StoreUnavailable, match="cannot be run") as caught:
        Program(file, tmp_path, tmp_path, {})(("version",), given="", seconds=1)
    assert caught.value.remedy


def test_an_argument_with_a_nul_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be run"):
        program(tmp_path, _TELL)(("show", "a\0b"), given="", seconds=1)


def test_bd_is_found_on_the_path_that_is_given_and_nowhere_else(tmp_path: Path) -> None:
    program(tmp_path, _TELL)
    assert find_program({"PATH": os.pathsep.join(("/none", str(tmp_path)))}) == tmp_path / "bd"
    for environment in ({}, {"PATH": "/none"}):
        with pytest.raises(StoreUnavailable, match="no program bd") as caught:
            find_program(environment)
        assert caught.value.remedy

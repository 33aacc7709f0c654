"""A process that has loaded what our command loads, and that forks into the command at each order.

A command that is killed needs a process of its own, there are hundreds of them, and most of the
time of a short one goes into loading. So one process loads once: its child is the command as
`python -m fabric` is, with its own arguments, folder, environment and outputs.
"""

import atexit
import gc
import importlib
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from typing_extensions import override

from tests.guard import ROOT
from tests.live.day import Day, Ran


class Warm:
    """The process as its user sees it: one command at a time."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._outputs = (folder / "out", folder / "err")
        self._learned: set[str] = set()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.live.warm"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, day: Day, words: tuple[str, ...], born: Callable[[int], None]) -> Ran:
        """Run our command, whatever its exit (negative: the signal); `born` is told its id."""
        order = {
            "words": words,
            "folder": str(day.workspace.path),
            "environment": day.environment,
            "outputs": [str(each) for each in self._outputs],
            "learn": words[0] not in self._learned,
        }
        self._learned.add(words[0])
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(order)}\n")
        self._process.stdin.flush()
        born(self._number())
        status = self._number()
        out, err = (each.read_text(encoding="utf-8") for each in self._outputs)
        return Ran(words, status, out, err)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _number(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())


@dataclass(frozen=True, slots=True)
class WarmDay(Day):
    """A day whose commands are forked off a warm process; `born` is told the id of each."""

    warm: Warm | None = None
    born: Callable[[int], None] = lambda _: None

    @override
    def run(self, *words: str) -> Ran:
        """Run our command, whatever its exit."""
        assert self.warm is not None
        return self.warm.run(self, words, self.born)

    def cold(self) -> Day:
        """Return the same, with `python -m fabric` for each command."""
        return Day(self.workspace, self.state, self.actor, self.extra)


def _serve() -> None:
    for line in sys.stdin:
        order = json.loads(line)
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            _become(order, writing)
        os.close(writing)
        _tell(child)
        with os.fdopen(reading, encoding="utf-8") as told:
            names = told.read().split()
        _tell(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        for name in names:  # what this one loaded the next ones need not
            with suppress(ImportError):
                importlib.import_module(name)
        gc.freeze()  # so that no child copies it all to look for rubbish


def _tell(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def _become(order: dict[str, object], writing: int) -> NoReturn:
    """Be `python -m fabric`."""
    if order["learn"]:
        atexit.register(lambda: os.write(writing, " ".join(sorted(sys.modules)).encode()))
    else:
        os.close(writing)
    words, outputs, environment = order["words"], order["outputs"], order["environment"]
    assert isinstance(words, list)
    assert isinstance(outputs, list)
    assert isinstance(environment, dict)
    for number, name in enumerate((os.devnull, *outputs)):
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC if number else os.O_RDONLY
        opened = os.open(name, flags)
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()  # noqa: TID251  (the command has its own)
    os.environ.update(environment)  # noqa: TID251
    os.chdir(str(order["folder"]))
    sys.argv = ["fabric", *words]
    _end(_fabric())


def _fabric() -> int:
    try:
        runpy.run_module("fabric", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _end(status: int) -> NoReturn:
    """End at once: to take apart what was never loaded here would take longest of all."""
    atexit._run_exitfuncs()  # what the command asked for is done all the same
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    _serve()

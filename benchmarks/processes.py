"""Runs whole processes, cold, and says what each took."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FABRIC = (sys.executable, "-m", "fabric")
ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Taken:
    """What a process took: seconds by the clock and of the processor, bytes at its peak."""

    wall: float
    cpu: float
    peak: int
    out: str


def run(
    words: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] | None = None,
    *,
    allowed: Sequence[int] = (0,),
) -> Taken:
    """Run a command to its end; stops everything with its own words where it fails."""
    begin = time.perf_counter()
    with subprocess.Popen(  # noqa: S603  # our own words
        words,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        out = process.stdout.read().decode("utf-8", "replace") if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in allowed:
        sys.exit(f"{' '.join(words[:6])} ended with {process.returncode}:\n{out[-2000:]}")
    return Taken(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, out)


def by_turns(runs: int, *commands: Callable[[], Taken]) -> list[list[Taken]]:
    """Run all commands so many times, one after the other, so that a busy minute hits all alike."""
    found: list[list[Taken]] = [[] for _ in commands]
    for _ in range(runs):
        for taken, command in zip(found, commands, strict=True):
            taken.append(command())
    return found


def least(taken: Sequence[Taken]) -> float:
    """The least seconds by the clock: what it takes when nothing else runs."""
    return min(each.wall for each in taken)


def load() -> str:
    """How busy the machine is."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


def quiet(**more: str) -> dict[str, str]:
    """An environment for `fabric` that says who acts."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}  # noqa: TID251
    return {**kept, "PYTHONPATH": str(ROOT), "FABRIC_ACTOR": "ada@example.test", **more}

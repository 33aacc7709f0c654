"""How long `fabric prime` takes as a cold process, beside `bd prime` on the same memories and issues.

On the embedded store, and on bd's own workspace: there once with nothing kept from an earlier read
(cold), and once with what the read before kept.

Needs the built programs of `make live-tools` for bd's half. Makes its own data: an export with
anchors, memories, issues and notes, imported into an embedded store of each. (bd gets it without
dependencies: it looks for cycles at each one, takes hours for them, and its prime reads none.) Both
are run by turns, with a bare Python between them, because the machine may be busy with other things.
`python -m benchmarks.prime [--issues N] [--memories N] [--notes N] [--runs N] [--keep FOLDER]`
prints the times and the ratios; the bars are 1/4, and 4 on bd's workspace. With `--keep` the data is made once: bd's import of
10,000 issues takes minutes.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.bars import Row, at_most, report, seconds
from benchmarks.data import DOMAINS, PREFIX, Project, export
from tests.live.programs import Programs, find_programs, quiet_environment

BAR: Final = 1 / 4
BAR_ON_BD: Final = 4.0
FABRIC: Final = (sys.executable, "-c", "from fabric.main import main; main()")
BARE: Final = (sys.executable, "-c", "pass")
_ROOT: Final = Path(__file__).resolve().parent.parent


@dataclass
class Command:
    """A command, where it runs, and how long its runs took: seconds by the clock and of the CPU."""

    name: str
    words: Sequence[str]
    folder: Path
    environment: dict[str, str]
    forget: str = ""
    """What is removed before each run: a pattern in the folder."""
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Run it once."""
        for kept in self.folder.glob(self.forget) if self.forget else ():
            kept.unlink()
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(  # noqa: S603  # our own words
            self.words,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        self.wall.append(time.perf_counter() - begun)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if done.returncode or not (done.stdout or self.words == BARE):
            sys.exit(f"{self.name} failed: {done.stderr.decode()}")

    def line(self) -> str:
        """What it took."""
        wall, cpu = self.wall[1:], self.cpu[1:]  # the first one warms up
        return (
            f"{self.name:<14} by the clock {_ms(statistics.median(wall))} (least {_ms(min(wall))}),"
            f" CPU {_ms(statistics.median(cpu))} (least {_ms(min(cpu))})"
        )


def main() -> None:
    """Make the data where it is not there, run by turns, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--issues", type=int, default=10_000)
    parser.add_argument("--memories", type=int, default=1_000)
    parser.add_argument("--notes", type=int, default=100)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--keep", type=Path, help="folder in which the data is made once")
    parser.add_argument("--rows", type=Path, help="add the bar to this file, as a JSON line")
    chosen = parser.parse_args()
    folder = chosen.keep or Path(tempfile.mkdtemp(prefix="prime-"))
    size = (chosen.issues, chosen.memories, chosen.notes)
    programs = find_programs()
    try:
        ours = _ours(folder / "fabric", size)
        theirs = _theirs(folder / "bd", size, programs) if programs else None
        on_bd = _on_bd(folder / "bd", programs) if programs else []
        _measure(ours, theirs, on_bd, chosen.runs)
        report(_rows(ours, theirs, on_bd, size), chosen.rows)
    finally:
        if chosen.keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def _measure(ours: Command, theirs: Command | None, on_bd: Sequence[Command], runs: int) -> None:
    bare = Command("bare Python", BARE, ours.folder, ours.environment)
    commands = [each for each in (bare, ours, *on_bd, theirs) if each is not None]
    for _ in range(runs + 1):
        for command in commands:
            command.run()
    for command in commands:
        print(command.line())
    if theirs is None:
        print("bd is not built (`make live-tools`), so there is nothing to compare with")
        return


def _rows(
    ours: Command,
    theirs: Command | None,
    on_bd: Sequence[Command],
    size: tuple[int, int, int],
) -> list[Row]:
    what = f"prime, {size[0]:,} issues + {size[1]:,} memories, SQLite"
    own = statistics.median(ours.wall[1:])
    if theirs is None:
        return [Row(what, "<= 1/4", seconds(own), note="bd is not built: run `make live-tools`")]
    is_large = size[0] >= 10_000  # a smaller one stands in, and is only told
    beside = statistics.median(theirs.wall[1:])
    return [
        at_most(f"{what}, beside bd prime", own, beside, BAR if is_large else None),
        *(
            at_most(
                f"{each.name}, beside bd prime",
                statistics.median(each.wall[1:]),
                beside,
                BAR_ON_BD if is_large else None,
            )
            for each in on_bd
        ),
    ]


def _ours(folder: Path, size: tuple[int, int, int]) -> Command:
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}  # noqa: TID251  # handed on
    environment = {
        **inherited,
        "PYTHONPATH": str(_ROOT),
        "PYTHONPYCACHEPREFIX": str(
            folder / "compiled"
        ),  # as an installed package is: compiled once
        "FABRIC_ACTOR": "ada@example.test",
        "FABRIC_STATE": str(folder / "state"),
    }
    project = folder / "project"
    _once(project, size, lambda: _fill_ours(project, size, environment))
    return Command("fabric prime", (*FABRIC, "prime"), project, environment)


def _fill_ours(folder: Path, size: tuple[int, int, int], environment: dict[str, str]) -> None:
    domains = [word for name in DOMAINS for word in ("--domain", f"{name}={name.capitalize()}")]
    file = _written(folder, size, edges=True)
    for words in (("init", "--prefix", PREFIX, *domains), ("import", str(file))):
        _run((*FABRIC, *words), folder, environment)


def _theirs(folder: Path, size: tuple[int, int, int], programs: Programs) -> Command:
    environment = quiet_environment(folder / "home", programs)
    workspace = folder / "workspace"
    bd = str(programs.bd)
    _once(workspace, size, lambda: _fill_theirs(workspace, size, bd, environment))
    return Command("bd prime", (bd, "prime"), workspace, environment)


def _on_bd(folder: Path, programs: Programs) -> list[Command]:
    """Ours on bd's own workspace: with nothing kept, and with what the run before kept."""
    workspace = folder / "workspace"
    environment = {
        **quiet_environment(folder / "home", programs),
        "PYTHONPATH": str(_ROOT),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "FABRIC_ACTOR": "ada@example.test",
        "FABRIC_STATE": str(folder / "state"),
    }
    words = (*FABRIC, "prime", "--store", f"bd:{workspace}")
    cold = "prime on bd's workspace, cold"
    return [
        Command(cold, words, workspace, environment, forget=".beads/fabric-local/*.snapshot"),
        Command("prime on bd's workspace, kept", words, workspace, environment),
    ]


def _fill_theirs(
    folder: Path, size: tuple[int, int, int], bd: str, environment: dict[str, str]
) -> None:
    _run(("git", "init", "-q", "."), folder, environment)
    skip = ("--non-interactive", "--skip-hooks", "--skip-agents")
    _run((bd, "init", "--prefix", PREFIX, *skip), folder, environment)
    print("bd imports; that takes minutes", file=sys.stderr)
    _run((bd, "import", str(_written(folder, size, edges=False))), folder, environment)


def _once(folder: Path, size: tuple[int, int, int], fill: Callable[[], None]) -> None:
    """Fill a folder, unless it was filled with just this size before."""
    stamp = folder / "size.json"
    if stamp.exists() and json.loads(stamp.read_text()) == list(size):
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    fill()
    stamp.write_text(json.dumps(size))


def _written(folder: Path, size: tuple[int, int, int], *, edges: bool) -> Path:
    issues, memories, notes = size
    path = folder / "data.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for record in export(Project(issues, memories)):
            kept = record if edges else {**record, "dependencies": []}
            file.write(json.dumps(kept, separators=(",", ":")) + "\n")
        for number in range(notes):
            text = f"Note {number} says something of use to whoever comes next."
            note = {"_type": "memory", "key": f"note-{number}", "value": text}
            file.write(json.dumps(note) + "\n")
    return path


def _run(words: Sequence[str], folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(  # noqa: S603  # our own words
        words,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode not in {0, 1}:  # 1: an import that did not take our anchors
        sys.exit(f"{' '.join(words[:3])} failed: {done.stderr.decode()}{done.stdout.decode()}")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    main()

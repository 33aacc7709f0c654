"""How much longer verbs take where the project has a long history: in process, start-up subtracted.

`python -m benchmarks.growth [--quick] [--issues N]`. Two embedded stores, 10,000 issues and 1,000,000
(200,000 with `--quick`), with the same 1,000 memories and the same 200 issues under way; nearly all
others are closed. Each verb opens the store, answers, and lets go of it.
"""

import gc
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.bars import Row, at_most, parser, report
from benchmarks.data import PREFIX, Project
from benchmarks.embedded import ACTOR, make_project
from fabric.faces.cli.deadline import Deadline
from fabric.faces.cli.prime_options import PrimeOptions
from fabric.faces.cli.priming import prepare
from fabric.services.context import Context
from fabric.services.verbs.lint import LintRequest, lint
from fabric.services.verbs.start import StartRequest, start
from fabric.services.verbs.status import status
from fabric.wiring import Options, open_context

BASE = 10_000
UNDER_WAY = 200
MEMORIES = 1_000
BAR = 1.5


def main() -> None:
    """Make both stores, ask each verb of both by turns, print how much longer it takes."""
    made = parser(__doc__)
    made.add_argument("--issues", type=int)
    made.add_argument("--runs", type=int, default=7)
    chosen = made.parse_args()
    many = chosen.issues or (200_000 if chosen.quick else 1_000_000)
    gc.disable()
    os.environ["FABRIC_ACTOR"] = ACTOR  # noqa: TID251
    with tempfile.TemporaryDirectory() as folder:
        small, large = (_made(Path(folder), issues) for issues in (BASE, many))
        report(_rows(small, large, many, chosen.runs), chosen.rows)


def _made(folder: Path, issues: int) -> Path:
    project = Project(issues, MEMORIES, active_every=issues // UNDER_WAY, history=True)
    return make_project(folder / str(issues), project)


def _rows(small: Path, large: Path, issues: int, runs: int) -> Iterator[Row]:
    for name, verb in VERBS.items():
        few, many = _by_turns(verb, small, large, runs)
        yield at_most(f"{name}, {issues:,} issues beside {BASE:,}, in process", many, few, BAR)


def _by_turns(
    verb: Callable[[], object], small: Path, large: Path, runs: int
) -> tuple[float, float]:
    taken: dict[Path, list[float]] = {small: [], large: []}
    for _ in range(runs):
        for place, found in taken.items():
            os.chdir(place)
            begin = time.perf_counter()
            verb()
            found.append(time.perf_counter() - begin)
    return min(taken[small]), min(taken[large])


def _asked(ask: Callable[[Context], object]) -> Callable[[], None]:
    def verb() -> None:
        context = open_context(Options(dry_run=True))
        ask(context)
        context.store.close()

    return verb


VERBS: dict[str, Callable[[], object]] = {
    "start": _asked(lambda context: start(context, StartRequest(Project(0, 0).work_to_start()))),
    "status": _asked(lambda context: status(context, f"{PREFIX}-0")),
    "lint": _asked(lambda context: lint(context, LintRequest())),
    "prime": lambda: prepare(PrimeOptions(), Path.cwd(), Deadline(60), 1_000_000),
}


if __name__ == "__main__":
    main()

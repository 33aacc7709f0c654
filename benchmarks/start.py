"""How long `fabric start` takes as a cold process, beside the same steps typed as bd commands.

`python -m benchmarks.start [--quick] [--make]`. The steps: look for the memories of the domain, show
the item, relate it to each memory that it is given, make the contract, relate that, let it block the
item, comment, claim with the receipt. Beside bd's embedded store stand ours on SQLite and ours on
that same workspace; beside bd on a Dolt server stands ours on that server. Then: how much longer it
takes with 10,000 memories than with 100, when all of them are of one domain, and when of four.

bd's import of 10,000 issues takes minutes: `--make` makes that workspace once, in the user's cache.
Without it a workspace of 1,000 issues stands in.
"""

import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.bars import Row, at_most, parser, report
from benchmarks.data import DOMAINS, Project
from benchmarks.embedded import make_project, settings
from benchmarks.processes import FABRIC, Taken, by_turns, least, quiet, run
from benchmarks.workspace import NOT_BUILT, Workspace, fresh_server, kept

LARGE, SMALL = Project(10_000, 1_000), Project(1_000, 100)
GIVEN = 5
LABELS = f"memory-contract,mem-hard,memory-{DOMAINS[0]}"
QUERY = f"label=memory AND label=memory-{DOMAINS[0]} AND status=closed"


def main() -> None:
    """Measure all of it."""
    made = parser(__doc__)
    made.add_argument("--make", action="store_true", help="make the workspace of 10,000 issues")
    made.add_argument("--runs", type=int)
    chosen = made.parse_args()
    runs = chosen.runs or (2 if chosen.quick else 3)
    with tempfile.TemporaryDirectory() as folder:
        report(_beside_bd(Path(folder), runs, quick=chosen.quick, make=chosen.make), chosen.rows)
        report(_memories(Path(folder), 3 if chosen.quick else 7), chosen.rows)


def _beside_bd(folder: Path, runs: int, *, quick: bool, make: bool) -> Iterator[Row]:
    workspace = None if quick else kept(LARGE, make=make)
    project = LARGE if workspace else SMALL
    workspace = workspace or kept(SMALL, make=True)
    store = make_project(folder / "sqlite", project)
    name = f"start, {project.issues:,} issues + {project.memories:,} memories"
    ours = [_started_anew(store, folder / "run") for _ in range(max(runs, 5))]
    if workspace is None:
        yield Row(f"{name}, SQLite", "<= 1/40", f"{least(ours):.2f} s", note=NOT_BUILT)
        return
    typed, on_bd = _turns(workspace, project, runs)
    # The small one stands in: its figures are told, and prove nothing.
    is_large = project == LARGE
    yield at_most(
        f"{name}, SQLite, beside bd typed", least(ours), typed, 1 / 40 if is_large else None
    )
    yield at_most(
        f"{name}, bd command store, beside bd typed", on_bd, typed, 1 / 3 if is_large else None
    )
    with fresh_server(folder / "server", SMALL) as server:
        if server is not None:
            typed, on_server = _turns(server, SMALL, max(runs, 5))  # seconds each
            name = f"start, {SMALL.issues:,} issues + {SMALL.memories:,} memories"
            yield at_most(f"{name}, Dolt server, beside bd typed there", on_server, typed, 1 / 5)


def _turns(workspace: Workspace, project: Project, runs: int) -> tuple[float, float]:
    """The least seconds of bd's commands and of ours, each on items of their own, by turns."""
    (workspace.folder / "fabric.toml").write_text(_settings(project), encoding="utf-8")
    typed, ours = [], []
    for _ in range(runs):
        taken = _ours_on(workspace, _new_item(workspace))
        ours.append(taken.wall)
        typed.append(_typed(workspace, _new_item(workspace), json.loads(taken.out)["receipt"]))
    return min(typed), min(ours)


def _settings(project: Project) -> str:
    return f"{settings(project)}[budget]\nmemories = {GIVEN}\n"


def _new_item(workspace: Workspace) -> str:
    label = f"memory-{DOMAINS[0]}"
    made = workspace.bd("create", "Something to do", "-t", "task", "-l", label, "--silent")
    return made.out.strip().splitlines()[-1]


def _ours_on(workspace: Workspace, work: str) -> Taken:
    environment = {**workspace.environment, **quiet(PATH=workspace.environment["PATH"])}
    environment["HOME"] = workspace.environment["HOME"]
    return run((*FABRIC, "start", work, "--json"), workspace.folder, environment)


def _typed(workspace: Workspace, work: str, receipt: dict[str, list[object]]) -> float:
    """Seconds of the same steps, one bd command each."""
    given = [each for each in receipt["memories"] if isinstance(each, dict)]
    hard = [each["id"] for each in given if each["strength"] == "hard"]
    begin = time.perf_counter()
    workspace.bd("query", QUERY, "--limit", "0", "--json")
    workspace.bd("show", work, "--json")
    for each in given:
        workspace.bd("dep", "relate", work, each["id"])
    made = workspace.bd("create", "Contract", "-t", "task", "-l", LABELS, "--silent")
    contract = made.out.strip().splitlines()[-1]
    for each in hard:
        workspace.bd("dep", "relate", contract, each)
    workspace.bd("dep", "add", work, contract)
    workspace.bd("comment", work, "Acknowledged 5 memories")
    note = json.dumps({"fabric_receipt": receipt})
    workspace.bd("update", work, "--claim", "--metadata", note)
    return time.perf_counter() - begin


def _memories(folder: Path, runs: int) -> Iterator[Row]:
    for domains in (DOMAINS, DOMAINS[:1]):
        few, many = (
            make_project(folder / f"{count}-{len(domains)}", Project(1_000, count, domains=domains))
            for count in (100, 10_000)
        )
        small, large = by_turns(
            runs,
            partial(_started_anew, few, folder / "run"),
            partial(_started_anew, many, folder / "run"),
        )
        name = "one domain" if len(domains) == 1 else f"{len(domains)} domains"
        yield at_most(
            f"start at 10,000 memories of {name}, beside 100", least(large), least(small), 2.0
        )


def _started_anew(project: Path, place: Path) -> Taken:
    """A cold start on a copy of a project, which each start would change."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(project, place)
    with (place / "fabric.toml").open("a", encoding="utf-8") as file:
        file.write(f"[budget]\nmemories = {GIVEN}\n")
    return run((*FABRIC, "start", Project(0, 0).work_to_start(), "--json"), place, quiet())


if __name__ == "__main__":
    main()

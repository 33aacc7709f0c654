"""How long `fabric import` takes, beside `bd import` of the same file.

`python -m benchmarks.importing [--quick] [--issues N]`. Both are whole processes on a new store. bd
gets the beads without their dependencies, and so do we: it looks for cycles at each one, which takes
it hours. At 10,000 issues bd's own time comes from the making of the kept workspace, if it was made
(`python -m benchmarks.start --make`); else both import 1,000.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.bars import Row, at_most, parser, report
from benchmarks.data import DOMAINS, PREFIX, Project
from benchmarks.processes import FABRIC, Taken, least, quiet, run
from benchmarks.workspace import NOT_BUILT, kept, rows

LARGE, SMALL = Project(10_000, 1_000), Project(1_000, 100)


def main() -> None:
    """Import on both sides, print the ratio."""
    chosen = parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report(_rows(Path(folder), 2 if chosen.quick else 4), chosen.rows)


def _rows(folder: Path, runs: int) -> Iterator[Row]:
    for project in (SMALL, LARGE):
        file = folder / f"{project.issues}.jsonl"
        rows(project, file)
        ours = least([_imported(folder / f"{project.issues}-{n}", file) for n in range(runs)])
        name = f"import of {project.issues:,} issues + {project.memories:,} memories"
        workspace = kept(project, make=project == SMALL)
        if workspace is None:
            why = NOT_BUILT if project == SMALL else "bd was not asked: it takes minutes (--make)"
            yield Row(name, "<= 1/20", f"{ours:.2f} s", note=why)
        else:
            bar = 1 / 20 if project == LARGE else None  # the small one is only told
            yield at_most(f"{name}, beside bd import", ours, workspace.imported, bar)


def _imported(folder: Path, file: Path) -> Taken:
    folder.mkdir()
    domains = [word for each in DOMAINS for word in ("--domain", each)]
    run((*FABRIC, "init", "--prefix", PREFIX, *domains), folder, quiet())
    # 1: the file brings anchors of its own, and says that it leaves out a second one of a domain
    return run((*FABRIC, "import", str(file)), folder, quiet(), allowed=(0, 1))


if __name__ == "__main__":
    main()

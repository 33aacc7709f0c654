"""A real bd workspace with the project of the benchmarks, made once and kept in the user's cache."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import PREFIX, Project, export
from benchmarks.processes import Taken, run
from tests.live.dolt_server import HOST, start_server
from tests.live.programs import Programs, find_programs, quiet_environment

NOT_BUILT = "bd is not built: run `make live-tools` (needs Go and a C compiler)"
INIT = ("init", "--non-interactive", "--prefix", PREFIX, "--skip-hooks", "--skip-agents")


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder with a bd workspace, the environment to work there, and what its import took."""

    folder: Path
    programs: Programs
    environment: dict[str, str]
    imported: float = 0.0

    def bd(self, *words: str) -> Taken:
        """Run bd there."""
        return run((str(self.programs.bd), *words), self.folder, self.environment)


def cache() -> Path:
    """Where what takes long to make is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"  # noqa: TID251
    return Path(base) / "bead-fabric" / "benchmarks"


def kept(project: Project, *, make: bool) -> Workspace | None:
    """The embedded workspace of a project; None where bd is not built, or it was not made yet."""
    programs = find_programs()
    folder = cache() / f"bd-{project.issues}-{project.memories}"
    stamp = folder / "made.json"
    if programs is None or not (make or stamp.exists()):
        return None
    if not stamp.exists():
        shutil.rmtree(folder, ignore_errors=True)
        made = _made(folder, project, programs)
        stamp.write_text(json.dumps({"imported": made.imported}))
    return Workspace(
        folder / "workspace",
        programs,
        quiet_environment(folder / "home", programs),
        json.loads(stamp.read_text())["imported"],
    )


@contextmanager
def fresh(folder: Path, project: Project) -> Iterator[Workspace | None]:
    """A workspace in a folder of one's own; None where bd is not built."""
    programs = find_programs()
    yield _made(folder, project, programs) if programs else None


@contextmanager
def fresh_server(folder: Path, project: Project) -> Iterator[Workspace | None]:
    """A workspace on a Dolt server that runs meanwhile; None where bd is not built."""
    programs = find_programs()
    if programs is None:
        yield None
        return
    server = start_server(
        programs.dolt, folder / "data", quiet_environment(folder / "home", programs)
    )
    try:
        where = ("--server", "--external", "--server-host", HOST, "--server-port", str(server.port))
        yield _made(folder, project, programs, *where)
    finally:
        server.stop()


def rows(project: Project, path: Path) -> None:
    """Write the project without its dependencies: bd looks for cycles at each, which takes hours."""
    with path.open("w", encoding="utf-8") as file:
        for record in export(project):
            file.write(json.dumps({**record, "dependencies": []}, separators=(",", ":")) + "\n")


def _made(folder: Path, project: Project, programs: Programs, *where: str) -> Workspace:
    place = folder / "workspace"
    place.mkdir(parents=True)
    environment = quiet_environment(folder / "home", programs)
    run(("git", "init", "-q", "."), place, environment)
    bd = str(programs.bd)
    run((bd, *INIT, *where), place, environment)
    file = folder / "data.jsonl"
    rows(project, file)
    taken = run((bd, "import", str(file)), place, environment)
    return Workspace(place, programs, environment, taken.wall)

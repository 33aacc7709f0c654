"""Real bd workspaces, prepared once a session and copied for each test."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from tests.live.dolt_server import HOST, DoltServer
from tests.live.programs import Bd

PREFIX = "live"
_INIT = ("init", "--non-interactive", "--prefix", PREFIX, "--skip-hooks", "--skip-agents")

RunBd = Callable[[Path], Bd]


@dataclass(frozen=True, slots=True)
class Workspace:
    """A git repository with a bd workspace in it, and the bd that works there."""

    path: Path
    bd: Bd

    def acting_as(self, actor: str) -> Bd:
        """Return the same bd in somebody else's hands."""
        return replace(self.bd, actor=actor)

    def git(self, *arguments: str) -> str:
        """Run git in the workspace and return its output."""
        return _git(self.bd, *arguments)


@dataclass(frozen=True, slots=True)
class ServerWorkspace(Workspace):
    """A workspace whose beads are in a database of a running Dolt server."""

    server: DoltServer
    database: str

    def rows(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Run one SQL statement in this workspace's database."""
        return self.server.rows(self.database, statement, *values)

    @property
    def url(self) -> str:
        """Return the store URL of this database."""
        return f"dolt://root@{HOST}:{self.server.port}/{self.database}"


def prepare_embedded(directory: Path, bd: RunBd) -> Workspace:
    """Make an embedded workspace with the prefix `live`."""
    return _prepare(directory, bd)


def prepare_server(directory: Path, bd: RunBd, server: DoltServer) -> ServerWorkspace:
    """Make a workspace whose database `live` is on the given server."""
    where = ("--server", "--external", "--server-host", HOST, "--server-port", str(server.port))
    made = _prepare(directory, bd, *where)
    return ServerWorkspace(made.path, made.bd, server, PREFIX)


def copy_embedded(template: Workspace, directory: Path) -> Workspace:
    """Copy a prepared embedded workspace."""
    shutil.copytree(template.path, directory, symlinks=True)
    return Workspace(directory, replace(template.bd, directory=directory))


def copy_server(template: ServerWorkspace, directory: Path, name: str) -> ServerWorkspace:
    """Copy a prepared server workspace, its database under a new name on the same server."""
    shutil.copytree(template.path, directory, symlinks=True)
    where = directory / ".beads" / "metadata.json"
    said = json.loads(where.read_text(encoding="utf-8"))
    where.write_text(json.dumps({**said, "dolt_database": name}, indent=2), encoding="utf-8")
    template.server.adopt(template.server.data / template.database, name)
    bd = replace(template.bd, directory=directory)
    return ServerWorkspace(directory, bd, template.server, name)


def _prepare(directory: Path, bd: RunBd, *more: str) -> Workspace:
    directory.mkdir(parents=True)
    runner = bd(directory)
    _git(runner, "init", "--quiet", ".")
    runner(*_INIT, *more)
    return Workspace(directory, runner)


def _git(bd: Bd, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments],
        cwd=bd.directory,
        env=dict(bd.environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    return done.stdout

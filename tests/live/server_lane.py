"""A lane on a Dolt server of its own, with a wire before it; and all that its database holds."""

import json
import re
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from typing_extensions import override

from tests.live.day import Ran
from tests.live.dolt_server import HOST, DoltServer
from tests.live.lanes import QUICK, Lane, Scene, Strike
from tests.live.timeless import unnamed
from tests.live.warm import WarmDay
from tests.live.wire import Wire
from tests.live.workspaces import ServerWorkspace

Picture = dict[str, list[str]]

_DATABASE: Final = "killed"
_SPARE: Final = "spare"
_GONE_WITHIN: Final = 10.0
_LOCK: Final = re.compile(r"GET_LOCK\('([^']+)'")


class ServerLane(Lane[ServerWorkspace]):
    """A lane whose commands reach the server through the wire, and bd directly."""

    def __init__(self, scene: Scene[ServerWorkspace], folder: Path, server: DoltServer) -> None:
        super().__init__(scene, folder)
        self._connection = server.connect()
        self.wire = Wire(server.port)
        self.restore_state()
        self.workspace = _copied(scene.workspace, self.place, server)
        self.day = WarmDay(
            self.workspace,
            self.state,
            extra={"FABRIC_STORE": f"dolt://root@{HOST}:{self.wire.port}/{_DATABASE}"},
            warm=self.warm,
            born=self.wire.aim,
        )
        self.rows(f"USE {_DATABASE}")
        self.tracked, self._local = _tables(scene.workspace)
        self._head = str(self.rows("SELECT DOLT_HASHOF('HEAD')")[0][0])
        self.before = self.hashes()
        self.commits_before = self.commits()

    @override
    def restore(self) -> None:
        """Put everything back as the scene was set; that it is so the hashes of all tables say."""
        self.restore_state()
        self._do(f"CALL DOLT_RESET('--hard', '{self._head}')")
        there = self.hashes()
        for name in (each for each in self._local if there[each] != self.before[each]):
            self._do(f"DELETE FROM `{name}`")  # noqa: S608  (the server told the name)
            self._do(f"INSERT INTO `{name}` SELECT * FROM {_SPARE}.`{name}`")  # noqa: S608
        assert self.hashes() == self.before

    def run(self, words: tuple[str, ...], strike: Strike | None = None) -> Ran:
        """Run a command of ours, and wait until the server let go of all that it had for it."""
        self.wire.expect(strike)
        ran = self.day.run(*words)
        self.wire.hang_up()
        deadline = time.monotonic() + _GONE_WITHIN
        while self.rows("SHOW PROCESSLIST")[1:]:
            assert time.monotonic() < deadline, "the server still serves a process that is gone"
            time.sleep(0.002)
        return ran

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        """Ask the server, past the wire."""
        with self._connection.cursor() as cursor:
            cursor.execute(statement)
            found = [tuple(row) for row in cursor.fetchall()]
        self._connection.rollback()
        return found

    def hashes(self) -> dict[str, object]:
        """The hash of all rows of each table, committed or not, tracked or not."""
        names = (*self.tracked, *self._local)
        asked = ", ".join(f"DOLT_HASHOF_TABLE('{name}')" for name in names)
        return dict(zip(names, self.rows(f"SELECT {asked}")[0], strict=True))

    def commits(self) -> int:
        """How many commits there are."""
        return len(self.rows("SELECT commit_hash FROM dolt_log"))

    def dirty(self) -> list[tuple[object, ...]]:
        """Tables with rows that were not committed."""
        return self.rows("SELECT * FROM dolt_status")

    def locked(self) -> list[str]:
        """The locks that our command asked for and that somebody still holds."""
        text = " ".join(command.text for command in self.wire.commands)
        names = sorted(set(_LOCK.findall(text)))
        return [each for each in names if self.rows(f"SELECT IS_FREE_LOCK('{each}')") != [(1,)]]

    def committed(self, revision: str = "HEAD") -> Picture:
        """The rows that a commit has, apart from times and dice."""
        return {name: self._rows_of(f"`{name}` AS OF '{revision}'") for name in self.tracked}

    def local(self) -> Picture:
        """The rows that no commit has: what bd keeps of its events, for one."""
        return {name: self._rows_of(f"`{name}`") for name in self._local}

    @override
    def close(self) -> None:
        """Let go of everything but the server."""
        self._connection.close()
        self.wire.close()
        super().close()

    def _do(self, statement: str) -> None:
        with self._connection.cursor() as cursor:
            cursor.execute(statement)
        self._connection.commit()

    def _rows_of(self, table: str) -> list[str]:
        with self._connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608  (the server told the name)
            names = [column[0] for column in cursor.description or ()]
            rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        self._connection.rollback()
        return sorted(map(unnamed, rows))


def _copied(template: ServerWorkspace, directory: Path, server: DoltServer) -> ServerWorkspace:
    """A copy of a workspace, on another server, beside a spare of its database."""
    shutil.copytree(template.path, directory, symlinks=True)
    file = directory / ".beads" / "metadata.json"
    said = json.loads(file.read_text(encoding="utf-8"))
    said |= {"dolt_database": _DATABASE, "dolt_server_port": server.port}
    file.write_text(json.dumps(said, indent=2), encoding="utf-8")
    for name in (_DATABASE, _SPARE):
        server.adopt(template.server.data / template.database, name)
    bd = replace(template.bd, directory=directory, extra=QUICK)
    return ServerWorkspace(directory, bd, server, _DATABASE)


def _tables(workspace: ServerWorkspace) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tables that a commit takes along, and those that stay where they are."""
    told = workspace.rows("SELECT pattern FROM dolt_ignore WHERE ignored")
    ignored = re.compile("|".join(str(pattern).replace("%", ".*") for (pattern,) in told))
    rows = workspace.rows("SHOW FULL TABLES")
    names = [str(name) for name, kind in rows if kind == "BASE TABLE"]
    local = tuple(each for each in names if ignored.fullmatch(each))
    return tuple(each for each in names if each not in local), local

"""Lets no bd command run before the version of bd was compared with that of the workspace."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fabric.errors import StoreReadOnly
from fabric.store.bd.command import Launch, Reply
from fabric.store.bd.local_folder import open_local_folder, write_whole
from fabric.store.bd.replies import complaint, data_of, table_in
from fabric.store.bd.versions import Versions
from fabric.store.bd.workspace import Workspace

_FILE: Final = "bd.version"
_SCRIPT_BYTES: Final = 1_000_000
"""A smaller file is a script that finds its bd elsewhere: it stays the same when bd does not."""

_SECONDS: Final = 20.0


class Checked:
    """A `Launch` that compares versions before its first command."""

    def __init__(self, launch: Launch, program: Path, workspace: Workspace) -> None:
        self._launch = launch
        self._program = program
        self._workspace = workspace
        self._versions: Versions | None = None

    def __call__(self, arguments: Sequence[str], *, given: str, seconds: float) -> Reply:
        """Run bd. Raises StoreUnavailable, StoreTooNew, StoreBusy."""
        self.versions.insist_on_match()
        return self._launch(arguments, given=given, seconds=seconds)

    @property
    def versions(self) -> Versions:
        """The bd that is installed and the one that used the workspace last."""
        if self._versions is None:
            self._versions = Versions(self._installed(), self._workspace.last_bd)
        return self._versions

    def _installed(self) -> str:
        """What `bd version` says; remembered for as long as the program is the same file."""
        mark = self._mark()
        file = self._workspace.local_folder / _FILE
        known = _lines(file)
        if mark and known[:1] == [mark]:
            return known[-1]
        reply = self._launch(("version", "--json"), given="", seconds=_SECONDS)
        version = complaint(reply) if reply.exit else str(table_in(data_of(reply)).get("version"))
        if mark and not reply.exit:
            _keep(file, f"{mark}\n{version}\n")
        return version

    def _mark(self) -> str:
        try:
            program = self._program.resolve()
            facts = program.stat()
        except OSError:
            return ""
        if facts.st_size < _SCRIPT_BYTES:
            return ""
        return f"{program} {facts.st_size} {facts.st_mtime_ns}"


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _keep(file: Path, text: str) -> None:
    try:
        open_local_folder(file.parent)
        write_whole(file, text.encode())
    except (OSError, StoreReadOnly):
        return

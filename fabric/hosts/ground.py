"""Where a setup takes place: the project, the home folder, the environment, and what files say.

Plans are made from this and nothing else, so a test can lay a ground out of plain values.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from fabric.hosts.json_text import parse
from fabric.hosts.text_form import decode
from fabric.hosts.toml_text import read_toml_or_nothing
from fabric.hosts.unfit import Unfit
from fabric.hosts.values import as_mapping
from fabric.models.frozen import dataclass


class Level(StrEnum):
    """For everybody who works on the project, or for one user in all projects."""

    PROJECT = "project"
    USER = "user"


class Files(Protocol):
    """The reading that a plan needs; paths are absolute."""

    def read(self, path: Path) -> bytes | None:
        """Return a file's content, nothing where there is no file.

        Raises `HostFileUnusable` where something is there and cannot be read.
        """
        ...

    def locate(self, path: Path, folder: Path, *, confined: bool) -> Path:
        """Return the file behind a path, links followed.

        Raises `HostFileRefused` for a link to nothing, for anything but a plain file and, if
        `confined`, for a place outside the folder.
        """
        ...


@dataclass(frozen=True, slots=True)
class Ground:
    """The project's root folder, the home folder, environment variables, and the files."""

    project: Path
    home: Path
    environ: Mapping[str, str]
    files: Files

    def moved_home(self, variable: str, fallback: Path) -> Path:
        """Return the folder that an environment variable names, else the usual one."""
        named = self.environ.get(variable, "").strip()
        return Path(named) if named else fallback

    def text(self, path: Path) -> str:
        """Return what a file says, empty where it is missing or no text."""
        content = self.files.read(path)
        if content is None:
            return ""
        try:
            return decode(content).text
        except Unfit:
            return ""

    def exists(self, path: Path) -> bool:
        """Tell whether a file is there."""
        return self.files.read(path) is not None

    def json(self, path: Path) -> Mapping[str, object]:
        """Return the members of a JSON file (comments allowed), none where it cannot be read."""
        try:
            return as_mapping(parse(self.text(path), comments=True).value())
        except Unfit:
            return {}

    def toml(self, path: Path) -> Mapping[str, object]:
        """Return the tables of a TOML file, none where it cannot be read."""
        return read_toml_or_nothing(self.text(path))

    def is_linked_worktree(self) -> bool:
        """Tell whether the project folder is a linked git worktree (its `.git` is a file)."""
        said = self.text(self.project / ".git").replace("\\", "/")
        return said.startswith("gitdir:") and "/worktrees/" in said

"""Where a command runs: the environment, the project's root, its settings file as it stands.

Apart from `config`, which knows what settings mean.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from fabric.errors import BadSettings

SETTINGS_FILE: Final = "fabric.toml"
OWN_FOLDER: Final = ".fabric"
BEADS_FOLDER: Final = ".beads"
BEADS_PROJECT_FILES: Final = ("metadata.json", "config.yaml", "embeddeddolt", "dolt", "redirect")
"""One of these tells a bd workspace from a `.beads/` that only has the name, or holds an export."""

_OF_THE_USER: Final = ("machine-id", "eventsData", "registry.json")
_PYPROJECT: Final = "pyproject.toml"


class Environment(NamedTuple):
    """The variables of the process, copied once."""

    variables: Mapping[str, str]

    def get(self, name: str) -> str:
        """A variable, or an empty text."""
        return self.variables.get(name, "").strip()

    @property
    def home(self) -> Path:
        """The user's home folder."""
        return Path(self.get("HOME") or self.get("USERPROFILE") or Path("~").expanduser())

    @property
    def editor(self) -> str:
        """The command of the person's editor; empty where none is named."""
        return self.get("VISUAL") or self.get("EDITOR")

    @property
    def state_folder(self) -> Path:
        """Where this machine keeps what is never copied with a store."""
        own = self.get("FABRIC_STATE")
        if own:
            return Path(own)
        base = self.get("XDG_STATE_HOME")
        return (Path(base) if base else self.home / ".local" / "state") / "bead-fabric"


def environment() -> Environment:
    """The environment of this process."""
    return Environment(dict(os.environ))


def read_settings_file(file: Path) -> dict[str, object]:
    """The settings table of a `fabric.toml` or of a `pyproject.toml`."""
    try:
        if file.exists() and not file.is_file():  # a pipe or a device would be read for ever
            raise BadSettings(f"{file} cannot be read: it is no file.", "Put a file there.")
        document = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{file} cannot be read: {error}.", "Mend the file.") from error
    except RecursionError as error:
        raise BadSettings(f"{file} is nested too deeply.", "Mend the file.") from error
    return _own_table(document, file) if file.name == _PYPROJECT else document


def _own_table(document: dict[str, object], file: Path) -> dict[str, object]:
    """What `[tool.fabric]` says."""
    for name in ("tool", "fabric"):
        found = document.get(name, {})
        if not isinstance(found, dict):
            raise BadSettings(f"{file}: `{name}` is no table.", "Write [tool.fabric] above it.")
        document = found
    return document


def main_checkout(root: Path) -> Path:
    """The main checkout of a git worktree: stores live there; any other root is itself."""
    pointer = root / ".git"
    if not pointer.is_file():
        return root
    try:
        target = pointer.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        git_folder = (root / target).resolve()
        common = (git_folder / "commondir").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return root
    return (git_folder / common).resolve().parent


def root_of(folder: Path) -> Path:
    """The nearest folder upwards that holds settings, a store or a repository; else the folder itself."""
    for each in (folder, *folder.parents):
        marked = any((each / mark).exists() for mark in (SETTINGS_FILE, OWN_FOLDER, ".git"))
        if marked or has_beads(each) or _has_table(each / _PYPROJECT):
            return each
    return folder


def has_beads(folder: Path) -> bool:
    """Whether a folder has the `.beads/` of a project: bd keeps one for the user too, at home."""
    beads = folder / BEADS_FOLDER
    if not beads.exists():
        return False
    if any((beads / name).exists() for name in BEADS_PROJECT_FILES):
        return True
    return not any((beads / name).exists() for name in _OF_THE_USER)


def settings_file_of(root: Path) -> Path | None:
    """The file with the settings of a project; None where it has none."""
    own = root / SETTINGS_FILE
    if own.exists():
        return own
    pyproject = root / _PYPROJECT
    return pyproject if _has_table(pyproject) else None


def _has_table(pyproject: Path) -> bool:
    if not pyproject.is_file():
        return False
    try:
        return "[tool.fabric" in pyproject.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return False

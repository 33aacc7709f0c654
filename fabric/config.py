"""Finds and reads the settings and the environment; the one place that looks at either."""

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from fabric.errors import BadSettings
from fabric.models.memory_metadata import first_problem
from fabric.models.settings import Settings

SETTINGS_FILE: Final = "fabric.toml"
OWN_FOLDER: Final = ".fabric"
BEADS_FOLDER: Final = ".beads"
_PYPROJECT: Final = "pyproject.toml"
_PREFIX: Final = "FABRIC_"
_NOT_SETTINGS: Final = frozenset({"FABRIC_ACTOR", "FABRIC_LIVE_TOOLS", "FABRIC_STATE"})


@dataclass(frozen=True, slots=True)
class Environment:
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


@dataclass(frozen=True, slots=True)
class Project:
    """Where we are: the project's root, its settings and the file they came from (None: none)."""

    root: Path
    settings: Settings
    settings_file: Path | None


def environment() -> Environment:
    """The environment of this process."""
    return Environment(dict(os.environ))


def find_project(folder: Path, environ: Environment) -> Project:
    """Look upwards from a folder for the settings, a `.fabric/`, a `.beads/` or a repository.

    Raises BadSettings for a file that cannot be read or says something unknown.
    """
    root = _root(folder)
    file = _settings_file(root)
    values = read_settings_file(file) if file else {}
    return Project(root, parse_settings(_overridden(values, environ), file), file)


def read_settings_file(file: Path) -> dict[str, object]:
    """The settings table of a `fabric.toml` or of a `pyproject.toml`."""
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{file} cannot be read: {error}.", "Mend the file.") from error
    if file.name == _PYPROJECT:
        document = document.get("tool", {}).get("fabric", {})
    return document


def parse_settings(values: Mapping[str, object], file: Path | None) -> Settings:
    """Check settings. Raises BadSettings, naming the nearest known key for an unknown one."""
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = str(file) if file else "the environment"
        path = [str(part) for part in first["loc"]]
        if first["type"] == "extra_forbidden":
            raise BadSettings(
                f"{place}: there is no setting {'.'.join(path)}.", _nearest(path)
            ) from error
        raise BadSettings(
            f"{place}: {first_problem(error)}.", "See docs/configuration.md for each setting."
        ) from error


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


def _root(folder: Path) -> Path:
    for each in (folder, *folder.parents):
        marks = (SETTINGS_FILE, OWN_FOLDER, BEADS_FOLDER, ".git")
        if any((each / mark).exists() for mark in marks) or _has_table(each / _PYPROJECT):
            return each
    return folder


def _settings_file(root: Path) -> Path | None:
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


def _overridden(values: Mapping[str, object], environ: Environment) -> dict[str, object]:
    """Settings with `FABRIC_STORE`, `FABRIC_BUDGET_MEMORIES`, … put over them, not governance."""
    merged: dict[str, object] = dict(values)
    for name, value in sorted(environ.variables.items()):
        if not name.startswith(_PREFIX) or name in _NOT_SETTINGS or not value:
            continue
        _override(merged, name.removeprefix(_PREFIX).lower(), value)
    return merged


def _override(merged: dict[str, object], name: str, value: str) -> None:
    section, _, key = name.partition("_")
    field = Settings.model_fields.get(name)
    if field is not None and field.annotation in (str, str | None):
        merged[name] = value
        return
    model = _section_model(section)
    if model is None or section == "governance" or key not in model.model_fields:
        return
    given = merged.get(section)
    table = dict(given) if isinstance(given, Mapping) else {}
    lists = model.model_fields[key].annotation == list[str]
    table[key] = [part.strip() for part in value.split(",")] if lists else value
    merged[section] = table


def _section_model(section: str) -> type[BaseModel] | None:
    field = Settings.model_fields.get(section)
    annotation = field.annotation if field else None
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return None


def _nearest(path: list[str]) -> str:
    model: type[BaseModel] = Settings
    for part in path[:-1]:
        model = _section_model(part) or model
    known = list(model.model_fields)
    near = difflib.get_close_matches(path[-1], known, n=1)
    return f"Did you mean {near[0]}?" if near else f"Known here: {', '.join(sorted(known))}."

"""Reads and checks the settings: the file, and what the environment puts over it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, get_args

from fabric.errors import BadSettings
from fabric.models.document import BadDocument, Document, Key, shape_of
from fabric.models.document_reading import read_document
from fabric.models.frozen import dataclass
from fabric.models.settings import Settings
from fabric.surroundings import OWN_FOLDER as OWN_FOLDER
from fabric.surroundings import SETTINGS_FILE as SETTINGS_FILE
from fabric.surroundings import Environment as Environment
from fabric.surroundings import environment as environment
from fabric.surroundings import main_checkout as main_checkout
from fabric.surroundings import read_settings_file as read_settings_file
from fabric.surroundings import root_of, settings_file_of

_PREFIX: Final = "FABRIC_"
_NOT_SETTINGS: Final = frozenset(
    {"FABRIC_ACTOR", "FABRIC_DOLT_PASSWORD", "FABRIC_LIVE_TOOLS", "FABRIC_STATE"}
)


@dataclass(frozen=True, slots=True)
class Project:
    """Where we are: the project's root, its settings and the file they came from (None: none)."""

    root: Path
    settings: Settings
    settings_file: Path | None


def find_project(folder: Path, environ: Environment) -> Project:
    """Look upwards from a folder for the settings, a `.fabric/`, a `.beads/` or a repository.

    Raises BadSettings for a file that cannot be read or says something unknown.
    """
    return project_at(root_of(folder), environ)


def project_at(root: Path, environ: Environment) -> Project:
    """The project with this root. Raises BadSettings."""
    file = settings_file_of(root)
    values = read_settings_file(file) if file else {}
    merged = _overridden(values, environ)
    try:
        return Project(root, parse_settings(merged, file), file)
    except BadSettings:
        if merged != values:
            parse_settings(values, file)  # raises where it is the file that is wrong
            parse_settings(merged, None)
        raise


def parse_settings(values: Mapping[str, object], file: Path | None) -> Settings:
    """Check settings. Raises BadSettings, naming the nearest known key for an unknown one."""
    try:
        return read_document(Settings, values)
    except BadDocument as error:
        place = str(file) if file else "the environment"
        if error.unknown_key:
            raise BadSettings(
                f"{place}: there is no setting {'.'.join(error.path)}.", _nearest(error.path)
            ) from error
        raise BadSettings(
            f"{place}: {error}.", "See docs/configuration.md for each setting."
        ) from error


def _overridden(values: Mapping[str, object], environ: Environment) -> dict[str, object]:
    """Settings with `FABRIC_STORE`, `FABRIC_BUDGET_MEMORIES`, … put over them, not governance."""
    merged: dict[str, object] = dict(values)
    for name, value in sorted(environ.variables.items()):
        if not name.startswith(_PREFIX) or name in _NOT_SETTINGS or not value:
            continue
        _override(merged, name.removeprefix(_PREFIX).lower(), value)
    return merged


def _override(merged: dict[str, object], name: str, value: str) -> None:
    known = shape_of(Settings).keys.get(name)
    if known is not None and known.kind in {str, str | None}:
        merged[name] = value
        return
    section, _, key = name.partition("_")
    keys = _keys_in(shape_of(Settings).keys, section)
    if section == "governance" or key not in keys:
        return
    given = merged.get(section)
    table = dict(given) if isinstance(given, Mapping) else {}
    is_list = keys[key].kind == list[str]
    table[key] = [part.strip() for part in value.split(",")] if is_list else value
    merged[section] = table


def _keys_in(keys: Mapping[str, Key], name: str) -> Mapping[str, Key]:
    """What can be said in the table, or in the entries, of that name; nothing where it is neither."""
    kind = keys[name].kind if name in keys else None
    for each in (kind, *get_args(kind)):
        if isinstance(each, type) and issubclass(each, Document):
            return shape_of(each).keys
    return {}


def _nearest(path: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  # it compiles patterns

    known: Mapping[str, Key] = shape_of(Settings).keys
    for part in path[:-1]:
        known = _keys_in(known, part) or known
    near = get_close_matches(path[-1], known, n=1)
    return f"Did you mean {near[0]}?" if near else f"Known here: {', '.join(sorted(known))}."

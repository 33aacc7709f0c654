"""Reads and checks the settings: the file, and what the environment puts over it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from fabric.errors import BadSettings
from fabric.models.essentials import Essentials
from fabric.models.frozen import dataclass
from fabric.models.problems import first_problem
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
    root = root_of(folder)
    file = settings_file_of(root)
    values = read_settings_file(file) if file else {}
    return Project(root, parse_settings(_overridden(values, environ), file), file)


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


def essentials_of(settings: Settings) -> Essentials:
    """What reading alone needs of settings that were checked in full."""
    return Essentials(
        store=settings.store or "",
        domains=settings.known_domains,
        work_types=settings.work_types,
        active_statuses=tuple(settings.work.active_statuses),
        require_review=settings.governance.require_review,
        max_chars=settings.prime.max_chars,
        deadline_seconds=settings.prime.deadline_seconds,
    )


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
    import difflib  # noqa: PLC0415  # slow to load, and only a mistake needs it

    near = difflib.get_close_matches(path[-1], known, n=1)
    return f"Did you mean {near[0]}?" if near else f"Known here: {', '.join(sorted(known))}."

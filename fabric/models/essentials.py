"""The few settings that reading needs, taken from a plain table: a hook runs at every start.

A table that is in any way unusual is left to the full check, which is slower and says what is wrong.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from fabric.errors import WrongUse
from fabric.models.domain import Domain, Domains, domain_label

WORK_TYPES: Final = ("task", "bug", "feature", "chore", "story", "spike")
ACTIVE_STATUSES: Final = ("in_progress", "hooked")
MAX_CHARS: Final = 9500
MINIMUM_CHARS: Final = 500
DEADLINE_SECONDS: Final = 5.0

_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "work": frozenset({"types", "active_statuses", "adopted"}),
    "governance": frozenset({"reviewers", "solo", "confirm", "require_review"}),
    "budget": frozenset({"memories"}),
    "contract": frozenset({"grace_days", "command_timeout_seconds", "output_limit_bytes"}),
    "prime": frozenset({"max_chars", "deadline_seconds"}),
    "lint": frozenset({"severity", "ignore", "fail_on", "bead_ignores", "files"}),
}
_TEXTS: Final = frozenset({"store", "prefix"})
_DOMAIN_TEXTS: Final = frozenset({"label", "title", "short", "anchor"})

Table = Mapping[str, object]


class Essentials(NamedTuple):
    """What reading needs of the settings; each has the default of the settings."""

    store: str = ""
    domains: Domains = Domains()
    work_types: frozenset[str] = frozenset(WORK_TYPES)
    active_statuses: tuple[str, ...] = ACTIVE_STATUSES
    require_review: bool = False
    max_chars: int = MAX_CHARS
    deadline_seconds: float = DEADLINE_SECONDS


def read_essentials(table: Table) -> Essentials | None:
    """The essentials of a settings table; None where only the full check can tell."""
    try:
        return _read(table)
    except _Unusual:
        return None


class _Unusual(Exception):
    """Something that the full check must look at."""


def _read(table: Table) -> Essentials:
    _insist(table.keys() <= {"domains", *_TEXTS, *_KEYS})
    _insist(all(isinstance(table[key], str) for key in _TEXTS & table.keys()))
    sections = {name: _section(table, name) for name in _KEYS}
    work, prime = sections["work"], sections["prime"]
    return Essentials(
        store=str(table.get("store", "")),
        domains=_domains(table.get("domains", [])),
        work_types=frozenset(_texts(work.get("types", [*WORK_TYPES]))),
        active_statuses=tuple(_texts(work.get("active_statuses", [*ACTIVE_STATUSES]))),
        require_review=_flag(sections["governance"].get("require_review", False)),
        max_chars=_whole(prime.get("max_chars", MAX_CHARS), MINIMUM_CHARS),
        deadline_seconds=_seconds(prime.get("deadline_seconds", DEADLINE_SECONDS)),
    )


def _insist(usual: object) -> None:
    if not usual:
        raise _Unusual


def _section(table: Table, name: str) -> Table:
    value = table.get(name, {})
    if not isinstance(value, dict) or not value.keys() <= _KEYS[name]:
        raise _Unusual
    return value


def _texts(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _Unusual
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Unusual
    return value


def _whole(value: object, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise _Unusual
    return value


def _seconds(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < 1e6:
        raise _Unusual
    return float(value)


def _domains(value: object) -> Domains:
    if not isinstance(value, list):
        raise _Unusual
    found = [_domain(each) for each in value]
    names = {domain.short_name.casefold() for domain in found}
    _insist(len(names) == len(found))
    return Domains(found)


def _domain(value: object) -> Domain:
    if not isinstance(value, dict) or not value.keys() <= {"always", *_DOMAIN_TEXTS}:
        raise _Unusual
    texts = {key: value.get(key, "") for key in _DOMAIN_TEXTS}
    _insist(all(isinstance(each, str) for each in texts.values()))
    label = str(texts["label"])
    try:
        _insist(domain_label(label) == label)
    except WrongUse as error:
        raise _Unusual from error
    return Domain(
        label,
        title=str(texts["title"]),
        short=str(texts["short"]),
        anchor=str(texts["anchor"]),
        always=_flag(value.get("always", False)),
    )

"""Config rows as bd lets them be written: notes by an import, the rest one command each."""

from collections.abc import Mapping
from typing import Final

from fabric.errors import ChangeRefused
from fabric.models.change_set import ChangeSet, RemoveConfig, SetConfig
from fabric.models.frozen import dataclass, field
from fabric.models.words import NOTE_PREFIX
from fabric.store.bd.steps import Command

KV: Final = "kv."
_PREFIX_ROW: Final = "issue_prefix"


@dataclass(frozen=True, slots=True)
class ConfigPlan:
    """Notes to set (by key, without the prefix), and commands for all else; removals come last."""

    notes: Mapping[str, str] = field(default_factory=dict)
    commands: tuple[Command, ...] = ()


def wanted_rows(change_set: ChangeSet) -> dict[str, str | None]:
    """What each config row shall be in the end; None where it shall be gone."""
    wanted: dict[str, str | None] = {}
    for operation in change_set.operations:
        if isinstance(operation, SetConfig):
            wanted[operation.key] = operation.value
        elif isinstance(operation, RemoveConfig):
            wanted[operation.key] = None
    return wanted


def config_plan(wanted: Mapping[str, str | None], there: Mapping[str, str]) -> ConfigPlan:
    """How to get from the rows that are there to the wanted ones. Raises ChangeRefused."""
    differing = {key: value for key, value in wanted.items() if there.get(key) != value}
    notes: dict[str, str] = {}
    setting: list[Command] = []
    removing: list[Command] = []
    for key, value in sorted(differing.items()):
        if value is None:
            removing.append(_removal(key))
        elif key.startswith(NOTE_PREFIX):
            _insist_on_text(key, value)
            notes[key.removeprefix(NOTE_PREFIX)] = value
        else:
            setting.append(_setting(key, value))
    return ConfigPlan(notes, (*setting, *removing))


def _insist_on_text(key: str, value: str) -> None:
    if not value or key == NOTE_PREFIX:
        raise ChangeRefused(
            f"bd keeps no note without a key or a text ({key!r}).",
            "Give it both; nothing was written.",
        )


def _setting(key: str, value: str) -> Command:
    if key == _PREFIX_ROW:
        raise ChangeRefused(
            f"The prefix of a bd workspace cannot be set to {value!r} from here.",
            f"Use `bd rename-prefix {value}`; nothing was written.",
        )
    if key.startswith(KV):
        return Command(("kv", "set", "--json", "--", key.removeprefix(KV), value), ())
    return Command(("config", "set", "--json", "--", key, value), ())


def _removal(key: str) -> Command:
    if key.startswith(NOTE_PREFIX):
        forget = ("forget", "--json", "--", key.removeprefix(NOTE_PREFIX))
        return Command(forget, (), may_find_nothing=True)
    if key.startswith(KV):
        return Command(("kv", "clear", "--json", "--", key.removeprefix(KV)), ())
    return Command(("config", "unset", "--json", "--", key), ())

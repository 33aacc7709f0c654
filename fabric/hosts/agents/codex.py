"""Codex CLI: one `SessionStart` entry, and the section in `AGENTS.md` that needs no approval.

After its documentation and source of mid 2026 (0.14x to 0.15x). Approval is tied to the entry's
words and to its position in the list: both stay as they are, and ours goes to the end.
"""

from collections.abc import Mapping
from pathlib import Path

from fabric.hosts.codex_chain import chain_remarks, codex_home
from fabric.hosts.command import hook_command
from fabric.hosts.envelopes import ENVELOPES
from fabric.hosts.ground import Ground, Level
from fabric.hosts.host import Host, Remark, Topic
from fabric.hosts.instructions import BODY
from fabric.hosts.json_hooks import JsonHooks
from fabric.hosts.neighbours import bd_remarks, worktree_remarks
from fabric.hosts.part import Part, Role
from fabric.hosts.sections import Section
from fabric.hosts.toml_hooks import TomlHooks
from fabric.hosts.unfit import Unfit
from fabric.hosts.values import as_mapping, dig

NAME = "codex"
ENTRY: Mapping[str, object] = {
    "matcher": "startup|resume|clear|compact",
    "hooks": [
        {
            "type": "command",
            "command": hook_command(NAME),
            "timeout": 20,
            "statusMessage": "Loading project memory",
        }
    ],
}
HOOKS = JsonHooks(NAME, "SessionStart", ENTRY, places_count=True)
TABLES = TomlHooks(NAME, "SessionStart", ENTRY)
SECTION = Section(NAME, BODY)


def parts(ground: Ground, level: Level) -> tuple[Part, ...]:
    """Return hooks.json, config.toml where hooks are kept there, and AGENTS.md for a project."""
    folder, bound = _folder(ground, level)
    confined = level is Level.PROJECT
    in_tables = _keeps_hooks_in_tables(ground, folder)
    hooks = Part(
        folder / "hooks.json", HOOKS, Role.HOOK, bound, wanted=not in_tables, confined=confined
    )
    tables = Part(
        folder / "config.toml", TABLES, Role.HOOK, bound, wanted=in_tables, confined=confined
    )
    if level is Level.USER:
        return hooks, tables
    agents = Part(ground.project / "AGENTS.md", SECTION, Role.TEXT, ground.project)
    return hooks, tables, agents


def remarks(ground: Ground, level: Level) -> tuple[Remark, ...]:
    """Tell which approvals are missing and what cuts or hides the instructions."""
    folder, _ = _folder(ground, level)
    files = (folder / "hooks.json", folder / "config.toml")
    found = [*_switched_off(ground), *_approval(ground, folder), *bd_remarks(ground, *files)]
    if level is Level.PROJECT:
        found += [*_project_trust(ground), *_instructions(ground), *chain_remarks(ground)]
        found += worktree_remarks(
            ground,
            "This is a linked git worktree: Codex reads project hooks from the main checkout's"
            " .codex/ and ignores a file that is only here.",
        )
    return tuple(found)


def _folder(ground: Ground, level: Level) -> tuple[Path, Path]:
    if level is Level.USER:
        return codex_home(ground), ground.home
    return ground.project / ".codex", ground.project


def _keeps_hooks_in_tables(ground: Ground, folder: Path) -> bool:
    # Both files of one layer are read, with a warning: so we follow the one in use.
    hooks = as_mapping(ground.toml(folder / "config.toml").get("hooks"))
    has_events = any(key != "state" for key in hooks)
    return has_events and not ground.exists(folder / "hooks.json")


def _switched_off(ground: Ground) -> list[Remark]:
    found = []
    for path in (ground.project / ".codex/config.toml", codex_home(ground) / "config.toml"):
        features = as_mapping(ground.toml(path).get("features"))
        off = [name for name in ("hooks", "codex_hooks") if features.get(name) is False]
        found += [
            Remark(Topic.HELD_BACK, f"{path} sets [features] {name} = false: no hook runs.")
            for name in off
        ]
    return found


def _approval(ground: Ground, folder: Path) -> list[Remark]:
    user = codex_home(ground) / "config.toml"
    approved = as_mapping(dig(ground.toml(user), "hooks", "state"))
    keys = _approval_keys(ground, folder)
    if keys and any(key in approved for key in keys):
        return []
    return [
        Remark(
            Topic.HELD_BACK,
            "Codex skips a hook in silence until you approve it: start codex and open /hooks."
            f" No approval is recorded in {user}.",
        )
    ]


def _approval_keys(ground: Ground, folder: Path) -> list[str]:
    path = folder / "hooks.json"
    try:
        event = HOOKS.event_of(ground.text(path))
    except Unfit:
        return []
    places = HOOKS.places(event) if event else ()
    return [f"{path}:session_start:{place.group}:{place.handler}" for place in places]


def _project_trust(ground: Ground) -> list[Remark]:
    user = codex_home(ground) / "config.toml"
    projects = as_mapping(ground.toml(user).get("projects"))
    if dig(projects.get(str(ground.project)), "trust_level") == "trusted":
        return []
    return [
        Remark(
            Topic.HELD_BACK,
            f"Codex reads {ground.project / '.codex'} only in a trusted project, and {user} does"
            " not name this folder as one: start codex here and accept.",
        )
    ]


def _instructions(ground: Ground) -> list[Remark]:
    override = ground.project / "AGENTS.override.md"
    if not ground.exists(override):
        return []
    return [Remark(Topic.HELD_BACK, f"Codex reads {override.name} instead of AGENTS.md here.")]


HOST = Host(NAME, "Codex CLI", parts, remarks, ENVELOPES[NAME], both_run=True)

"""Cursor: one `sessionStart` entry, and an always-applied rule that outlives a compaction.

After its documentation of mid 2026 (3.x). Hooks of a project run in its root, hooks of the user
in Cursor's own folder. Cursor also runs Claude Code's entries; `fabric prime` sees that.
"""

from collections.abc import Mapping
from pathlib import Path

from fabric.hosts.command import hook_command
from fabric.hosts.envelopes import ENVELOPES
from fabric.hosts.ground import Ground, Level
from fabric.hosts.host import Host, Remark, Topic
from fabric.hosts.instructions import BODY
from fabric.hosts.json_hooks import JsonHooks
from fabric.hosts.neighbours import bd_remarks
from fabric.hosts.own_file import OwnFile
from fabric.hosts.part import Part, Role

NAME = "cursor"
ENTRY: Mapping[str, object] = {"command": hook_command(NAME), "timeout": 20}
HOOKS = JsonHooks(NAME, "sessionStart", ENTRY, grouped=False, beside={"version": 1})
RULE = OwnFile(
    NAME,
    "---\ndescription: Project memory kept with fabric\nalwaysApply: true\n---\n"
    f"<!-- {{seal}} -->\n\n{BODY}",
)


def parts(ground: Ground, level: Level) -> tuple[Part, ...]:
    """Return the hooks file and, for a project, the rule file."""
    if level is Level.USER:
        return (Part(_user_file(ground), HOOKS, Role.HOOK, ground.home, confined=False),)
    folder = ground.project / ".cursor"
    return (
        Part(folder / "hooks.json", HOOKS, Role.HOOK, ground.project),
        Part(folder / "rules" / "fabric.mdc", RULE, Role.TEXT, ground.project),
    )


def remarks(ground: Ground, level: Level) -> tuple[Remark, ...]:
    """Tell what is known to differ here."""
    user = level is Level.USER
    path = _user_file(ground) if user else ground.project / ".cursor" / "hooks.json"
    found = []
    if user:
        found.append(
            Remark(
                Topic.ADVICE,
                "Cloud agents run no hooks of the user, and Cursor keeps a user's rules in the"
                " app: set the project up for both.",
            )
        )
    elif ground.exists(path) and "version" not in ground.json(path):
        found.append(
            Remark(Topic.HELD_BACK, f'{path} has no "version": 1; Cursor may not read it.')
        )
    return (*found, *bd_remarks(ground, path))


def _user_file(ground: Ground) -> Path:
    return ground.home / ".cursor" / "hooks.json"


HOST = Host(NAME, "Cursor", parts, remarks, ENVELOPES[NAME], both_run=True)

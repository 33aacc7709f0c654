"""Claude Code: one `SessionStart` entry in `settings.json`, called again after a compaction.

After its own documentation of August 2026 (2.1.23x): an empty matcher stands for every source,
also those of later versions.
"""

from collections.abc import Mapping
from pathlib import Path

from fabric.hosts.command import hook_command
from fabric.hosts.envelopes import ENVELOPES
from fabric.hosts.ground import Ground, Level
from fabric.hosts.host import Host, Remark, Topic
from fabric.hosts.json_hooks import JsonHooks
from fabric.hosts.neighbours import bd_remarks, worktree_remarks
from fabric.hosts.part import Part, Role
from fabric.hosts.values import dig

NAME = "claude"
ENTRY: Mapping[str, object] = {
    "matcher": "",
    "hooks": [{"type": "command", "command": hook_command(NAME), "timeout": 20}],
}
HOOKS = JsonHooks(NAME, "SessionStart", ENTRY)

# Policy that an administrator sets; on Linux and macOS.
_MANAGED = (
    Path("/etc/claude-code/managed-settings.json"),
    Path("/Library/Application Support/ClaudeCode/managed-settings.json"),
)


def parts(ground: Ground, level: Level) -> tuple[Part, ...]:
    """Return the settings file of the level; at project level also the private one."""
    if level is Level.USER:
        folder = _user_folder(ground)
        return (Part(folder / "settings.json", HOOKS, Role.HOOK, ground.home, confined=False),)
    shared, private = _project_files(ground)
    return (
        Part(shared, HOOKS, Role.HOOK, ground.project),
        Part(private, HOOKS, Role.HOOK, ground.project, wanted=False),
    )


def remarks(ground: Ground, level: Level) -> tuple[Remark, ...]:
    """Tell what keeps Claude Code from running the hook, and who else speaks at the start."""
    shared, private = _project_files(ground)
    user = _user_folder(ground) / "settings.json"
    read = (user,) if level is Level.USER else (shared, private, user)
    return (
        *_switched_off(ground, read),
        *bd_remarks(ground, *read),
        *worktree_remarks(
            ground,
            "This is a linked git worktree: Claude Code finds .claude/ in other worktrees only"
            " once it is committed.",
        ),
    )


def _switched_off(ground: Ground, read: tuple[Path, ...]) -> tuple[Remark, ...]:
    off = [
        Remark(Topic.HELD_BACK, f'"disableAllHooks" is set in {path}: no hook runs.')
        for path in (*read, *_MANAGED)
        if dig(ground.json(path), "disableAllHooks") is True
    ]
    managed = [
        Remark(Topic.HELD_BACK, f'"allowManagedHooksOnly" is set in {path}: our hook does not run.')
        for path in _MANAGED
        if dig(ground.json(path), "allowManagedHooksOnly") is True
    ]
    return (*off, *managed)


def _project_files(ground: Ground) -> tuple[Path, Path]:
    folder = ground.project / ".claude"
    return folder / "settings.json", folder / "settings.local.json"


def _user_folder(ground: Ground) -> Path:
    return ground.moved_home("CLAUDE_CONFIG_DIR", ground.home / ".claude")


HOST = Host(NAME, "Claude Code", parts, remarks, ENVELOPES[NAME])

"""Gemini CLI: one `SessionStart` entry, and the section in `GEMINI.md` that outlives /clear.

After its documentation and source of August 2026 (0.56). Its start hook hands no context over on
/clear and does not run after a compression; an instructions file survives both. Its matchers are
exact words, so ours has none.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from fabric.hosts.command import hook_command
from fabric.hosts.envelopes import ENVELOPES
from fabric.hosts.ground import Ground, Level
from fabric.hosts.host import Host, Remark, Topic
from fabric.hosts.instructions import BODY
from fabric.hosts.json_hooks import JsonHooks
from fabric.hosts.neighbours import bd_remarks
from fabric.hosts.part import Part, Role
from fabric.hosts.sections import Section
from fabric.hosts.values import as_list, as_mapping, dig

NAME = "gemini"
HOOK_NAME = "fabric-prime"
ENTRY: Mapping[str, object] = {
    "hooks": [
        {
            "name": HOOK_NAME,
            "type": "command",
            "command": hook_command(NAME),
            "timeout": 20_000,  # milliseconds
        }
    ]
}
HOOKS = JsonHooks(NAME, "SessionStart", ENTRY, comments=True)
SECTION = Section(NAME, BODY)

_IMPORT = re.compile(r"^@(?:\./)?AGENTS\.md[ \t\r]*$", re.MULTILINE)


def parts(ground: Ground, level: Level) -> tuple[Part, ...]:
    """Return the settings file and, for a project, the instructions file that it reads."""
    if level is Level.USER:
        return (Part(_user_settings(ground), HOOKS, Role.HOOK, ground.home, confined=False),)
    project = ground.project
    shared = _reads_agents_md(ground)
    return (
        Part(project / ".gemini" / "settings.json", HOOKS, Role.HOOK, project),
        Part(project / "GEMINI.md", SECTION, Role.TEXT, project, wanted=not shared),
        Part(project / "AGENTS.md", SECTION, Role.TEXT, project, wanted=shared),
    )


def remarks(ground: Ground, level: Level) -> tuple[Remark, ...]:
    """Tell what keeps Gemini CLI from running the hook, and what the hook cannot do."""
    project = ground.project / ".gemini" / "settings.json"
    user = _user_settings(ground)
    found = [*_switched_off(ground, (project, user)), *_folder_trust(ground, user)]
    if level is Level.USER:
        found.append(
            Remark(
                Topic.ADVICE,
                "After /clear and after a compression Gemini CLI loses the hook's text; set a"
                " project up too, for the section in its instructions file.",
            )
        )
    read = (user,) if level is Level.USER else (project, user)
    return (*found, *bd_remarks(ground, *read))


def _reads_agents_md(ground: Ground) -> bool:
    """Tell whether GEMINI.md is not where this project keeps its words."""
    names = dig(ground.json(ground.project / ".gemini" / "settings.json"), "context", "fileName")
    listed = [names] if isinstance(names, str) else as_list(names)
    if listed:
        return "GEMINI.md" not in listed and "AGENTS.md" in listed
    return _IMPORT.search(ground.text(ground.project / "GEMINI.md")) is not None


def _user_settings(ground: Ground) -> Path:
    return ground.moved_home("GEMINI_CLI_HOME", ground.home) / ".gemini" / "settings.json"


def _switched_off(ground: Ground, read: tuple[Path, ...]) -> list[Remark]:
    found = []
    for path in read:
        switches = as_mapping(ground.json(path).get("hooksConfig"))
        if switches.get("enabled") is False:
            text = f'{path} sets "hooksConfig.enabled" to false: no hook runs.'
            found.append(Remark(Topic.HELD_BACK, text))
        if {HOOK_NAME, hook_command(NAME)} & {str(n) for n in as_list(switches.get("disabled"))}:
            text = f'{path} names our hook in "hooksConfig.disabled".'
            found.append(Remark(Topic.HELD_BACK, text))
    return found


def _folder_trust(ground: Ground, user: Path) -> list[Remark]:
    if dig(ground.json(user), "security", "folderTrust", "enabled") is False:
        return []
    trusted = ground.json(user.parent / "trustedFolders.json")
    here = (ground.project, *ground.project.parents)
    if any(str(trusted.get(str(folder), "")).startswith("TRUST_") for folder in here):
        return []
    return [
        Remark(
            Topic.HELD_BACK,
            "Gemini CLI runs hooks only in a trusted folder, and this one is not recorded as such:"
            " start gemini here and trust it.",
        )
    ]


HOST = Host(NAME, "Gemini CLI", parts, remarks, ENVELOPES[NAME])

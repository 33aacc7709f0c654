"""AGENTS.md: one section for every tool that reads the file and has no hook of its own."""

from fabric.hosts.codex_chain import chain_remarks
from fabric.hosts.ground import Ground, Level
from fabric.hosts.host import Host, Remark, Topic
from fabric.hosts.instructions import BODY
from fabric.hosts.part import Part, Role
from fabric.hosts.sections import Section

NAME = "agents-md"
SECTION = Section(NAME, BODY)


def parts(ground: Ground, _level: Level) -> tuple[Part, ...]:
    """Return the one file."""
    return (Part(ground.project / "AGENTS.md", SECTION, Role.TEXT, ground.project),)


def remarks(ground: Ground, _level: Level) -> tuple[Remark, ...]:
    """Tell who does not read it, or not to its end."""
    return (*chain_remarks(ground), *_claude_does_not(ground))


def _claude_does_not(ground: Ground) -> tuple[Remark, ...]:
    claude = ground.text(ground.project / "CLAUDE.md")
    linked = "AGENTS.md" in claude or "BEGIN FABRIC MEMORY" in claude
    if not claude or linked:
        return ()
    text = "Claude Code reads CLAUDE.md and not AGENTS.md: `fabric setup claude` serves it."
    return (Remark(Topic.ADVICE, text),)


HOST = Host(NAME, "AGENTS.md", parts, remarks, levels=(Level.PROJECT,))

"""How much of the AGENTS.md files Codex reads: it cuts the end, and there our section stands."""

from pathlib import Path

from fabric.hosts.ground import Ground
from fabric.hosts.host import Remark, Topic
from fabric.hosts.instructions import BODY
from fabric.hosts.sections import Section, find_blocks
from fabric.hosts.unfit import Unfit
from fabric.hosts.values import dig

_CHAIN_LIMIT = 32 * 1024


def codex_home(ground: Ground) -> Path:
    """Return the folder of the user's Codex files."""
    return ground.moved_home("CODEX_HOME", ground.home / ".codex")


def chain_remarks(ground: Ground) -> tuple[Remark, ...]:
    """Tell where the user's and the project's AGENTS.md, our section in it, are too long for Codex."""
    limit = dig(ground.toml(codex_home(ground) / "config.toml"), "project_doc_max_bytes")
    most = limit if isinstance(limit, int) else _CHAIN_LIMIT
    size = _size_with_section(ground)
    if size <= most:
        return ()
    return (
        Remark(
            Topic.HELD_BACK,
            f"With our section the AGENTS.md files of this project hold {size} bytes and Codex"
            f" reads {most}: the end, where our section stands, is cut.",
        ),
    )


def _size_with_section(ground: Ground) -> int:
    own = ground.text(ground.project / "AGENTS.md")
    user = ground.text(codex_home(ground) / "AGENTS.md")
    try:
        ours = 0 if find_blocks(own) else len(Section("codex", BODY).put(None).encode())
    except Unfit:
        ours = 0
    return len(own.encode()) + len(user.encode()) + ours

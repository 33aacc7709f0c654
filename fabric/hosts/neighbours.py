"""Other tools' hooks in the same files: seen and told, never touched."""

from pathlib import Path

from fabric.hosts.ground import Ground
from fabric.hosts.host import Remark, Topic

_BD_COMMANDS = ("bd prime", "bd codex-hook ", "bd cursor-hook ")


def bd_remarks(ground: Ground, *paths: Path) -> tuple[Remark, ...]:
    """Tell in which of the files bd's own hooks stand."""
    return tuple(
        Remark(
            Topic.FOREIGN,
            f"bd's own hook stands in {path} too and stays there: the session gets one text from"
            " bd and one from fabric.",
        )
        for path in paths
        if any(command in ground.text(path) for command in _BD_COMMANDS)
    )


def worktree_remarks(ground: Ground, text: str) -> tuple[Remark, ...]:
    """Say `text` where the project folder is a linked git worktree."""
    return (Remark(Topic.ADVICE, text),) if ground.is_linked_worktree() else ()

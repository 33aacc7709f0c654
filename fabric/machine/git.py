"""The checkout, asked of git itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from fabric.ports import WorktreeState

_OURS: Final = (".beads/", ".fabric/")
_TIMEOUT_SECONDS: Final = 20


class GitWorktree:
    """A `ports.Worktree`."""

    def __init__(self, folder: Path, exports: tuple[str, ...] = ()) -> None:
        self._folder = folder
        self._exports = exports

    @property
    def folder(self) -> Path:
        """Its root."""
        return self._folder

    def state(self) -> WorktreeState:
        """Commit and changed paths; no commit outside a repository or before the first one."""
        head = run_git(("rev-parse", "--verify", "-q", "HEAD"), self._folder)
        if not head:
            return WorktreeState(None, ())
        lines = run_git(("status", "--porcelain=v1", "-z", "--no-renames"), self._folder)
        changed = [line[3:] for line in lines.split("\0") if len(line) > 3]
        return WorktreeState(head.strip(), tuple(sorted(p for p in changed if self._counts(p))))

    def _counts(self, path: str) -> bool:
        return not path.startswith(_OURS) and path not in self._exports


class GitPerson(NamedTuple):
    """Whom git would name here; empty where it knows nothing."""

    name: str = ""
    email: str = ""


def git_person(folder: Path) -> GitPerson:
    """The `user.name` and `user.email` that git would use here, asked for at once."""
    said = run_git(("config", "-z", "--get-regexp", r"^user\.(name|email)$"), folder)
    # The nearest file comes last, and wins.
    found = dict(each.partition("\n")[::2] for each in said.split("\0"))
    return GitPerson(found.get("user.name", "").strip(), found.get("user.email", "").strip())


def run_git(arguments: Sequence[str], folder: Path) -> str:
    """What git prints; empty when it is not installed, fails or hangs."""
    return (git_bytes(arguments, folder) or b"").decode("utf-8", "replace")


def git_bytes(arguments: Sequence[str], folder: Path) -> bytes | None:
    """What git prints, byte for byte; None when it is not installed, fails or hangs."""
    import subprocess  # noqa: PLC0415  # most commands ask nothing of git

    try:
        done = subprocess.run(  # noqa: S603 -- a fixed program with fixed arguments
            ["git", "--no-optional-locks", *arguments],  # noqa: S607 -- the user's own git
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None

"""The one command that we write into host files, and how to know it again."""

import re
import shlex

from fabric.hosts.unfit import Unfit

_PROGRAM = re.compile(
    r"""\s*(?:
        (?P<quote>["'])(?:[^"']*[/\\])?(?:bead-)?fabric(?:\.exe)?(?P=quote)
        | (?:[^\s"'|;&<>`()]*[/\\])?(?:bead-)?fabric(?:\.exe)?
    )(?=\s)""",
    re.VERBOSE,
)
_SHELL_CONTROL = re.compile(r"[|;&<>`\n\r]|\$\(")
_MENTION = re.compile(r"\bfabric(?:\.exe)?[\"']?\s+prime\b")
_PLAIN_WINDOWS_PATH = re.compile(r"[A-Za-z0-9_.:/~-]+")


def hook_command(host: str, program: str = "fabric", *, windows: bool = False) -> str:
    """Return the command line for a host's hook.

    A bare `fabric`, found on PATH, is what every shell of every host understands. A path is
    quoted for POSIX shells. On Windows a command that begins with a quote is printed by PowerShell
    instead of run, and a backslash is an escape to Git Bash: such a path is written with forward
    slashes, and one that would need quotes is refused (`Unfit`).
    """
    return f"{_spelled(program, windows=windows)} prime --hook {host}"


def _spelled(program: str, *, windows: bool) -> str:
    if not windows:
        return shlex.quote(program)
    plain = program.replace("\\", "/")
    if not _PLAIN_WINDOWS_PATH.fullmatch(plain):
        raise Unfit(
            f"has no spelling of {program!r} that both PowerShell and Git Bash run",
            "Put `fabric` on PATH and use the bare name.",
        )
    return plain


def is_ours(command: object, host: str) -> bool:
    """Tell whether a command is our hook for this host: also with a path, also with more options.

    A compound command that merely runs or mentions ours belongs to whoever wrote it.
    """
    if not isinstance(command, str):
        return False
    program = _PROGRAM.match(command)
    if program is None:
        return False
    rest = command[program.end() :]
    if _SHELL_CONTROL.search(rest):
        return False
    words = rest.split()
    return words[:1] == ["prime"] and _hook_of(words) == host


def mentions_ours(command: object) -> bool:
    """Tell whether a command has `fabric prime` in it, in whatever form."""
    return isinstance(command, str) and _MENTION.search(command) is not None


def _hook_of(words: list[str]) -> str | None:
    for at, word in enumerate(words):
        if word == "--hook":
            return words[at + 1] if at + 1 < len(words) else None
        if word.startswith("--hook="):
            return word.removeprefix("--hook=")
    return None

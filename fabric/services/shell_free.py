"""Verification commands run without a shell: what only a shell would understand is refused early."""

import shlex
from typing import Final

from fabric.errors import InvalidMemory
from fabric.models.memory_text import read_command

_OPERATORS: Final = frozenset("();<>|&")


def check_command(line: str) -> None:
    """Raise InvalidMemory for a command that cannot be split, or that a shell would have to read."""
    if "\n" in line.strip():
        raise InvalidMemory("A verification command has several lines.", "Give one a --verify.")
    command = read_command(line)
    if command.manual:
        return
    try:
        shlex.split(command.text)
        # Quotes stay on these words, which tells a quoted operator from one that is meant.
        words = list(shlex.shlex(command.text, posix=False, punctuation_chars=True))
    except ValueError as error:
        raise InvalidMemory(
            f"The command {command.text!r} cannot be read: {error}.", "Close each quotation mark."
        ) from error
    meant = [word for word in words if _OPERATORS.issuperset(word) and word not in {"(", ")"}]
    if meant:
        raise InvalidMemory(
            f"The command {command.text!r} needs a shell for `{meant[0]}`, and none reads it.",
            f"Say: --verify {shlex.quote('sh -c ' + shlex.quote(command.text))}",
        )

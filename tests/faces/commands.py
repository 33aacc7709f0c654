"""All commands of the command line, verbs and their own verbs, with their options."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import typer

from fabric.faces.cli.app import app


def _walk(words: tuple[str, ...], command: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    names = command.list_commands(None) if hasattr(command, "list_commands") else []
    if not names:
        yield words, command
    for name in names:
        yield from _walk((*words, name), command.get_command(None, name))


@cache
def commands() -> dict[tuple[str, ...], Any]:
    """Each command by its words, as `("work", "add")`."""
    return dict(_walk((), typer.main.get_command(app)))


def options(command: Any) -> frozenset[str]:
    """The long options of a command."""
    found = (opt for parameter in command.params for opt in parameter.opts)
    return frozenset(opt for opt in found if opt.startswith("--"))

"""The command `fabric`: finds the verb, loads only its file, and funnels errors into exit statuses."""

import importlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typing_extensions import override

from fabric import __version__
from fabric.faces.cli.catalog import CATALOG
from fabric.faces.cli.ending import ended
from fabric.faces.cli.exits import DONE

_COMPLETION = frozenset({"install_completion", "show_completion"})
_VERBS = {entry.name: entry for entry in CATALOG}


class VerbGroup(TyperGroup):
    """Verbs in the order of the catalog, each loaded when it is asked for."""

    @override
    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all verbs."""
        return [entry.name for entry in CATALOG]

    @override
    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load one verb; None where there is none of that name."""
        entry = _VERBS.get(cmd_name)
        if entry is None:
            return None
        module = importlib.import_module(f"fabric.faces.cli.verbs.{entry.module}")
        command: Any = typer.main.get_command(module.app)
        command.name = cmd_name
        # Typer gives each app its own; ours stand on `fabric` itself.
        command.params = [each for each in command.params if each.name not in _COMPLETION]
        command.rich_help_panel = entry.panel
        return command

    @override
    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the verb; a mistyped one is answered with the nearest."""
        names: Any = dict.fromkeys(self.list_commands(ctx))
        self.commands = names  # Typer looks here for what may be meant, and loads nothing from it
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=VerbGroup,
    name="fabric",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Durable engineering rules inside a beads graph.",
)


def _say_version(wanted: bool) -> None:  # noqa: FBT001 -- Typer calls it with the flag
    if wanted:
        typer.echo(f"bead-fabric {__version__}")
        raise typer.Exit


@app.callback()
def fabric(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    """Durable engineering rules inside a beads graph."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line; the exit status. Raises KeyboardInterrupt."""
    return ended(arguments, lambda: _run(arguments))


def _run(arguments: Sequence[str]) -> int:
    try:
        status = typer.main.get_command(app)(args=list(arguments), prog_name="fabric")
    except SystemExit as ended_by:
        # Typer makes exit statuses of its own of these; ours are told as for every way to a verb.
        for cause in _causes(ended_by):
            if isinstance(cause, KeyboardInterrupt | BrokenPipeError):
                raise cause from None
        return ended_by.code if isinstance(ended_by.code, int) else DONE
    return status if isinstance(status, int) else DONE


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause = error.__context__
    while cause is not None:
        yield cause
        cause = cause.__context__

"""The command `fabric`: finds the verb, loads only its file, and funnels errors into exit statuses."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typing_extensions import override

from fabric import __version__
from fabric.errors import CouldNot, FabricError, WrongUse
from fabric.faces.cli.catalog import CATALOG
from fabric.faces.cli.exits import DONE, INTERRUPTED, READER_LEFT, exit_status

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
    def invoke(self, ctx: Any) -> Any:
        """Run a verb; an interruption ends with its own exit status."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            sys.stderr.write("Interrupted.\n")
            raise typer.Exit(INTERRUPTED) from None


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
    """Run one command line; the exit status."""
    try:
        return _run(arguments)
    finally:
        wiring = sys.modules.get("fabric.wiring")  # not loaded where no store was asked for
        if wiring is not None:
            wiring.close_stores()


def _run(arguments: Sequence[str]) -> int:
    try:
        _refuse_half_letters(arguments)
        status = typer.main.get_command(app)(args=list(arguments), prog_name="fabric")
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):
            return _reader_left()
        return ended.code if isinstance(ended.code, int) else DONE
    except FabricError as error:
        return _say(error)
    except BrokenPipeError:
        return _reader_left()
    except OSError as error:  # a path that no file can have, a disk that is full
        named = error.filename or "What was asked for"
        return _say(CouldNot(f"{named} cannot be used: {error.strerror}.", "Check path and disk."))
    return status if isinstance(status, int) else DONE


def _say(error: FabricError) -> int:
    from fabric.faces.cli.output import show_error  # loads the library of documents

    show_error(error)
    return exit_status(error)


def _refuse_half_letters(arguments: Sequence[str]) -> None:
    """Raise WrongUse for an argument that is no UTF-8: nothing that we write could hold it."""
    for argument in arguments:
        if any("\ud800" <= letter <= "\udfff" for letter in argument):
            raise WrongUse(f"The argument {argument!r} is not UTF-8.", "Type it in UTF-8.")


def _reader_left() -> int:
    """Say nothing more, also not at shutdown; not 0, lest a gate in a pipe turns green."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return READER_LEFT

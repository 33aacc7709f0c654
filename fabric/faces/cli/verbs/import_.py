"""`fabric import`."""

from pathlib import Path
from typing import Annotated

import typer

from fabric.errors import WrongUse
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import (
    ActorOption,
    AllowSecretOption,
    DryRunOption,
    JsonOption,
    StoreOption,
)
from fabric.faces.cli.output import show, show_dry_run
from fabric.models.answers import ImportAnswer, NotTaken
from fabric.services.verbs.import_ import Mode, import_
from fabric.wiring import Options, open_context, read_source

app = typer.Typer()


@app.command(epilog="Example: fabric import .beads/issues.jsonl")
def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An export, one bead a line.")],
    restore: Annotated[
        bool, typer.Option("--restore", help="This project's own, although the ids differ.")
    ] = False,
    foreign: Annotated[
        bool, typer.Option("--foreign", help="Another project's: new beads only, nothing trusted.")
    ] = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Take beads and notes from an export; what cannot be taken is listed and exits 1."""
    if restore and foreign:
        raise WrongUse("--restore and --foreign exclude one another.", "Give one of them.")
    mode: Mode = "restore" if restore else "foreign" if foreign else ""
    context = open_context(Options(store, actor, dry_run, allow_secret))
    outcome = import_(context, read_source(file), mode)
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
    else:
        show(outcome.answer, _lines(outcome.answer), as_json=as_json)
    if outcome.answer.not_taken:
        raise typer.Exit(NEGATIVE)


def _lines(answer: ImportAnswer) -> list[str]:
    whose = ", as another project's" if answer.mode == "foreign" else ""
    lines = [
        f"{answer.source}{whose}: {answer.created} new, {answer.updated} changed, "
        f"{answer.unchanged} the same, {answer.notes} notes."
    ]
    if answer.unresolved:
        lines.append(f"{len(answer.unresolved)} dependencies lead nowhere yet (kept):")
        lines += [f"  {each}" for each in answer.unresolved]
    if answer.not_taken:
        lines.append(f"Not taken ({len(answer.not_taken)}):")
        lines += [f"  {_where(each)}{each.reason}" for each in answer.not_taken]
    return lines


def _where(each: NotTaken) -> str:
    return f"line {each.line}: " if each.line else ""

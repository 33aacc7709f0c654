"""`fabric import`."""

from pathlib import Path
from typing import Annotated

import typer

from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import (
    ActorOption,
    AllowSecretOption,
    DryRunOption,
    JsonOption,
    StoreOption,
)
from fabric.faces.cli.output import show, show_dry_run
from fabric.models.answers import ImportAnswer
from fabric.services.verbs.import_ import import_
from fabric.wiring import Options, open_context, read_source

app = typer.Typer()


@app.command(epilog="Example: fabric import .beads/issues.jsonl")
def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An export, one bead a line.")],
    restore: Annotated[
        bool, typer.Option("--restore", help="Although the ids have another prefix.")
    ] = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Take beads and notes from an export; what cannot be taken is listed and exits 1."""
    context = open_context(Options(store, actor, dry_run, allow_secret))
    outcome = import_(context, read_source(file), restore=restore)
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
    else:
        show(outcome.answer, _lines(outcome.answer), as_json=as_json)
    if outcome.answer.not_taken:
        raise typer.Exit(NEGATIVE)


def _lines(answer: ImportAnswer) -> list[str]:
    lines = [
        f"{answer.source}: {answer.created} new, {answer.updated} changed, "
        f"{answer.unchanged} the same, {answer.notes} notes."
    ]
    if answer.unresolved:
        lines.append(f"{len(answer.unresolved)} dependencies lead nowhere yet (kept):")
        lines += [f"  {each}" for each in answer.unresolved]
    if answer.not_taken:
        lines.append(f"{len(answer.not_taken)} lines were not taken:")
        lines += [f"  line {each.line}: {each.reason}" for each in answer.not_taken]
    return lines

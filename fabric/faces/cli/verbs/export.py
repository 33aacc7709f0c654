"""`fabric export`."""

from pathlib import Path
from typing import Annotated

import typer

from fabric.faces.cli.files import refuse_to_lose, write_whole
from fabric.faces.cli.options import AllowSecretOption, JsonOption, StoreOption
from fabric.faces.cli.output import say, say_json, write
from fabric.models.answers import ExportAnswer
from fabric.services.verbs.export import export_lines
from fabric.wiring import Options, open_context, read_source

app = typer.Typer()


@app.command(epilog="Example: fabric export -o .beads/issues.jsonl")
def command(
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="File to write; else standard output.")
    ] = None,
    notes: Annotated[
        bool, typer.Option("--include-memories", help="Notes of the quick plane too, as bd does.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Although the file holds beads that the store lacks.")
    ] = False,
    store: StoreOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
) -> None:
    """Write every bead as one line, sorted by id."""
    context = open_context(Options(store, allow_secret=allow_secret))
    lines = list(export_lines(context, with_notes=notes))
    if output is None:
        write("".join(lines))
        return
    if output.exists() and not force:
        refuse_to_lose(output, read_source(output), context.store.beads)
    write_whole(output, "".join(lines))
    count_notes = sum('"_type":"memory"' in line[:20] for line in lines)
    answer = ExportAnswer(file=str(output), beads=len(lines) - count_notes, notes=count_notes)
    if as_json:
        say_json(answer)
    else:
        say(f"Wrote {answer.beads} beads and {answer.notes} notes to {answer.file}.")

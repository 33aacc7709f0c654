"""`fabric export`."""

from pathlib import Path
from typing import Annotated

import typer

from fabric.faces.cli.files import refuse_to_lose, write_whole
from fabric.faces.cli.journal_files import write_journal
from fabric.faces.cli.options import AllowSecretOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, write
from fabric.models.answers import ExportAnswer
from fabric.services.context import Context
from fabric.services.journal_export import export_journal
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
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal", metavar="DIR", help="Write the journal there too, a file a writer."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Although the file holds what the store lacks.")
    ] = False,
    store: StoreOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
) -> None:
    """Write every bead as one line, sorted by id; with --journal, what proves reviews as well."""
    context = open_context(Options(store, allow_secret=allow_secret))
    output = None if output == Path("-") else output
    files = _journal(context, journal, force) if journal is not None else []
    if journal is not None and output is None:
        answer = ExportAnswer(file="", beads=0, journal=files)
        show(answer, _lines(answer), as_json=as_json)
        return
    lines = list(export_lines(context, with_notes=notes))
    if output is None:
        write("".join(lines))
        return
    if output.exists() and not force:
        refuse_to_lose(output, read_source(output), context.store.beads)
    write_whole(output, "".join(lines))
    count_notes = sum('"_type":"memory"' in line[:20] for line in lines)
    answer = ExportAnswer(
        file=str(output), beads=len(lines) - count_notes, notes=count_notes, journal=files
    )
    show(answer, _lines(answer), as_json=as_json)


def _journal(context: Context, folder: Path, force: bool) -> list[str]:
    return [str(file) for file in write_journal(folder, export_journal(context), force=force)]


def _lines(answer: ExportAnswer) -> list[str]:
    lines = [f"Wrote the journal to {file}." for file in answer.journal]
    if not answer.file and not lines:
        lines.append("The journal is empty; nothing was written.")
    if answer.file:
        lines.insert(0, f"Wrote {answer.beads} beads and {answer.notes} notes to {answer.file}.")
    return lines

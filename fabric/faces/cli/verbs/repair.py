"""`fabric repair`."""

from pathlib import Path
from typing import Annotated

import typer

from fabric.errors import NotFound
from fabric.faces.cli.options import (
    ActorOption,
    DryRunOption,
    JsonOption,
    PersonOption,
    StoreOption,
)
from fabric.faces.cli.output import show, show_dry_run
from fabric.models.answers_life import RepairAnswer
from fabric.services.context import Context
from fabric.services.reading import resolve_id
from fabric.services.verbs.repair import RepairRequest, repair
from fabric.wiring import Options, open_context, read_source

app = typer.Typer()


@app.command(epilog="Example: fabric repair shop-1a2b3c4d")
def command(
    memory: Annotated[str, typer.Argument(metavar="ID", help="The canonical memory.")],
    source: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Take the words of an export.")
    ] = None,
    person: PersonOption = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Give a memory back the words that were ratified, from the journal or an export."""
    context = open_context(Options(store, actor, dry_run))
    request = RepairRequest(memory, person)
    if source is not None:
        request = _with_source(context, memory, person, source)
    outcome = repair(context, request)
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _with_source(context: Context, memory: str, person: str, file: Path) -> RepairRequest:
    bead_id = resolve_id(context.store, memory)
    bead = next((each for each in read_source(file).beads if each.id == bead_id), None)
    if bead is None:
        raise NotFound(f"{file} does not hold {bead_id}.", "Name another export.")
    return RepairRequest(bead_id, person, bead, str(file))


def _lines(answer: RepairAnswer) -> list[str]:
    if answer.already:
        return [f"{answer.id} has the words that were ratified; nothing was written."]
    return [
        f"{answer.id} has its ratified words again ({answer.digest}).",
        f"  restored: {', '.join(answer.restored)}",
        f"  from: {answer.source}",
    ]

"""`fabric erase`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import (
    ActorOption,
    DryRunOption,
    JsonOption,
    PersonOption,
    ReasonOption,
    StoreOption,
)
from fabric.faces.cli.output import show, show_dry_run
from fabric.faces.cli.progress import progress
from fabric.faces.cli.words import released_lines
from fabric.models.answers_life import EraseAnswer
from fabric.services.verbs.erase import EraseRequest, erase
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog='Example: fabric erase shop-1a2b3c4d --reason "It names a customer."')
def command(
    memory: Annotated[str, typer.Argument(metavar="ID", help="The memory.")],
    reason: ReasonOption = "",
    person: PersonOption = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Replace the words of a memory by their digests, also in the journal; it cannot be undone."""
    context = open_context(Options(store, actor, dry_run))
    outcome = erase(context, EraseRequest(memory, reason, person), progress("Releasing work"))
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: EraseAnswer) -> list[str]:
    if answer.already:
        return [f"{answer.id} was erased before; nothing was left."]
    lines = [f"Erased {answer.id}; {answer.payloads} journal payloads were blanked."]
    if answer.retired:
        lines += ["It is retired.", *released_lines(answer.released, answer.left)]
    return [
        *lines,
        "Copies made before remain where they are: exports, git, clones, backups, Dolt's history.",
        "A secret that was in it must be replaced.",
    ]

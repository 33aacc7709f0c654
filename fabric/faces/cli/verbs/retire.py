"""`fabric retire`."""

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
from fabric.models.answers_life import RetireAnswer
from fabric.services.verbs.retire import RetireRequest, retire
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog='Example: fabric retire shop-1a2b3c4d --reason "The gateway enforces it now."')
def command(
    memory: Annotated[str, typer.Argument(metavar="ID", help="The memory.")],
    reason: ReasonOption = "",
    person: PersonOption = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """End a memory now, without a successor; work lets go of it. Safe to run again."""
    context = open_context(Options(store, actor, dry_run))
    request = RetireRequest(memory, reason, person)
    outcome = retire(context, request, progress("Releasing work"))
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: RetireAnswer) -> list[str]:
    if answer.already:
        lines = [f"{answer.id} was retired before: {answer.reason}"]
    elif answer.was == "draft":
        lines = [f"Withdrew the draft {answer.id}; it may be proposed again."]
    else:
        lines = [f"Retired {answer.id}; it binds nobody any more."]
    return lines + released_lines(answer.released, answer.left)

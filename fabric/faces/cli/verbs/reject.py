"""`fabric reject`."""

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
from fabric.models.answers_life import RejectAnswer
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog='Example: fabric reject shop-1a2b3c4d --reason "The framework does this."')
def command(
    memory: Annotated[str, typer.Argument(metavar="ID", help="The draft.")],
    reason: ReasonOption = "",
    person: PersonOption = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Decline a draft for good: the same value is refused at every door from now on."""
    context = open_context(Options(store, actor, dry_run))
    request = RejectRequest(memory, reason, person)
    outcome = reject(context, request, progress("Releasing work"))
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: RejectAnswer) -> list[str]:
    if answer.already:
        lines = [f"{answer.id} was rejected before: {answer.reason}"]
    else:
        lines = [f"Rejected {answer.id}; what it says is refused at every door now."]
    if answer.forgotten:
        lines.append(f"Notes that said it went: {', '.join(answer.forgotten)}")
    lines += released_lines(answer.released, answer.left)
    if not answer.already:
        lines.append(
            f"To ask again: fabric propose --replaces {answer.id} --appeal REASON --rule …"
        )
    return lines

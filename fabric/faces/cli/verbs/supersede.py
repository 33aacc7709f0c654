"""`fabric supersede`."""

from typing import Annotated

import typer

from fabric.errors import WrongUse
from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, show_dry_run
from fabric.faces.cli.progress import progress
from fabric.models.answers import SupersedeAnswer
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(
    epilog='Example: fabric supersede shop-old --with shop-new --reason "It missed the jobs."'
)
def command(
    ids: Annotated[list[str], typer.Argument(metavar="OLD… [NEW]", help="What is replaced.")],
    new: Annotated[str, typer.Option("--with", metavar="NEW", help="What replaces it.")] = "",
    reason: Annotated[str, typer.Option("--reason", help="Why.")] = "",
    person: Annotated[str, typer.Option("--as", metavar="PERSON", help="Who decides.")] = "",
    many: Annotated[bool, typer.Option("--yes", help="Move more than 50 items unasked.")] = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Replace a memory by its successor; active work moves along. Safe to run again."""
    olds, successor = (tuple(ids), new) if new else (tuple(ids[:-1]), ids[-1])
    if not olds:
        raise WrongUse("No successor was named.", "Say `fabric supersede OLD --with NEW`.")
    request = SupersedeRequest(olds, successor, reason, person, many)
    context = open_context(Options(store, actor, dry_run))
    outcome = supersede(context, request, progress("Moving work"))
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: SupersedeAnswer) -> list[str]:
    olds = ", ".join(answer.old)
    if answer.already:
        lines = [f"{olds} was replaced by {answer.new} before."]
    else:
        lines = [f"{answer.new} replaces {olds} now (version {answer.version})."]
    if answer.ratified:
        lines.append(f"{answer.new} was ratified with it.")
    lines += [f"  moved {each.id}: {', '.join(each.done)}" for each in answer.moved]
    if not answer.moved:
        lines.append("No active work had to move.")
    if answer.left:
        lines.append(f"Left as they are (they only relate to it): {', '.join(answer.left)}")
    return lines

"""`fabric adopt`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import (
    ActorOption,
    DryRunOption,
    JsonOption,
    PersonOption,
    StoreOption,
)
from fabric.faces.cli.output import show, show_dry_runs
from fabric.models.answers_life import AdoptAnswer
from fabric.services.verbs.adopt import AdoptRequest, adopt, answer_of
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric adopt shop-1a2b3c4d shop-5e6f7g8h")
def command(
    ids: Annotated[list[str], typer.Argument(metavar="ID…", help="The memories.")],
    person: PersonOption = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Stand behind memories made by hand or elsewhere: pins their words, as ratifying does."""
    context = open_context(Options(store, actor, dry_run))
    outcomes = adopt(context, AdoptRequest(tuple(ids), person))
    if dry_run:
        show_dry_runs([outcome.change_set for outcome in outcomes], as_json=as_json)
        return
    answer = answer_of(outcomes)
    show(answer, _lines(answer), as_json=as_json)


def _lines(answer: AdoptAnswer) -> list[str]:
    lines = []
    for each in answer.adopted:
        how = "was reviewed before" if each.already else f"pinned as {each.digest}"
        trusted = "; its commands are trusted on this machine" if each.trusted else ""
        lines.append(f"{each.id} {how}{trusted}: {each.statement}")
    return lines

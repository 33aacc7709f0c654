"""`fabric waive`."""

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
from fabric.models.answers_life import WaiveAnswer
from fabric.services.verbs.waive import WaiveRequest, waive
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(
    epilog="Example: fabric waive shop-1a2b3c4d shop-5e6f7g8h"
    ' --reason "The gateway is down." --until 2026-03-09'
)
def command(
    work: Annotated[str, typer.Argument(metavar="WORK", help="The work item.")],
    memory: Annotated[str, typer.Argument(metavar="MEMORY", help="The hard memory.")],
    reason: ReasonOption = "",
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="When it ends.")] = "",
    person: PersonOption = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Let a work item go without one clause until a day: a reviewer's act."""
    context = open_context(Options(store, actor, dry_run))
    outcome = waive(context, WaiveRequest(work, memory, reason, until, person))
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: WaiveAnswer) -> list[str]:
    if answer.already:
        return [f"{answer.memory} was waived so for {answer.work} before."]
    lines = [f"{answer.memory} is not asked of {answer.work} until {answer.until}."]
    if answer.closed:
        lines.append(f"Nothing else is open; {answer.contract} is closed.")
    else:
        lines.append(f"Still open: {', '.join(answer.open)}.")
    lines.append(f"After that day it binds again: fabric start {answer.work}")
    return lines

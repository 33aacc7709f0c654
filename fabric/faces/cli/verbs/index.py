"""`fabric index`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, show_dry_run
from fabric.models.answers_life import IndexAnswer
from fabric.services.verbs.index import index
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric index shop-1a2b3c4d")
def command(
    ids: Annotated[list[str], typer.Argument(metavar="ID…", help="Canonical memories.")],
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Relate canonical memories to the anchor of their domain; safe to run again."""
    outcome = index(open_context(Options(store, actor, dry_run)), tuple(ids))
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: IndexAnswer) -> list[str]:
    return [
        f"{each.anchor} {'listed' if each.already else 'lists now'} {each.id}: {each.statement}"
        for each in answer.indexed
    ]

"""`fabric anchor`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, show_dry_run, table
from fabric.models.answers import AnchorsAnswer
from fabric.services.verbs.anchor import create_anchor, list_anchors
from fabric.wiring import Options, open_context

app = typer.Typer(no_args_is_help=True, help="The index of each domain.")


@app.command("create", epilog="Example: fabric anchor create data=Data")
def create(
    domain: Annotated[str, typer.Argument(metavar="NAME[=TITLE]", help="The domain.")],
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Make the anchor of a domain, old or new, and relate its memories in force to it."""
    name, _, title = domain.partition("=")
    context = open_context(Options(store, actor, dry_run))
    outcome = create_anchor(context, name, title.strip())
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


@app.command("list", epilog="Example: fabric anchor list")
def list_(store: StoreOption = "", as_json: JsonOption = False) -> None:
    """List the anchors."""
    answer = list_anchors(open_context(Options(store)))
    show(answer, _lines(answer), as_json=as_json)


def _lines(answer: AnchorsAnswer) -> list[str]:
    if not answer.anchors:
        return ["No domain is known yet: `fabric anchor create NAME=Title`."]
    rows = []
    for each in answer.anchors:
        count = f"{each.memories} in force"
        made = ", made now" if each.created else ""
        rows.append([each.id or "(no anchor)", each.domain, count, f"{each.title}{made}"])
    return table(rows)

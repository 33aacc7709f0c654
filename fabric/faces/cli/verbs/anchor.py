"""`fabric anchor`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, show_dry_run
from fabric.faces.cli.tables import table
from fabric.faces.cli.words import memory_table
from fabric.models.answers import AnchorsAnswer
from fabric.models.answers_life import AnchorShowAnswer
from fabric.services.verbs.anchor import create_anchor, list_anchors, show_anchor
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


@app.command("show", epilog="Example: fabric anchor show arch")
def show_(
    name: Annotated[str, typer.Argument(metavar="DOMAIN|ID", help="The domain or its anchor.")],
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show what the anchor of a domain indexes, and what it should."""
    answer = show_anchor(open_context(Options(store)), name)
    show(answer, _show_lines(answer), as_json=as_json)


def _show_lines(answer: AnchorShowAnswer) -> list[str]:
    if not answer.id:
        short = answer.domain.removeprefix("memory-")
        lines = [f"{answer.domain} has no anchor: fabric anchor create {short}"]
    else:
        lines = [answer.title, f"  {answer.id}: {answer.domain}, {answer.status}"]
    lines += [f"  {row}" for row in memory_table(answer.memories)]
    if not answer.memories:
        lines.append("  No memory of this domain is canonical.")
    if answer.id and answer.unindexed:
        ids = " ".join(answer.unindexed)
        lines += [f"! {len(answer.unindexed)} are not indexed.", f"  fabric index {ids}"]
    if answer.stray:
        lines.append(f"! It relates to what it should not list: {', '.join(answer.stray)}")
    return lines


def _lines(answer: AnchorsAnswer) -> list[str]:
    if not answer.anchors:
        return ["No domain is known yet: `fabric anchor create NAME=Title`."]
    rows = []
    for each in answer.anchors:
        count = f"{each.memories} in force"
        made = ", made now" if each.created else ""
        rows.append([each.id or "(no anchor)", each.domain, count, f"{each.title}{made}"])
    return table(rows)

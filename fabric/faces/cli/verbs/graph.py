"""`fabric graph`."""

from typing import Annotated

import typer

from fabric.faces.cli.drawings import DRAWN, FORMS, one_form
from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.output import say, say_json, write
from fabric.models.answers_life import GraphAnswer
from fabric.services.verbs.graph import GraphRequest, draw, drawing_of
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric graph arch --format mermaid")
def command(
    about: Annotated[
        str, typer.Argument(metavar="[DOMAIN|ID]", help="A domain or a bead; else all domains.")
    ] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Ended memories and finished work too.")
    ] = False,
    form: Annotated[str, typer.Option("--format", help=f"One of {', '.join(FORMS)}.")] = "text",
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Draw a domain with its memories, anchor, contracts and work; or a memory's line and users."""
    form = one_form(form, as_json=as_json)
    answer = draw(open_context(Options(store)), GraphRequest(about, everything))
    if form == "json":
        say_json(answer)
    elif form == "text":
        say(*_lines(answer))
    else:
        write(DRAWN[form](drawing_of(answer)))


def _lines(answer: GraphAnswer) -> list[str]:
    lines = [answer.title]
    for node in answer.nodes:
        lines.append(f"  {node.id} ({node.kind}, {node.state}): {node.title}")
        lines += [
            f"    {each.words} {each.target}" for each in answer.links if each.source == node.id
        ]
    if not answer.nodes:
        lines.append("  There is nothing to draw.")
    lines += [f"! In a circle: {', '.join(each)}" for each in answer.circles]
    if answer.left_out:
        lines.append(f"{answer.left_out} ended or finished ones are left out: --all draws them.")
    return lines

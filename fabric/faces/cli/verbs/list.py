"""`fabric list`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.output import show
from fabric.faces.cli.words import memory_table
from fabric.models.answers import ListAnswer
from fabric.services.verbs.list import ListRequest, list_memories
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric list --domain arch --strength hard")
def command(
    domain: Annotated[str, typer.Option("--domain", help="Only of this domain.")] = "",
    strength: Annotated[str, typer.Option("--strength", help="hard or soft.")] = "",
    state: Annotated[
        str,
        typer.Option("--state", help="draft, canonical, superseded, retired or rejected."),
    ] = "",
    as_of: Annotated[str, typer.Option("--as-of", help="What was in force then.")] = "",
    known_at: Annotated[str, typer.Option("--known-at", help="As it was recorded by then.")] = "",
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """List memories: drafts and canonical ones, unless a state or a time is asked for."""
    context = open_context(Options(store))
    answer = list_memories(context, ListRequest(domain, strength, state, as_of, known_at))
    show(answer, _lines(answer), as_json=as_json)


def _lines(answer: ListAnswer) -> list[str]:
    if answer.memories:
        return memory_table(answer.memories)
    if answer.left_out:
        return [f"None of the {answer.left_out} memories is asked for by these filters."]
    return ["There are no memories yet: `fabric propose` makes the first."]

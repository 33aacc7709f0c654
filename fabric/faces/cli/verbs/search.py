"""`fabric search`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.output import show
from fabric.faces.cli.words import memory_table
from fabric.models.answers_life import SearchAnswer
from fabric.services.verbs.search import SearchRequest, search
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric search service layer --domain arch")
def command(
    words: Annotated[list[str], typer.Argument(metavar="WORDS…", help="What to look for.")],
    domain: Annotated[str, typer.Option("--domain", help="Only of this domain.")] = "",
    strength: Annotated[str, typer.Option("--strength", help="hard or soft.")] = "",
    state: Annotated[
        str, typer.Option("--state", help="draft, canonical, superseded, retired or rejected.")
    ] = "",
    limit: Annotated[int, typer.Option("--limit", min=0, help="Most answers; 0 is all.")] = 20,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Search memories of every state by words, parts of words or ids; those in force first."""
    request = SearchRequest(" ".join(words), domain, strength, state, limit)
    answer = search(open_context(Options(store)), request)
    show(answer, _lines(answer), as_json=as_json)


def _lines(answer: SearchAnswer) -> list[str]:
    if answer.memories:
        lines = memory_table(answer.memories)
        if answer.more:
            lines.append(f"{answer.more} more: --limit 0 shows all.")
        return lines
    if answer.left_out:
        return [f"{answer.left_out} memories hold these words, and the filters leave them out."]
    if answer.looked_at:
        return [f"None of the {answer.looked_at} memories holds any of these words."]
    return ["There are no memories yet: `fabric propose` makes the first."]

"""`fabric ratify`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, show_dry_run
from fabric.models.answers import RatifyAnswer
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric ratify shop-1a2b3c4d")
def command(
    memory: Annotated[str, typer.Argument(metavar="ID", help="The draft.")],
    person: Annotated[str, typer.Option("--as", metavar="PERSON", help="Who ratifies.")] = "",
    effective: Annotated[str, typer.Option("--effective", help="From when it holds.")] = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Make a draft canonical: a reviewer's act, confirmed at the terminal."""
    context = open_context(Options(store, actor, dry_run))
    outcome = ratify(context, RatifyRequest(memory, person, effective))
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: RatifyAnswer) -> list[str]:
    if answer.already:
        return [f"{answer.id} is canonical already; nothing was written."]
    lines = [f"Ratified {answer.id}; its words are pinned as {answer.digest}."]
    if answer.trusted:
        lines.append("Its commands are trusted on this machine.")
    lines += [f"The note {key} went: this memory says it now." for key in answer.forgotten]
    count = len(answer.binds)
    lines.append(f"It binds {count} active work item{'' if count == 1 else 's'} now.")
    if answer.binds:
        lines.append(f"  {', '.join(answer.binds)}: refresh with `fabric start ID`.")
    return lines

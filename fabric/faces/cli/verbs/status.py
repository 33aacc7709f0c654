"""`fabric status`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.output import show, table
from fabric.faces.cli.words import memory_table
from fabric.models.answers import StatusAnswer
from fabric.services.verbs.status import status
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric status shop-1a2b3c4d")
def command(
    work: Annotated[str, typer.Argument(metavar="WORK", help="The work item.")],
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Say what binds a work item, what is open or stale, and the command that mends each."""
    answer = status(open_context(Options(store)), work)
    show(answer, _lines(answer), as_json=as_json)


def _lines(answer: StatusAnswer) -> list[str]:
    started = "started" if answer.started else "not started"
    domains = ", ".join(answer.domains) or "no domain"
    lines = [f"{answer.work}: {answer.title} ({answer.status}, {started}, {domains})"]
    lines += ["Binding:", *(f"  {row}" for row in memory_table(answer.binds))]
    if not answer.binds:
        lines[-1] = "No memory in force binds it."
    if answer.clauses:
        rows = [
            [c.memory, _clause(c.status, c.until), c.contract, c.statement] for c in answer.clauses
        ]
        lines += ["Clauses:", *(f"  {row}" for row in table(rows))]
    for each in answer.problems:
        lines += [f"! {each.what}", f"  {each.mend}"]
    if not answer.problems and answer.binds and answer.started:
        lines.append("Nothing is open or stale.")
    return lines


def _clause(state: str, until: str | None) -> str:
    return f"{state} until {until}" if until and state == "waived" else state

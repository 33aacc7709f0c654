"""`fabric status`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.output import show
from fabric.faces.cli.tables import table
from fabric.faces.cli.words import memory_table, strength_mark
from fabric.models.answers import MemoryView, StatusAnswer
from fabric.services.verbs.status import StatusRequest, status_then
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric status shop-1a2b3c4d")
def command(
    work: Annotated[str, typer.Argument(metavar="WORK", help="The work item.")],
    at_close: Annotated[
        bool, typer.Option("--at-close", help="Which rules bound it when it closed.")
    ] = False,
    as_of: Annotated[str, typer.Option("--as-of", help="What bound it then.")] = "",
    known_at: Annotated[str, typer.Option("--known-at", help="As it was recorded by then.")] = "",
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Say what binds a work item, what is open or stale, and the command that mends each."""
    request = StatusRequest(work, as_of, known_at, at_close)
    answer = status_then(open_context(Options(store)), request)
    lines = _then_lines(answer) if as_of or known_at or at_close else _lines(answer)
    show(answer, lines, as_json=as_json)


def _then_lines(answer: StatusAnswer) -> list[str]:
    known = f", as recorded by {answer.known_at}" if answer.known_at else ""
    lines = [f"{answer.work}: {answer.title} ({answer.status})", f"At {answer.at}{known}:"]
    if not answer.binds:
        lines.append("No memory in force bound it.")
    for each in answer.binds:
        lines.append(f"  {each.id}  {strength_mark(each):4}  {each.statement}")
        if not each.in_force:
            lines.append(f"      {_since(each)}")
    lines += _clause_lines(answer)
    if answer.undone:
        lines.append(f"! Hard, and no clause was done for them: {', '.join(answer.undone)}")
    return lines


def _since(memory: MemoryView) -> str:
    """What became of a memory that bound then."""
    by = f" by {', '.join(memory.superseded_by)}" if memory.superseded_by else ""
    because = f": {memory.reason}" if memory.reason else ""
    until = f" on {memory.effective_until}" if memory.effective_until else ""
    return f"now {memory.state}{by}{until}{because}"


def _lines(answer: StatusAnswer) -> list[str]:
    started = "started" if answer.started else "not started"
    domains = ", ".join(answer.domains) or "no domain"
    lines = [f"{answer.work}: {answer.title} ({answer.status}, {started}, {domains})"]
    lines += ["Binding:", *(f"  {row}" for row in memory_table(answer.binds))]
    if not answer.binds:
        lines[-1] = "No memory in force binds it."
    lines += _clause_lines(answer)
    for each in answer.problems:
        lines += [f"! {each.what}", f"  {each.mend}"]
    if not answer.problems and answer.binds and answer.started:
        lines.append("Nothing is open or stale.")
    return lines


def _clause_lines(answer: StatusAnswer) -> list[str]:
    if not answer.clauses:
        return []
    rows = [[c.memory, _clause(c.status, c.until), c.contract, c.statement] for c in answer.clauses]
    return ["Clauses:", *(f"  {row}" for row in table(rows))]


def _clause(state: str, until: str | None) -> str:
    return f"{state} until {until}" if until and state == "waived" else state

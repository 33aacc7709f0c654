"""`fabric audit`."""

from typing import Annotated, Final

import typer

from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.output import show
from fabric.faces.cli.tables import table
from fabric.models.answers import AuditAnswer, JournalView
from fabric.models.counted import counted
from fabric.services.verbs.audit import audit
from fabric.wiring import Options, open_context

app = typer.Typer()

_MOST_SHOWN: Final = 20
_SHOWN_OF_MANY: Final = 5


@app.command(epilog="Example: fabric audit --verify")
def command(
    bead: Annotated[str, typer.Argument(metavar="[ID]", help="Only entries of this bead.")] = "",
    verify: Annotated[
        bool, typer.Option("--verify", help="Check the chains, and that no end was cut off.")
    ] = False,
    accept_end: Annotated[
        bool, typer.Option("--accept-end", help="Check, and take the ends as they are now.")
    ] = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show the journal: who did what, when, through which door, and why."""
    answer = audit(open_context(Options(store)), bead, verify=verify, accept_end=accept_end)
    show(answer, _lines(answer), as_json=as_json)
    if answer.verified is False:
        raise typer.Exit(NEGATIVE)


def _lines(answer: AuditAnswer) -> list[str]:
    rows = []
    for each in answer.entries:
        who = f"agent:{each.actor}" if each.actor_kind == "agent" else each.actor
        reason = f"({each.reason})" if each.reason else ""
        rows.append([each.at, who, each.verb, f"{_beads(each)} {reason}".strip()])
    lines = table(rows) or ["The journal has no such entry."]
    if answer.verified:
        lines += [f"Accepted {each}" for each in answer.accepted]
        many = counted(len(answer.entries), "entry", "entries")
        lines.append(f"The journal holds: {many}, no fault.")
    return lines + [f"FAULT {fault}" for fault in answer.faults]


def _beads(entry: JournalView) -> str:
    shown = entry.beads if entry.bead_count <= _MOST_SHOWN else entry.beads[:_SHOWN_OF_MANY]
    rest = entry.bead_count - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")

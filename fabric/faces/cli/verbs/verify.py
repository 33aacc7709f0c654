"""`fabric verify`."""

from typing import Annotated

import typer

from fabric.errors import WrongUse
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, show_dry_run
from fabric.models.answers import CheckView, VerifyAnswer
from fabric.services.verbs.verify import VerifyRequest, verify
from fabric.wiring import Options, open_context

app = typer.Typer()

_MARKS = {"passed": "✓", "attested": "✓", "failed": "✗"}


@app.command(
    epilog='Example: fabric verify shop-1a2b3c4d --attest shop-5e6f7g8h "Read the diff: no SQL."'
)
def command(
    work: Annotated[str, typer.Argument(metavar="WORK", help="The work item.")],
    attest: Annotated[
        list[str] | None,
        typer.Option("--attest", metavar="MEMORY TEXT", help="What a person checked."),
    ] = None,
    words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    allow_dirty: Annotated[
        bool, typer.Option("--allow-dirty", help="Although files have changed.")
    ] = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Check the open clauses of a work item: run what is trusted, record what was attested."""
    if len(attest or ()) != len(words or ()):
        raise WrongUse("--attest takes a memory and what was checked.", 'Say --attest ID "…".')
    attested = dict(zip(attest or (), words or (), strict=True))
    context = open_context(Options(store, actor, dry_run))
    outcome = verify(context, VerifyRequest(work, attested, allow_dirty))
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
    else:
        show(outcome.answer, _lines(outcome.answer), as_json=as_json)
    if outcome.answer.open:
        raise typer.Exit(NEGATIVE)


def _lines(answer: VerifyAnswer) -> list[str]:
    if answer.contract is None:
        return [f"{answer.work} has no open contract: nothing to verify."]
    lines = [line for view in answer.checks for line in _check_lines(view)]
    if answer.closed:
        at = f" at {answer.commit[:12]}" if answer.commit else ""
        lines.append(f"Every clause holds{at}; {answer.contract} is closed.")
    else:
        lines.append(f"Still open: {', '.join(answer.open)}.")
    return lines


def _check_lines(view: CheckView) -> list[str]:
    first = f"{_MARKS.get(view.outcome, '?')} {view.memory} {view.outcome}: {view.check}".rstrip(
        ": "
    )
    return [first, *(f"    {line}" for line in view.detail.split("\n") if line)]

"""`fabric verify`."""

from typing import Annotated

import typer

from fabric.errors import WrongUse
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show
from fabric.models.answers import CheckView, VerifyAnswer
from fabric.services.verbs.verify import VerifyRequest, verify
from fabric.wiring import Options, open_context

app = typer.Typer()

_MARKS = {"passed": "✓", "attested": "✓", "failed": "✗", "would run": "…"}


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
    lines = _planned_lines(outcome.answer) if dry_run else _lines(outcome.answer)
    show(outcome.answer, lines, as_json=as_json)
    if outcome.answer.open and not dry_run:
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


def _planned_lines(answer: VerifyAnswer) -> list[str]:
    """What a dry run says: the checks that are due, none of them carried out."""
    if answer.contract is None:
        return _lines(answer)
    lines = [line for view in answer.checks for line in _check_lines(view)]
    return [*lines, "Nothing was run, and nothing was written."]


def _check_lines(view: CheckView) -> list[str]:
    first = f"{_MARKS.get(view.outcome, '?')} {view.memory} {view.outcome}: {view.check}".rstrip(
        ": "
    )
    return [first, *(f"    {line}" for line in view.detail.split("\n") if line)]

"""`fabric forget`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show_dry_run, tell
from fabric.faces.cli.quick import quick_plane, show_quick
from fabric.models.answers_notes import ForgetAnswer
from fabric.services.verbs.forget import ForgetRequest, forget
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog='Example: fabric forget old-hint --reject --reason "It broke the import."')
def command(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Key of the note.")],
    reject: Annotated[
        bool, typer.Option("--reject", help="Refuse what it says from now on: a reviewer's act.")
    ] = False,
    reason: Annotated[str, typer.Option("--reason", help="Why; needed with --reject.")] = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Forget a note; what it said is shown once more, and kept in the journal."""
    with quick_plane(as_json=as_json):
        context = open_context(Options(store, actor, dry_run))
        outcome = forget(context, ForgetRequest(key, reason, reject))
    answer = outcome.answer
    if dry_run and not outcome.change_set.is_empty:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    if answer.found is not None and not as_json:
        for line in (f"There is no note {answer.key!r}.", *answer.remarks):
            tell(line)
        raise typer.Exit(1)
    show_quick(answer, _lines(answer), as_json=as_json, found=answer.found is None)


def _lines(answer: ForgetAnswer) -> list[str]:
    lines = [f"Forgot [{answer.key}]: {answer.value}"]
    if answer.tombstone:
        lines.append(f"{answer.tombstone} refuses it from now on at every door.")
    return lines

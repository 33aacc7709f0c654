"""`fabric start`."""

from typing import Annotated

import typer

from fabric.errors import Refused, WrongUse
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, show_dry_run, show_dry_runs
from fabric.faces.cli.words import memory_text
from fabric.models.answers import NotStarted, StartAllAnswer, StartAnswer
from fabric.services.context import Context
from fabric.services.gateway import Outcome
from fabric.services.verbs.start import StartRequest, active_work, start
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric start shop-1a2b3c4d --path src/api")
def command(
    work: Annotated[str, typer.Argument(metavar="[WORK]", help="The work item.")] = "",
    domain: Annotated[
        list[str] | None, typer.Option("--domain", help="Declare a domain; repeatable.")
    ] = None,
    path: Annotated[
        list[str] | None, typer.Option("--path", help="Path it will touch; repeatable.")
    ] = None,
    no_claim: Annotated[bool, typer.Option("--no-claim", help="Do not claim it.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Take it over from another.")] = False,
    all_active: Annotated[
        bool, typer.Option("--all-active", help="Refresh all active work (of --domain).")
    ] = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Start a work item: attach the memories that bind it, make its contract, write its receipt."""
    context = open_context(Options(store, actor, dry_run))
    domains = tuple(domain or ())
    if all_active:
        if work or len(domains) > 1:
            raise WrongUse("--all-active takes no id and at most one --domain.", "Drop the rest.")
        _refresh_all(context, domains[0] if domains else "", as_json, dry_run)
        return
    if not work:
        raise WrongUse("No work item was named.", "Give its id, or say --all-active.")
    request = StartRequest(work, domains, tuple(path or ()), claim=not no_claim, force=force)
    outcome = start(context, request)
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _refresh_all(context: Context, domain: str, as_json: bool, dry_run: bool) -> None:
    """Refresh each item by itself: what is refused for one stops no other."""
    outcomes: list[Outcome[StartAnswer]] = []
    refused: list[NotStarted] = []
    for work in active_work(context, domain):
        try:
            outcomes.append(start(context, StartRequest(work, claim=False)))
        except Refused as error:
            refused.append(NotStarted(work=work, reason=error.what, mend=error.remedy))
    answer = StartAllAnswer(started=[each.answer for each in outcomes], not_started=refused)
    if dry_run:
        show_dry_runs([each.change_set for each in outcomes], as_json=as_json)
    else:
        show(answer, _all_lines(answer), as_json=as_json)
    if refused:
        raise typer.Exit(NEGATIVE)


def _all_lines(answer: StartAllAnswer) -> list[str]:
    if not answer.started and not answer.not_started:
        return ["No active work to refresh."]
    lines = [f"{each.work}: {'; '.join(each.done) or 'nothing new'}" for each in answer.started]
    for each in answer.not_started:
        lines += [f"! {each.work}: {each.reason}", f"  {each.mend}"]
    return lines


def _lines(answer: StartAnswer) -> list[str]:
    lines = [f"{answer.work}: {answer.title}"]
    lines += [f"  {each}" for each in answer.done or ["nothing new"]]
    if not answer.memories:
        lines.append(f"  {answer.receipt.note}")
    reasons = {each.id: each.reason for each in answer.receipt.memories}
    for memory in answer.memories:
        mark = "" if memory.reviewed is not False else " (unreviewed)"
        lines.append("")
        text = memory_text(memory)
        lines += [f"{text[0]}{mark}", f"  given because: {reasons[memory.id]}", *text[1:]]
    for each in answer.receipt.left_out:
        lines += ["", f"Left out: {each.id} ({each.reason})"]
    if answer.contract:
        lines += ["", f"Before closing: fabric verify {answer.work}"]
    return lines

"""`fabric work`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, show_dry_run
from fabric.faces.cli.tables import table
from fabric.models.answers import WorkAnswer, WorkListAnswer
from fabric.services.gateway import Outcome
from fabric.services.verbs.work import WorkRequest, add_work, claim_work, close_work, list_work
from fabric.wiring import Options, open_context

app = typer.Typer(no_args_is_help=True, help="Work items, for stores without bd.")

WorkArgument = Annotated[str, typer.Argument(metavar="ID", help="The work item.")]


@app.command("add", epilog='Example: fabric work add "Add an export button" --domain arch')
def add(
    title: Annotated[str, typer.Argument(help="What is to be done.")],
    domain: Annotated[
        list[str] | None, typer.Option("--domain", help="Domain, as `arch`; repeatable.")
    ] = None,
    issue_type: Annotated[str, typer.Option("--type", help="Type of work.")] = "task",
    parent: Annotated[str, typer.Option("--parent", help="Its parent.")] = "",
    description: Annotated[str, typer.Option("--description", help="More words.")] = "",
    priority: Annotated[int, typer.Option("--priority", min=0, max=4, help="0 is urgent.")] = 2,
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Add a work item."""
    request = WorkRequest(title, tuple(domain or ()), issue_type, parent, description, priority)
    _finish(add_work(open_context(Options(store, actor, dry_run)), request), as_json, dry_run)


@app.command("list", epilog="Example: fabric work list --ready")
def list_(
    ready: Annotated[bool, typer.Option("--ready", help="Only what nothing blocks.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Closed items too.")] = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """List work items."""
    answer = list_work(open_context(Options(store)), ready=ready, everything=everything)
    show(answer, _list_lines(answer), as_json=as_json)


@app.command("claim", epilog="Example: fabric work claim shop-1a2b3c4d")
def claim(
    work: WorkArgument,
    force: Annotated[bool, typer.Option("--force", help="Take it over from another.")] = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Claim a work item without starting it; lint will ask for its memories."""
    context = open_context(Options(store, actor, dry_run))
    _finish(claim_work(context, work, force=force), as_json, dry_run)


@app.command("close", epilog="Example: fabric work close shop-1a2b3c4d")
def close(
    work: WorkArgument,
    reason: Annotated[str, typer.Option("--reason", help="What came of it.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Although something blocks it.")] = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Close a work item; refused while its contract is open."""
    context = open_context(Options(store, actor, dry_run))
    _finish(close_work(context, work, reason=reason, force=force), as_json, dry_run)


def _finish(outcome: Outcome[WorkAnswer], as_json: bool, dry_run: bool) -> None:
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    answer = outcome.answer
    done = ", ".join(answer.done) or "nothing to do"
    holder = f", held by {answer.assignee}" if answer.assignee else ""
    line = f"{answer.id} {done}: {answer.title} ({answer.status}{holder})"
    show(answer, [line], as_json=as_json)


def _list_lines(answer: WorkListAnswer) -> list[str]:
    if not answer.work:
        return ["There is no such work."]
    rows = []
    for each in answer.work:
        blocked = f" [waits for {', '.join(each.blocked_by)}]" if each.blocked_by else ""
        holder = f" @{each.assignee}" if each.assignee else ""
        state = f"{each.status}{holder}"
        rows.append([each.id, f"P{each.priority}", each.type, state, f"{each.title}{blocked}"])
    return table(rows)

"""`fabric start`, the long way: with help, completion and what a person mistyped."""

from typing import Annotated

import typer

from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.start_options import StartOptions
from fabric.faces.cli.starting import run_start

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
    options = StartOptions(
        work=work,
        domains=tuple(domain or ()),
        paths=tuple(path or ()),
        no_claim=no_claim,
        force=force,
        all_active=all_active,
        store=store,
        actor=actor,
        as_json=as_json,
        dry_run=dry_run,
    )
    raise typer.Exit(run_start(options))

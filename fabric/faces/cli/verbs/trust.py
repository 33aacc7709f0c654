"""`fabric trust`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show
from fabric.services.verbs.trust import trust
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric trust shop-1a2b3c4d")
def command(
    memory: Annotated[str, typer.Argument(metavar="ID", help="The memory.")],
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Let `verify` run this memory's commands on this machine: a person's act."""
    answer = trust(open_context(Options(store, actor, dry_run)), memory)
    will = "Would trust" if dry_run else "Trusted on this machine"
    show(answer, [f"{will}: {each}" for each in answer.commands], as_json=as_json)

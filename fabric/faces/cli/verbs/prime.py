"""`fabric prime`, the long way: with help, completion and what a person mistyped."""

from typing import Annotated

import typer

from fabric.errors import WrongUse
from fabric.faces.cli.express import run_prime
from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.prime_options import PrimeOptions
from fabric.hosts.envelopes import ENVELOPES
from fabric.selection.briefing_text import MINIMUM_CHARS

app = typer.Typer()

HookOption = Annotated[
    str,
    typer.Option("--hook", metavar="HOST", help=f"Answer a host's hook: {', '.join(ENVELOPES)}."),
]
DomainList = Annotated[
    list[str] | None, typer.Option("--domain", help="Only rules of this domain; repeatable.")
]
WorkText = Annotated[str, typer.Option("--work", metavar="ID", help="The work item in hand.")]
MaxChars = Annotated[
    int | None,
    typer.Option("--max-chars", min=MINIMUM_CHARS, help="Most characters; else prime.max_chars."),
]
MemoriesOnly = Annotated[bool, typer.Option("--memories-only", help="No words on how to work.")]
NoMemories = Annotated[bool, typer.Option("--no-memories", help="Only the words on how to work.")]


@app.command(epilog="Example: fabric prime --work shop-1a2b3c4d")
def command(
    hook: HookOption = "",
    domain: DomainList = None,
    work: WorkText = "",
    max_chars: MaxChars = None,
    memories_only: MemoriesOnly = False,
    no_memories: NoMemories = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Say what an agent must know at its start: what is missing, work, hard rules, soft rules, notes."""
    if hook and hook not in ENVELOPES:
        raise WrongUse(f"There is no host {hook!r}.", f"Hosts: {', '.join(ENVELOPES)}.")
    options = PrimeOptions(
        hook=hook,
        domains=tuple(domain or ()),
        work=work,
        max_chars=max_chars,
        memories_only=memories_only,
        no_memories=no_memories,
        as_json=as_json,
        store=store,
    )
    raise typer.Exit(run_prime(options))

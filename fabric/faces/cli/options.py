"""The options that many verbs share, said once."""

from typing import Annotated

import typer

_EVERYWHERE = "For every verb"

StoreOption = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="URL",
        help="Store to use: sqlite:///FILE, jsonl:FILE, bd:FOLDER, dolt://USER@HOST:PORT/DB.",
        rich_help_panel=_EVERYWHERE,
    ),
]
ActorOption = Annotated[
    str,
    typer.Option(
        "--actor",
        metavar="NAME",
        help="Who acts; agent:NAME for an agent.",
        rich_help_panel=_EVERYWHERE,
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Answer with one JSON document.", rich_help_panel=_EVERYWHERE)
]
DryRunOption = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Show what would be written; write nothing.", rich_help_panel=_EVERYWHERE
    ),
]
AllowSecretOption = Annotated[
    str,
    typer.Option(
        "--allow-secret", metavar="REASON", help="Let text pass that looks like a secret."
    ),
]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why; it is kept.")]
PersonOption = Annotated[str, typer.Option("--as", metavar="PERSON", help="Who decides.")]

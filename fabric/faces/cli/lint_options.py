"""The options of `lint`: what to look at, what is known already, and how to say it."""

from pathlib import Path
from typing import Annotated, Final

import typer

from fabric.reporters.catalog import FORMATS

_WHAT: Final = "What to look at"
_KNOWN: Final = "What is known already"

Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID…]", help="Only these.")]
Active = Annotated[
    bool, typer.Option("--active", help="Active work: the default.", rich_help_panel=_WHAT)
]
Everything = Annotated[bool, typer.Option("--all", help="The whole graph.", rich_help_panel=_WHAT)]
ChangedSince = Annotated[
    str,
    typer.Option(
        "--changed-since",
        metavar="REF",
        help="What changed since a commit of git.",
        rich_help_panel=_WHAT,
    ),
]
FromGit = Annotated[
    str,
    typer.Option(
        "--from-git",
        metavar="RANGE",
        help="What the messages of commits name.",
        rich_help_panel=_WHAT,
    ),
]
MaxAge = Annotated[
    str,
    typer.Option(
        "--max-age",
        metavar="DURATION",
        help="Do not look at an export whose newest record is older: 12h, 30d.",
        rich_help_panel=_WHAT,
    ),
]
Journal = Annotated[
    Path | None,
    typer.Option(
        "--journal",
        metavar="DIR",
        help="The exported journal of an export.",
        rich_help_panel=_WHAT,
    ),
]
AllowEmpty = Annotated[
    bool,
    typer.Option("--allow-empty", help="An empty store is a success.", rich_help_panel=_WHAT),
]
BaselineFile = Annotated[
    Path | None,
    typer.Option(
        "--baseline", metavar="FILE", help="Findings in it do not count.", rich_help_panel=_KNOWN
    ),
]
WriteBaseline = Annotated[
    Path | None,
    typer.Option(
        "--write-baseline",
        metavar="FILE",
        help="Write the findings as known.",
        rich_help_panel=_KNOWN,
    ),
]
Mend = Annotated[bool, typer.Option("--fix", help="Mend what is safe to mend, and show how.")]
Format = Annotated[str, typer.Option("--format", help=f"One of {', '.join(FORMATS)}.")]
FailOn = Annotated[str, typer.Option("--fail-on", help="error or warning.")]

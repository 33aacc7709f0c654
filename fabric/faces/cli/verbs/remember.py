"""`fabric remember`."""

from typing import Annotated

import typer

from fabric.errors import WrongUse
from fabric.faces.cli.catalog import CATALOG
from fabric.faces.cli.options import (
    ActorOption,
    AllowSecretOption,
    DryRunOption,
    JsonOption,
    StoreOption,
)
from fabric.faces.cli.output import show_dry_run, tell
from fabric.faces.cli.quick import quick_plane, show_quick
from fabric.models.answers_notes import RememberAnswer
from fabric.models.note import excerpt
from fabric.models.note_intent import Asked, OnClash
from fabric.services.verbs.remember import RememberRequest, remember
from fabric.wiring import Options, open_context

app = typer.Typer()

_VERBS = frozenset(entry.name for entry in CATALOG)
_SHOWN = 80


@app.command(epilog='Example: fabric remember "Prices are in cents." --kind project')
def command(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to remember, in a sentence.")],
    key: Annotated[str, typer.Option("--key", help="Its key; by default made from the text.")] = "",
    kind: Annotated[
        str, typer.Option("--kind", help="feedback, user, project, reference or general.")
    ] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of another text under its key.")
    ] = False,
    keep_both: Annotated[
        bool, typer.Option("--keep-both", help="Store it beside another text, or a memory.")
    ] = False,
    reason: Annotated[str, typer.Option("--reason", help="Why; kept in the journal.")] = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Remember a text as a note. The key of a note alone, without more, recalls it."""
    with quick_plane(as_json=as_json):
        asked = Asked(text, key=key or None, kind=kind or None)
        request = RememberRequest(asked, _on_clash(replace, keep_both), reason, _VERBS)
        outcome = remember(open_context(Options(store, actor, dry_run, allow_secret)), request)
    if dry_run and not outcome.change_set.is_empty:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    answer = outcome.answer
    if answer.action == "recalled" and not as_json:
        tell(
            f"(recalled {answer.key}: a key alone reads; to write, "
            f'`fabric remember "TEXT" --key {answer.key}`)'
        )
    show_quick(answer, _lines(answer), as_json=as_json)


def _on_clash(replace: bool, keep_both: bool) -> OnClash:
    if replace and keep_both:
        raise WrongUse("--replace and --keep-both exclude each other.", "Say one of them.")
    return "replace" if replace else "keep-both" if keep_both else "refuse"


def _lines(answer: RememberAnswer) -> list[str]:
    if answer.action == "recalled":
        return [answer.value]
    words = {"remembered": "Remembered", "updated": "Updated", "known": "Known already"}
    lines = [f"{words[answer.action]} [{answer.key}]: {excerpt(answer.value, _SHOWN).marked}"]
    if answer.before is not None:
        lines.append(f"It said before: {answer.before}")
    return [*lines, *answer.remarks]

"""Words typed in the person's editor: offered again until they are taken, never lost."""

from collections.abc import Callable
from typing import TypeVar

import typer

from fabric.errors import FabricError, Refused
from fabric.faces.cli.output import show_error, tell
from fabric.faces.cli.template import with_problem, without_comments
from fabric.machine.editor import TextEditor
from fabric.machine.typed_words import TypedWords
from fabric.models.frozen import dataclass

Taken = TypeVar("Taken")


@dataclass(frozen=True, slots=True)
class Desk:
    """An editor, the file in which words are kept, and whether somebody can be asked again."""

    editor: TextEditor
    words: TypedWords
    can_ask: bool
    keep: bool = False
    """Whether the words stay although they were taken: nothing was written with them."""


def edit(desk: Desk, template: str, take: Callable[[str], Taken]) -> Taken:
    """Have a text edited and taken; words that are refused stay in a file that is named.

    Raises Refused where nothing was typed, and what `take` raises.
    """
    kept = desk.words.read()
    if kept == template:  # an editor was ended before anything was typed
        kept = None
    if kept is not None:
        tell(f"Your words from before are opened again: {desk.words.file}")
    while True:
        typed = _typed(desk, template, kept)
        try:
            taken = take(without_comments(typed))
        except FabricError as error:
            kept = with_problem(typed, error.what, error.remedy)
            desk.words.keep(kept)
            if _wants_to_go_on(desk, error):
                continue
            error.remedy = (
                f"{error.remedy}\nYour words are kept in {desk.words.file}; "
                "the same command opens them again."
            ).strip()
            raise
        if desk.keep:
            tell(f"Your words are kept in {desk.words.file}.")
        else:
            desk.words.drop()
        return taken


def _typed(desk: Desk, template: str, kept: str | None) -> str:
    """What the person made of the kept words, or of the template."""
    desk.words.keep(kept if kept is not None else template)
    try:
        desk.editor.open(desk.words.file)
    except FabricError as error:
        if desk.words.read() == template:
            desk.words.drop()
        else:
            error.remedy = f"{error.remedy}\nWhat was typed is kept in {desk.words.file}."
        raise
    typed = desk.words.read()
    if typed is None or not without_comments(typed).strip():
        desk.words.drop()
        raise Refused("The file was emptied; nothing was written.", "Run it again to begin anew.")
    if kept is None and typed == template:
        desk.words.drop()
        raise Refused(
            "Nothing was changed in the editor; nothing was written.",
            "Type the words, save the file, then leave the editor.",
        )
    return typed


def _wants_to_go_on(desk: Desk, error: FabricError) -> bool:
    if not desk.can_ask:
        return False
    show_error(error)
    return typer.confirm("Edit it again?", default=True, err=True)

"""How the quick plane answers: bd's documents and exit statuses, also where it refuses."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from fabric.errors import FabricError
from fabric.faces.cli.exits import NEGATIVE, exit_status
from fabric.faces.cli.output import say, write
from fabric.models.answers_notes import as_document
from fabric.models.document import Document


@contextmanager
def quick_plane(*, as_json: bool) -> Iterator[None]:
    """With `--json`, a refusal is a document too, on the same stream as every answer."""
    try:
        yield
    except FabricError as error:
        if not as_json:
            raise
        said = {"error": error.what, "hint": error.remedy, "schema_version": 1}
        _write({key: value for key, value in said.items() if value})
        raise typer.Exit(exit_status(error)) from error


def show_quick(answer: Document, lines: list[str], *, as_json: bool, found: bool = True) -> None:
    """Print an answer; one that found nothing ends with the status of a negative answer."""
    if as_json:
        _write(as_document(answer))
    else:
        say(*lines)
    if not found:
        raise typer.Exit(NEGATIVE)


def _write(document: dict[str, object]) -> None:
    write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")

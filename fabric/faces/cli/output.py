"""How answers and errors reach a person or a program: stdout is the answer, stderr is for people."""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Final

from fabric.errors import FabricError
from fabric.models.change_set import ChangeSet, operation_to_record
from fabric.models.document import Document, plain
from fabric.models.visible import visible

_NOTHING: Final = "Nothing would be written."


def say(*lines: str) -> None:
    """Print lines of an answer; what could steer a terminal is made visible."""
    write("".join(f"{visible(line)}\n" for line in lines))


def tell(line: str) -> None:
    """Print a line for the person, beside the answer."""
    sys.stderr.write(f"{visible(line)}\n")


def write(text: str) -> None:
    """Print text as it is, in UTF-8 whatever the locale says."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def say_json(document: object) -> None:
    """Print one JSON document."""
    data = plain(document) if isinstance(document, Document) else document
    write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def show(answer: Document, lines: Iterable[str], *, as_json: bool) -> None:
    """Print an answer, as JSON or in words."""
    if as_json:
        say_json(answer)
    else:
        say(*lines)


def show_dry_run(change_set: ChangeSet, *, as_json: bool) -> None:
    """Print what a verb would write."""
    show_dry_runs([change_set], as_json=as_json)


def show_dry_runs(change_sets: Sequence[ChangeSet], *, as_json: bool) -> None:
    """Print what a verb would write in several steps."""
    if as_json:
        say_json({"operations": _records(change_sets)})
        return
    lines = operation_lines(change_sets)
    say(*([f"{len(lines)} operations would be written:", *lines] if lines else [_NOTHING]))


def operation_lines(change_sets: Sequence[ChangeSet]) -> list[str]:
    """Each operation in a line."""
    lines = []
    for record in _records(change_sets):
        name = record.pop("operation")
        lines.append(f"  {name}: {json.dumps(record, ensure_ascii=False)}")
    return lines


def _records(change_sets: Sequence[ChangeSet]) -> list[dict[str, object]]:
    return [operation_to_record(each) for some in change_sets for each in some.operations]


def show_error(error: FabricError) -> None:
    """Print what is wrong and what to do."""
    sys.stderr.write(f"{paint('Error:', '31')} {visible(error.what)}\n")
    if error.remedy:
        tell(error.remedy)


def paint(text: str, code: str) -> str:
    """Colour a text, on a terminal and without NO_COLOR only."""
    if not sys.stderr.isatty() or "NO_COLOR" in os.environ:  # noqa: TID251 -- a habit of terminals
        return text
    return f"\x1b[{code}m{text}\x1b[0m"

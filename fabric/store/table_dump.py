"""A dump of bd's tables: labels, dependencies and comments lie in files of their own beside it."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record, bead_to_record
from fabric.ports import BadLine
from fabric.store.jsonl_text import Record, read_records

_SIDES: Final = ("labels", "dependencies", "comments")
Belonging = dict[str, dict[str, list[object]]]


def is_dumped(record: Mapping[str, object]) -> bool:
    """Whether a record is a row of a table and not a line of an export: its metadata is text."""
    return isinstance(record.get("metadata"), str) and not any(side in record for side in _SIDES)


def with_sides(file: Path, beads: Mapping[str, Bead]) -> tuple[dict[str, Bead], list[BadLine]]:
    """The beads of a dump with what the files beside it say of them, and what those say in vain.

    A row beside the file has no line in it, so its trouble stands on line 1 and names the row.
    """
    found: Belonging = defaultdict(lambda: defaultdict(list))
    bad: list[BadLine] = []
    for side in _SIDES:
        path = file.with_name(f"{side}.jsonl")
        if path.is_file():
            bad += _collect(path, side, beads, found)
    whole = {bead_id: _joined(bead, found.get(bead_id, {})) for bead_id, bead in beads.items()}
    return whole, bad


def _collect(path: Path, side: str, beads: Mapping[str, Bead], found: Belonging) -> list[BadLine]:
    bad: list[BadLine] = []
    with path.open("rb") as stream:
        for line, record in read_records(stream):
            problem = _problem(record, side, beads)
            if problem:
                bad.append(BadLine(1, f"Line {line} of {path.name}: {problem}"))
            elif not isinstance(record, BadLine):
                value = record["label"] if side == "labels" else record
                found[str(record["issue_id"])][side].append(value)
    return bad


def _problem(record: Record | BadLine, side: str, beads: Mapping[str, Bead]) -> str:
    if isinstance(record, BadLine):
        return record.problem
    if side == "labels" and not isinstance(record.get("label"), str):
        return "The row has no text `label`."
    if record.get("issue_id") not in beads:
        return f"Bead {record.get('issue_id')} is not there."
    return ""


def _joined(bead: Bead, belonging: Mapping[str, list[object]]) -> Bead:
    return bead_from_record({**bead_to_record(bead), **belonging}) if belonging else bead

"""The lines of an import, and what its answer says that bd did not do."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from fabric.errors import HalfWritten, VersionsMoved
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record
from fabric.models.dependency import dependency_to_record
from fabric.models.instants import format_instant, parse_instant
from fabric.store.bd.replies import texts
from fabric.store.bd.steps import Addition, Load

Row = Mapping[str, object]

_SHOWN: Final = 3
_TIMES: Final = frozenset({"defer_until"})


def import_lines(load: Load, latest: Mapping[str, Row]) -> str:
    """What `bd import -` reads; `latest` are rows as bd answered them after they were read."""
    rows: list[Row] = [bead_to_record(bead) for bead in (*load.new, *load.replaced)]
    rows += [_added(each, latest.get(each.bead.id)) for each in load.additions]
    rows += [_amended(bead, latest.get(bead.id)) for bead in load.amended]
    rows = [_with_bd_times(row) for row in rows]
    rows += [{"_type": "memory", "key": key, "value": text} for key, text in load.notes.items()]
    # Escaped to ASCII, because no text may turn into bytes that are no UTF-8.
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def check_import(load: Load, answer: Row) -> None:
    """Raises VersionsMoved for rows that others changed meanwhile, HalfWritten for what was dropped."""
    new = {bead.id for bead in load.new}
    overwritten = new & _updated(answer)
    if overwritten:
        raise HalfWritten(
            f"Somebody made {_told(sorted(overwritten))} at the same moment, and bd replaced it.",
            "`bd history ID` has its earlier words; look which of the two is meant.",
        )
    whole = new | {bead.id for bead in (*load.replaced, *load.amended)}
    stale = {*texts(answer.get("stale_skipped_ids"))}
    stale |= whole & {*texts(answer.get("tie_kept_local_ids"))}
    if stale:
        raise VersionsMoved(tuple(sorted(stale)))
    dropped = texts(answer.get("skipped_dependencies"))
    if dropped:
        raise HalfWritten(
            f"bd did not take these dependencies: {_told(dropped)}.",
            "Mend what it names and run the command again; it completes the rest.",
        )
    missing = sorted({*load.about} - {*texts(answer.get("ids"))})
    count = answer.get("memories", 0)
    if missing or count != len(load.notes):
        raise HalfWritten(
            f"bd did not take {_told(missing)}." if missing else "bd did not take every note.",
            "Look at them with `bd show`; run the command again to complete the rest.",
        )


def _added(addition: Addition, latest: Row | None) -> Row:
    """A whole row with the time that bd has: it keeps its fields and takes what is added."""
    bead = addition.bead
    row: dict[str, object] = {**bead_to_record(bead), **(latest or {})}
    row["labels"] = list(addition.labels)
    row["dependencies"] = [dependency_to_record(edge) for edge in addition.dependencies]
    row["comments"] = [
        {"issue_id": bead.id, "author": c.author, "text": c.text, "created_at": c.created_at}
        for c in addition.comments
    ]
    return row


def _amended(bead: Bead, latest: Row | None) -> Row:
    """A whole row one second newer than what bd has."""
    known = parse_instant((latest or {}).get("updated_at")) or parse_instant(bead.updated_at)
    row = bead_to_record(bead)
    if known is not None:
        row["updated_at"] = format_instant(known + timedelta(seconds=1))
    return row


def _with_bd_times(row: Row) -> Row:
    """The same with every time in the one form that bd reads; what is no time at all is left out."""
    plain: dict[str, object] = {}
    for key, value in row.items():
        if key in _TIMES or key.endswith("_at"):
            instant = parse_instant(value)
            if instant is not None:
                plain[key] = format_instant(instant)
        elif key in {"dependencies", "comments"} and isinstance(value, list):
            plain[key] = [
                _with_bd_times(each) if isinstance(each, dict) else each for each in value
            ]
        else:
            plain[key] = value
    return plain


def _updated(answer: Row) -> set[str]:
    updated = answer.get("updated_issues")
    listed = updated if isinstance(updated, list) else []
    return {str(each.get("id")) for each in listed if isinstance(each, dict)}


def _told(items: Sequence[str]) -> str:
    shown = ", ".join(items[:_SHOWN])
    return f"{shown} and {len(items) - _SHOWN} more" if len(items) > _SHOWN else shown

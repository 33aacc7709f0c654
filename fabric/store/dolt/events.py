"""The local event rows that bd itself would have written: a courtesy to its history views."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from fabric.models.application import Stamp
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record
from fabric.store.dolt.rows import to_datetime
from fabric.store.dolt.session import DoltSession
from fabric.store.dolt.tables import EVENTS
from fabric.store.row_ids import row_id
from fabric.store.statements import chunks, insert_rows, marks

_LISTS: Final = ("_type", "labels", "dependencies", "comments")


class Event(NamedTuple):
    """One event row without its id, in the order of its columns: NULLs are None, as bd writes them."""

    issue_id: str
    event_type: str
    actor: str
    old_value: str | None
    new_value: str | None
    comment: str | None
    created_at: str | None


def write_events(
    session: DoltSession, before: Mapping[str, Bead], after: Mapping[str, Bead], stamp: Stamp
) -> None:
    """Write the events of a change, their ids derived as bd derives them."""
    at = to_datetime(stamp.at)
    told = [
        Event(bead_id, kind, stamp.by, old, new, comment, at)
        for bead_id, bead in after.items()
        for kind, old, new, comment in _events(before.get(bead_id), bead)
    ]
    if told:
        insert_rows(session, EVENTS, _with_ids(session, told))


_Told = tuple[str, str | None, str | None, str | None]


def _events(old: Bead | None, new: Bead) -> Iterator[_Told]:
    """What happened to one bead, in bd's words."""
    if old is None:
        yield "created", "", "", None
        old = Bead(new.id, dependencies=new.dependencies)  # bd tells no edges of a new bead
        yield from _labels(old, new)
        return
    yield from _labels(old, new)
    yield from _edges(old, new)
    if new.is_closed != old.is_closed:
        yield "closed" if new.is_closed else "reopened", "", new.close_reason, None
    else:
        yield from _fields(old, new)


def _labels(old: Bead, new: Bead) -> Iterator[_Told]:
    for label in sorted(set(new.labels) - set(old.labels)):
        yield "label_added", None, None, f"Added label: {label}"
    for label in sorted(set(old.labels) - set(new.labels)):
        yield "label_removed", None, None, f"Removed label: {label}"


def _edges(old: Bead, new: Bead) -> Iterator[_Told]:
    before = {edge.order for edge in old.dependencies}
    after = {edge.order for edge in new.dependencies}
    for target, kind in sorted(after - before):
        yield "dependency_added", "", f"Added dependency: {new.id} {kind} {target}", None
    for target, _ in sorted(before - after):
        yield "dependency_removed", "", f"Removed dependency on {target}", None


def _fields(old: Bead, new: Bead) -> Iterator[_Told]:
    before, after = _scalars(old), _scalars(new)
    changed = {key: value for key, value in after.items() if before.get(key) != value}
    changed |= {key: None for key in before if key not in after}
    if changed.keys() - {"updated_at"}:
        yield "updated", _json(before), _json(changed), None


def _scalars(bead: Bead) -> dict[str, object]:
    return {key: value for key, value in bead_to_record(bead).items() if key not in _LISTS}


def _json(values: Mapping[str, object]) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


def _with_ids(session: DoltSession, told: Sequence[Event]) -> list[dict[str, object]]:
    """The rows; the number in an id tells apart events that say the same at the same second."""
    taken = _there(session, [row_id("events", each, 0) for each in told])
    rows: list[dict[str, object]] = []
    for each in told:
        ordinal = 0
        key = row_id("events", each, ordinal)
        while key in taken:
            ordinal += 1
            key = row_id("events", each, ordinal)
            taken |= _there(session, [key])
        taken.add(key)
        rows.append({"id": key, **each._asdict()})
    return rows


def _there(session: DoltSession, keys: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for group in chunks(keys):
        sql = f"SELECT id FROM events WHERE id IN ({marks(group)})"  # noqa: S608  # values are bound
        found |= {str(row[0]) for row in session.run(sql, group)}
    return found

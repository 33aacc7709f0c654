"""Writing a change set by SQL, for every database: all inside the caller's transaction.

What differs between databases is said by a `Shape`. The caller opens the transaction so that no
other writer can slip in between (or so that the database notices one), and commits it.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Protocol

from fabric.errors import VersionsMoved
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet, RemoveConfig, SetConfig
from fabric.models.frozen import dataclass, field, replace
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.version import bead_version
from fabric.store.sql_journal import append
from fabric.store.statements import (
    Names,
    Row,
    Session,
    chunks,
    delete_rows,
    insert_rows,
    marks,
    update_rows,
)

ISSUES: Final = Names("issues", ("id",))
CONFIG: Final = Names("config", ("key",))


@dataclass(frozen=True, slots=True)
class BeadRows:
    """A bead as rows: one of its own, and the rows of each table that belong to it."""

    issue: Row
    belonging: Mapping[Names, Sequence[Row]]


class Shape(Protocol):
    """How beads lie in the tables of one kind of database."""

    def text(self, value: str) -> object:
        """A text as this database takes it."""
        ...

    def plain(self, value: object) -> str:
        """The text that came back."""
        ...

    def load(self, ids: Collection[str]) -> dict[str, Bead]:
        """Those of the ids that are there, whole, read in the transaction."""
        ...

    def rows(self, bead: Bead) -> BeadRows:
        """The rows that a bead needs; equal beads need equal rows."""
        ...

    def fresh(self, row: Row) -> Row:
        """Columns to write whenever the row of a bead is written, also where they did not change."""
        ...

    def written(self, written: "Written") -> None:
        """Do what else this database needs once the beads are written."""
        ...


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: the beads before and after, by id, what was relied on, when and by whom."""

    before: Mapping[str, Bead]
    after: Mapping[str, Bead]
    relied_on: frozenset[str]
    stamp: Stamp


@dataclass(slots=True)
class _Difference:
    """What must be written so that the rows say the beads after the change."""

    inserted: dict[Names, list[Row]] = field(default_factory=lambda: defaultdict(list))
    deleted: dict[Names, list[Sequence[object]]] = field(default_factory=lambda: defaultdict(list))
    updated: dict[tuple[str, ...], list[tuple[object, Row]]] = field(
        default_factory=lambda: defaultdict(list)
    )


def write_change_set(
    session: Session, shape: Shape, change_set: ChangeSet, draft: JournalDraft, writer: str
) -> JournalEntry:
    """Check, apply and record a change set; raises VersionsMoved or ChangeRefused."""
    before = shape.load({*change_set.bead_ids, *change_set.relies_on})
    config = _load_config(session, shape, change_set)
    _insist_on_versions(change_set, before, config)
    stamp = Stamp(draft.at, draft.actor.name)
    after = after_images(before, change_set.operations, stamp)
    _write_beads(session, shape, before, after)
    shape.written(Written(before, after, frozenset(before) & {*change_set.relies_on}, stamp))
    _write_config(session, shape, change_set, config)
    return append(session, draft, writer, shape.text)


def _insist_on_versions(
    change_set: ChangeSet, beads: Mapping[str, Bead], config: Mapping[str, str]
) -> None:
    moved = [
        bead_id
        for bead_id, version in change_set.relies_on.items()
        if bead_version(beads.get(bead_id)) != version
    ]
    moved += [key for key, value in change_set.config_relies_on.items() if config.get(key) != value]
    if moved:
        raise VersionsMoved(tuple(sorted(moved)))


def _write_beads(
    session: Session, shape: Shape, before: Mapping[str, Bead], after: Mapping[str, Bead]
) -> None:
    difference = _Difference()
    for bead_id, bead in after.items():
        old, new = before.get(bead_id), bead
        if old is None:
            _compare(difference, shape, None, shape.rows(new))
        else:
            old, new = _without_equals(old, new)
            _compare(difference, shape, shape.rows(old), shape.rows(new))
    # A bead's own row first, because the rows that belong to it point at it.
    insert_rows(session, ISSUES, difference.inserted.pop(ISSUES, []))
    for changed in difference.updated.values():
        update_rows(session, ISSUES, changed)
    for table, keys in difference.deleted.items():
        delete_rows(session, table, keys)
    for table, rows in difference.inserted.items():
        insert_rows(session, table, rows)


def _without_equals(old: Bead, new: Bead) -> tuple[Bead, Bead]:
    """Both beads without the lists that they have in common: a work item may have many comments."""
    same: dict[str, tuple[()]] = {}
    for name in ("labels", "dependencies", "comments"):
        if getattr(old, name) == getattr(new, name):
            same[name] = ()
    return (replace(old, **same), replace(new, **same)) if same else (old, new)  # type: ignore[arg-type]  # empty lists of each kind


def _compare(difference: _Difference, shape: Shape, old: BeadRows | None, new: BeadRows) -> None:
    if old is None:
        difference.inserted[ISSUES].append({**new.issue, **shape.fresh(new.issue)})
    else:
        moved = {key: value for key, value in new.issue.items() if old.issue[key] != value}
        if moved:
            moved |= shape.fresh(new.issue)
            difference.updated[tuple(moved)].append((new.issue["id"], moved))
    for table, rows in new.belonging.items():
        there = {_key(row, table): row for row in (old.belonging[table] if old else ())}
        wanted = {_key(row, table): row for row in rows}
        gone = [key for key, row in there.items() if wanted.get(key) != row]
        missing = [row for key, row in wanted.items() if there.get(key) != row]
        if gone:
            difference.deleted[table] += gone
        if missing:
            difference.inserted[table] += missing


def _key(row: Row, table: Names) -> tuple[object, ...]:
    return tuple(row[name] for name in table.key)


def _load_config(session: Session, shape: Shape, change_set: ChangeSet) -> dict[str, str]:
    keys = sorted({*change_set.config_keys, *change_set.config_relies_on})
    found: dict[str, str] = {}
    for some in chunks(keys):
        sql = f"SELECT `key`, value FROM config WHERE `key` IN ({marks(some)})"  # noqa: S608  # values are bound
        rows = session.run(sql, [shape.text(key) for key in some])
        found.update((shape.plain(key), shape.plain(value)) for key, value in rows)
    return found


def _write_config(
    session: Session, shape: Shape, change_set: ChangeSet, before: Mapping[str, str]
) -> None:
    after: dict[str, str | None] = {}
    for operation in change_set.operations:
        if isinstance(operation, SetConfig):
            after[operation.key] = operation.value
        elif isinstance(operation, RemoveConfig):
            after[operation.key] = None
    text = shape.text
    moved = {key: value for key, value in after.items() if before.get(key) != value}
    gone = [(text(key),) for key in moved if key in before]
    new = [
        {"key": text(key), "value": text(value)}
        for key, value in moved.items()
        if value is not None
    ]
    delete_rows(session, CONFIG, gone)
    insert_rows(session, CONFIG, new)

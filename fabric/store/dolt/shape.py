"""How beads lie in bd's tables behind a Dolt server."""

import secrets
from collections.abc import Collection, Sequence
from typing import Final

from fabric.errors import ChangeRefused
from fabric.models.bead import Bead
from fabric.models.words import PARENT_CHILD
from fabric.store.dolt.blocked import refresh_blocked
from fabric.store.dolt.events import write_events
from fabric.store.dolt.probe import Schema
from fabric.store.dolt.reading import DoltRows
from fabric.store.dolt.rows import (
    comment_rows,
    edge_rows,
    extra_rows,
    issue_row,
    label_rows,
)
from fabric.store.dolt.session import DoltSession
from fabric.store.dolt.tables import COMMENTS, DEPENDENCIES, EXTRA, LABELS
from fabric.store.sql import BeadRows, Written
from fabric.store.statements import Row, chunks, marks

_LOCK: Final = "UPDATE issues SET row_lock = ?, updated_at = updated_at WHERE id IN ({ids})"
_WISPS: Final = "SELECT id FROM wisps WHERE id IN ({ids})"
_CHILD: Final = (
    "INSERT INTO child_counters (parent_id, last_child) VALUES (?, ?)"
    " ON DUPLICATE KEY UPDATE last_child = GREATEST(last_child, ?)"
)
_HALF: Final = 2**63


class DoltShape:
    """A `sql.Shape` for bd's schema 66."""

    def __init__(self, session: DoltSession, schema: Schema) -> None:
        self._session = session
        self._schema = schema

    def text(self, value: str) -> object:
        """A text as the server takes it. Raises ChangeRefused for half a character."""
        return _whole(value)

    def plain(self, value: object) -> str:
        """The text that came back."""
        return value if isinstance(value, str) else str(value)

    def load(self, ids: Collection[str]) -> dict[str, Bead]:
        """Those of the ids that are there, whole, read in the transaction."""
        return DoltRows(self._session, self._schema).beads(ids)

    def rows(self, bead: Bead) -> BeadRows:
        """The rows that a bead needs. Raises ChangeRefused for what bd's columns cannot take."""
        rows = BeadRows(
            issue_row(bead, self._schema),
            {
                LABELS: label_rows(bead),
                DEPENDENCIES: edge_rows(bead),
                COMMENTS: comment_rows(bead),
                EXTRA: extra_rows(bead, self._schema),
            },
        )
        for row in (rows.issue, *(row for some in rows.belonging.values() for row in some)):
            for value in row.values():
                if isinstance(value, str):
                    _whole(value)
        return rows

    def fresh(self, row: Row) -> Row:
        """A new row lock, because two who change different columns must not be merged in silence.

        And the time of the change, because the server sets it to its own where it is not told.
        """
        return {"row_lock": fresh_lock(), "updated_at": row["updated_at"]}

    def written(self, written: Written) -> None:
        """Renew row locks, keep blocked flags, write events.

        Rows of labels and edges merge in silence, so the lock of each bead that was relied on or
        touched is renewed, also where its own row did not change.
        """
        new = [each for each in written.after if each not in written.before]
        session = self._session
        _refuse_wisps(session, new)
        _count_children(session, [written.after[each] for each in new])
        for group in chunks(sorted((written.relied_on | written.after.keys()) - {*new})):
            session.run(_LOCK.format(ids=marks(group)), (fresh_lock(), *group))
        refresh_blocked(session, written.before, written.after)
        write_events(session, written.before, written.after, written.stamp)


def fresh_lock() -> int:
    """A random signed number of 64 bits that is not zero."""
    while True:
        value = secrets.randbits(64) - _HALF
        if value:
            return value


def _refuse_wisps(session: DoltSession, new: Sequence[str]) -> None:
    """An id among bd's wisps would hide the bead of that id."""
    for group in chunks(new):
        found = session.run(_WISPS.format(ids=marks(group)), group)
        if found:
            raise ChangeRefused(f"{found[0][0]} is a wisp of bd's already.", "Choose another id.")


def _count_children(session: DoltSession, new: Sequence[Bead]) -> None:
    """Tell bd which numbers of children are taken, so that it gives them to no other."""
    highest: dict[str, int] = {}
    for bead in new:
        parent, _, last = bead.id.rpartition(".")
        if parent in bead.targets(PARENT_CHILD) and last.isdecimal():
            highest[parent] = max(highest.get(parent, 0), int(last))
    for parent, number in sorted(highest.items()):
        session.run(_CHILD, (parent, number, number))


def _whole(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ChangeRefused(
            f"A text holds half a character ({value[error.start : error.end]!a}), which a Dolt "
            "database cannot keep.",
            "Take it out of the text.",
        ) from error
    return value

"""All beads of a workspace as one `bd query` answered them, made into beads when they are asked for."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from fabric.models.bead import Bead, Comment
from fabric.models.bead_record import bead_from_record
from fabric.models.frozen import replace
from fabric.ports import BeadQuery
from fabric.store.bd.late_comments import LateComments
from fabric.store.matching import matches

Row = Mapping[str, object]
ReadComments = Callable[[str], tuple[Comment, ...]]

_COUNT: Final = "comment_count"
_DERIVED: Final = frozenset({"parent", "is_blocked"})
"""What bd works out for the reader of a listing; an export has neither."""


class Snapshot:
    """Beads by id. `state` is what the workspace's state was just before they were read."""

    def __init__(self, rows: Iterable[Row], state: str, read_comments: ReadComments) -> None:
        self.state = state
        self._rows = {str(row["id"]): row for row in rows if row.get("id")}
        self._ids = sorted(self._rows)
        self._beads: dict[str, Bead] = {}
        self._read_comments = read_comments

    @property
    def ids(self) -> Sequence[str]:
        """All ids, sorted."""
        return self._ids

    def has(self, bead_id: str) -> bool:
        """Whether a bead is there."""
        return bead_id in self._rows

    def plain(self, bead_id: str) -> Bead | None:
        """A bead without its comments."""
        row = self._rows.get(bead_id)
        if row is None:
            return None
        if bead_id not in self._beads:
            self._beads[bead_id] = bead_of(row)
        return self._beads[bead_id]

    def whole(self, bead_id: str) -> Bead | None:
        """A bead with its comments, which are read when somebody looks at them."""
        bead, count = self.plain(bead_id), self.comment_count(bead_id)
        if bead is None or not count:
            return bead
        return replace(bead, comments=LateComments(count, lambda: self._read_comments(bead_id)))

    def find(self, query: BeadQuery) -> Iterator[Bead]:
        """What a query asks for, sorted by id."""
        for bead_id in self._ids:
            if _may_match(self._rows[bead_id], query):
                bead = self.plain(bead_id)
                if bead is not None and matches(bead, query):
                    yield bead

    def commented(self) -> list[str]:
        """Ids of the beads that have comments, sorted."""
        return [bead_id for bead_id in self._ids if self.comment_count(bead_id)]

    def comment_count(self, bead_id: str) -> int:
        """How many comments a bead has."""
        count = self._rows.get(bead_id, {}).get(_COUNT)
        return count if isinstance(count, int) else 0


def bead_of(row: Row) -> Bead:
    """The bead that a row of a listing says, without comments."""
    known = {key: value for key, value in row.items() if key not in _DERIVED}
    known.pop("comments", None)
    return bead_from_record(known)


def _may_match(row: Row, query: BeadQuery) -> bool:
    """A cheap look at the row: False only where the bead cannot be what is asked for."""
    labels, status = row.get("labels") or (), row.get("status")
    if not isinstance(labels, Collection) or not isinstance(status, str):
        return True
    return (
        all(label in labels for label in query.labels_all)
        and (not query.labels_any or any(label in labels for label in query.labels_any))
        and (not query.statuses or status in query.statuses)
        and (not query.points_at or bool(row.get("dependencies")))
    )

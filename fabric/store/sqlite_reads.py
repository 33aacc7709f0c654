"""All reads of the embedded store, by plain `sqlite3`."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Final

from fabric.errors import NotFound
from fabric.models.bead import Bead, Comment
from fabric.models.dependency import Dependency
from fabric.models.journal_entry import JournalEntry
from fabric.models.outline import Guidance
from fabric.models.query import BadLine, BeadQuery, JournalQuery, MemoryQuery
from fabric.store.matching import matches
from fabric.store.sql_journal_reads import (
    read_journal,
    read_names,
    read_payload,
    read_payloads,
)
from fabric.store.sqlite_errors import explained
from fabric.store.sqlite_file import is_writable, open_for_reading, place_of, schema_number
from fabric.store.sqlite_outlines import read_outlines
from fabric.store.sqlite_query import (
    ALL,
    begins_with,
    both,
    fewest_labelled,
    names_something,
    needed_edges,
    where,
    within,
)
from fabric.store.sqlite_rows import (
    COMMENT_COLUMNS,
    EDGE_COLUMNS,
    ISSUE_COLUMNS,
    bead_of,
    comment_of,
    edge_of,
    plain,
)
from fabric.store.statements import CHUNK, Condition, chunks

_ISSUES: Final = f"SELECT {', '.join(ISSUE_COLUMNS)} FROM issues"  # noqa: S608  # our own names
_LABELS: Final = "SELECT issue_id, label FROM labels"
_EDGES: Final = f"SELECT {', '.join(EDGE_COLUMNS)} FROM dependencies"  # noqa: S608  # our own names
_COMMENTS: Final = f"SELECT {', '.join(COMMENT_COLUMNS)} FROM comments"  # noqa: S608  # our own names
# The statuses that occur, by one step in the index each, however many beads carry them.
_STATUSES: Final = """
    WITH RECURSIVE found(status) AS (
        SELECT min(status) FROM issues
        UNION ALL
        SELECT (SELECT min(status) FROM issues WHERE status > found.status)
        FROM found WHERE found.status IS NOT NULL
    )
    SELECT status FROM found WHERE status IS NOT NULL
"""
_ENOUGH_TO_COMPARE: Final = 20_000


class SqliteRows:
    """Beads from one connection; counts the rows that it fetched."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.rows_read = 0

    def fetch(self, condition: Condition) -> list[tuple[object, ...]]:
        """All rows of one SELECT, its text given as the condition's."""
        rows = self._connection.execute(condition.sql, condition.parameters).fetchall()
        self.rows_read += len(rows)
        return rows

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there, sorted, with their comments."""
        found: dict[str, Bead] = {}
        for group in chunks(sorted(set(ids))):
            rows = self._select(_ISSUES, within("id", group), "id")
            found.update((bead.id, bead) for bead in self._whole(rows, with_comments=True))
        return found

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        if query.not_statuses and (query.points_at or not names_something(query)):
            # Said as what the status may be, an index serves: much may point at a bead that is closed.
            some = self._statuses_but(query.not_statuses)
            wanted = tuple(each for each in some if not query.statuses or each in query.statuses)
            if not wanted:
                return []
            query = query._replace(statuses=wanted, not_statuses=())
        found: dict[str, Bead] = {}
        for group in chunks(query.points_at) if query.points_at else ((),):
            part = query._replace(points_at=tuple(group))
            rows = self._select(_ISSUES, where(part, self._size_of), "id")
            beads = chain.from_iterable(
                self._whole(some, with_comments=query.with_comments, edges=needed_edges(part))
                for some in chunks(rows)
            )
            found.update((bead.id, bead) for bead in beads)
        asked = [found[each] for each in sorted(found)]
        return [bead for bead in asked if matches(bead, query)] if query.closed_since else asked

    def guidance(self, query: MemoryQuery) -> Guidance:
        """The memories of some domains, the plain ones outlined, all others whole."""
        some = fewest_labelled(query.whole, self._size_of)
        found = read_outlines(self.fetch, some, query)
        if found is None:
            return Guidance([], self.find(query.whole))
        beads = self.beads(found.others).values()
        return Guidance(found.outlines, list(beads))

    def everything(self) -> Iterator[Bead]:
        """Every bead, sorted by id, a few hundred at a time."""
        cursor = self._connection.execute(f"{_ISSUES} ORDER BY id")
        while rows := cursor.fetchmany(CHUNK):
            self.rows_read += len(rows)
            yield from self._whole(rows, with_comments=True)

    def texts(self, select: str, condition: Condition, end: str) -> list[tuple[str, ...]]:
        """Rows of texts under a condition, `end` being what stands behind it."""
        sql = f"{select} WHERE {condition.sql} {end}"
        rows = self.fetch(Condition(sql, condition.parameters))
        return [tuple(map(plain, row)) for row in rows]

    def _select(self, select: str, condition: Condition, order: str) -> list[tuple[object, ...]]:
        sql = f"{select} WHERE {condition.sql} ORDER BY {order}"
        return self.fetch(Condition(sql, condition.parameters))

    def _whole(
        self, rows: Sequence[tuple[object, ...]], *, with_comments: bool, edges: Condition = ALL
    ) -> list[Bead]:
        """The beads of at most CHUNK issue rows, with what belongs to them."""
        ids = [plain(row[0]) for row in rows]
        of_these = within("issue_id", ids)
        labels: dict[str, list[str]] = defaultdict(list)
        for row in self._select(_LABELS, of_these, "issue_id, label"):
            labels[plain(row[0])].append(plain(row[1]))
        found: dict[str, list[Dependency]] = defaultdict(list)
        needed = both(of_these, edges)
        for row in self._select(_EDGES, needed, "issue_id, depends_on_id, type"):
            edge = edge_of(row)
            found[edge.issue_id].append(edge)
        comments: dict[str, list[Comment]] = defaultdict(list)
        if with_comments:
            for row in self._select(_COMMENTS, of_these, "issue_id, position"):
                comments[plain(row[0])].append(comment_of(row))
        return [
            bead_of(
                row,
                tuple(labels.get(bead_id, ())),
                tuple(found.get(bead_id, ())),
                tuple(comments.get(bead_id, ())),
            )
            for bead_id, row in zip(ids, rows, strict=True)
        ]

    def _statuses_but(self, unwanted: Sequence[str]) -> tuple[str, ...]:
        found = [plain(status) for (status,) in self.fetch(Condition(_STATUSES))]
        return tuple(status for status in found if status not in unwanted)

    def _size_of(self, ids: Condition) -> int:
        some = f"SELECT count(*) FROM ({ids.sql} LIMIT {_ENOUGH_TO_COMPARE})"  # noqa: S608  # values are bound
        (count,) = self._connection.execute(some, ids.parameters).fetchone()
        return int(count)


class SqliteReads:
    """The reading half of the embedded store."""

    def __init__(self, path: Path, *, wait_seconds: float) -> None:
        self._path = path
        self._wait_seconds = wait_seconds
        self._place = place_of(path)
        self._connection = open_for_reading(path, wait_seconds)
        self._rows = SqliteRows(self._connection)
        self._rows_elsewhere = 0
        try:
            with explained(self._place):
                self._schema = schema_number(self._connection, path)
        except BaseException:
            self._connection.close()
            raise

    @property
    def url(self) -> str:
        """What was opened, named so that it means the same wherever it is looked at from."""
        return f"sqlite:///{self._path.absolute()}"

    @property
    def writable(self) -> bool:
        """Whether file and folder let us write."""
        return is_writable(self._path)

    @property
    def has_journal(self) -> bool:
        """Always."""
        return True

    @property
    def rows_read(self) -> int:
        """How many rows were fetched."""
        return self._rows.rows_read + self._rows_elsewhere

    def bead(self, bead_id: str) -> Bead | None:
        """One bead with its comments, or None."""
        return self.beads((bead_id,)).get(bead_id)

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there, with their comments."""
        with self._snapshot():
            return self._rows.beads(ids)

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        with self._snapshot():
            return self._rows.find(query)

    def guidance(self, query: MemoryQuery) -> Guidance:
        """The memories of some domains, the plain ones outlined, all others whole."""
        with self._snapshot():
            return self._rows.guidance(query)

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with a text, sorted, at most `limit`."""
        end = f"ORDER BY id LIMIT {max(0, limit)}"
        with self._snapshot():
            found = self._rows.texts("SELECT id FROM issues", begins_with("id", prefix), end)
        return [bead_id for (bead_id,) in found]

    def all_beads(self) -> Iterator[Bead]:
        """Every bead with its comments, sorted by id; read on a connection of its own."""
        # The iterator may stay open for long, and other reads must meanwhile see what is new.
        with (
            closing(open_for_reading(self._path, self._wait_seconds)) as connection,
            explained(self._place),
        ):
            rows = SqliteRows(connection)
            connection.execute("BEGIN")
            try:
                yield from rows.everything()
            finally:
                self._rows_elsewhere += rows.rows_read

    def bad_lines(self) -> Sequence[BadLine]:
        """None: a database has no lines."""
        return ()

    def lines(self) -> Mapping[str, int]:
        """None: a database has no lines."""
        return {}

    def config(self, prefix: str = "") -> dict[str, str]:
        """Config rows whose key begins with a text, sorted by key."""
        with self._snapshot():
            rows = self._rows.texts(
                "SELECT key, value FROM config", begins_with("key", prefix), "ORDER BY key"
            )
        return {row[0]: row[1] for row in rows}

    def journal(self, query: JournalQuery) -> list[JournalEntry]:
        """Entries in the order (at, writer, sequence)."""
        with self._snapshot():
            return read_journal(self._rows.fetch, query) if self._is_current() else []

    def journal_payload(self, writer: str, sequence: int) -> str | None:
        """The payload text of an entry; None where it was blanked. Raises NotFound."""
        with self._snapshot():
            found = read_payload(self._rows.fetch, writer, sequence) if self._is_current() else []
        if not found:
            raise NotFound(
                f"There is no journal entry {writer}/{sequence}.", "See fabric audit for those."
            )
        return found[0]

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        """The payloads of all entries that a query asks for, by (writer, sequence)."""
        with self._snapshot():
            return read_payloads(self._rows.fetch, query) if self._is_current() else {}

    def journal_names(self) -> Iterable[tuple[str, str, int]]:
        """All that the index of the journal says."""
        with self._snapshot():
            return read_names(self._rows.fetch) if self._is_current() else []

    def close_reading(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _is_current(self) -> bool:
        """Whether our tables are there; in a store of an older version they come with a write."""
        if self._schema == 0:
            self._schema = schema_number(self._connection, self._path)
        return self._schema > 0

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """All statements inside see the store as it was at the first."""
        with explained(self._place):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                with suppress(sqlite3.Error):  # a failed read may have ended the transaction
                    self._connection.execute("COMMIT")

"""bd's own database behind a Dolt server: one change set is one transaction and one Dolt commit."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

import pymysql

from fabric.errors import NotFound
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.outline import Guidance
from fabric.models.query import BadLine, BeadQuery, JournalQuery, MemoryQuery
from fabric.models.version import ABSENT
from fabric.store.dolt.address import Address, parse_address
from fabric.store.dolt.commit import commit
from fabric.store.dolt.errors import explained, is_conflict
from fabric.store.dolt.ground import has_own_tables, insist_on_known, make_own_tables
from fabric.store.dolt.probe import Schema, insist_on_writable, probe
from fabric.store.dolt.reading import DoltRows
from fabric.store.dolt.session import Connections, DoltSession, password_in, turn
from fabric.store.dolt.shape import DoltShape
from fabric.store.opening import Opening, WriterId, written_by
from fabric.store.sql import write_change_set
from fabric.store.sql_journal import append, blank
from fabric.store.sql_journal_reads import (
    read_journal,
    read_names,
    read_payload,
    read_payloads,
)
from fabric.store.statements import Condition

_TRIES: Final = 5
_Answer = TypeVar("_Answer")
_Write = Callable[[DoltSession, DoltShape, str], _Answer]
_Fetch = Callable[[Condition], Sequence[Sequence[object]]]


class DoltStore:
    """A `ports.Store` over SQL."""

    def __init__(self, address: Address, opening: Opening) -> None:
        self._address = address
        self._writer_id: WriterId = opening.writer_id
        self._wait_seconds = opening.wait_seconds
        self._connections = Connections(
            address, password_in(opening.environment), opening.wait_seconds
        )
        self._rows_read = 0
        self._known: Schema | None = None

    @property
    def url(self) -> str:
        """What was opened, without any password."""
        return self._address.url

    @property
    def writable(self) -> bool:
        """Whether bd's schema is one that we write."""
        return self._schema().is_writable

    @property
    def has_journal(self) -> bool:
        """Whether a journal is here, or can be begun."""
        return self._schema().has("fabric_journal") or self.writable

    @property
    def rows_read(self) -> int:
        """How many rows were fetched."""
        return self._rows_read

    def bead(self, bead_id: str) -> Bead | None:
        """One bead with its comments, or None."""
        return self.beads((bead_id,)).get(bead_id)

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there."""
        with self._reading() as rows:
            return rows.beads(ids)

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        with self._reading() as rows:
            return rows.find(query)

    def guidance(self, query: MemoryQuery) -> Guidance:
        """The memories of some domains, all of them whole."""
        return Guidance([], self.find(query.whole))

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with a text, sorted."""
        # The first condition can use the key, the second one is exact.
        sql = "SELECT id FROM issues WHERE id >= ? AND LEFT(id, ?) = ? ORDER BY id LIMIT ?"
        with self._reading() as rows:
            found = rows.named(sql, (prefix, len(prefix), prefix, limit))
        return [str(row["id"]) for row in found]

    def all_beads(self) -> Iterator[Bead]:
        """Every bead with its comments, sorted by id."""
        with self._reading() as rows:
            yield from rows.everything()

    def bad_lines(self) -> Sequence[BadLine]:
        """None: a database has no lines."""
        return ()

    def lines(self) -> Mapping[str, int]:
        """None: a database has no lines."""
        return {}

    def config(self, prefix: str = "") -> dict[str, str]:
        """Config rows whose key begins with a text, bd's own included."""
        sql = "SELECT `key`, value FROM config WHERE LEFT(`key`, ?) = ? ORDER BY `key`"
        with self._reading() as rows:
            found = rows.named(sql, (len(prefix), prefix))
        return {str(row["key"]): str(row["value"]) for row in found}

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:
        """Apply a change set whole, with its journal entry and its Dolt commit, or not at all."""

        def write(session: DoltSession, shape: DoltShape, writer: str) -> JournalEntry:
            return write_change_set(session, shape, change_set, draft, writer)

        new = {each for each, version in change_set.relies_on.items() if version == ABSENT}
        touched = {*change_set.bead_ids, *change_set.relies_on} - new
        return self._write(write, draft, touched, with_config=bool(change_set.config_keys))

    def journal(self, query: JournalQuery) -> list[JournalEntry]:
        """Entries in the order (at, writer, sequence)."""
        with self._journal() as fetch:
            return read_journal(fetch, query) if fetch else []

    def journal_payload(self, writer: str, sequence: int) -> str | None:
        """The payload text of an entry; None where it was blanked. Raises NotFound."""
        with self._journal() as fetch:
            found = read_payload(fetch, writer, sequence) if fetch else []
        if not found:
            raise NotFound(
                f"There is no journal entry {writer}/{sequence}.", "See fabric audit for those."
            )
        return found[0]

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        """The payloads of all entries that a query asks for."""
        with self._journal() as fetch:
            return read_payloads(fetch, query) if fetch else {}

    def journal_names(self) -> Iterable[tuple[str, str, int]]:
        """All that the index of the journal says."""
        with self._journal() as fetch:
            return read_names(fetch) if fetch else []

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        """Blank all payloads that name a bead, with an entry that says so."""

        def write(session: DoltSession, shape: DoltShape, writer: str) -> int:
            count = blank(session, bead_id, shape.text)
            append(session, draft, writer, shape.text)
            return count

        return self._write(write, draft, {bead_id}, with_config=False)

    def close(self) -> None:
        """Let go of the connections."""
        self._connections.close()

    @contextmanager
    def _connected(self) -> Iterator[DoltSession]:
        self._schema()
        with explained(self._address), self._connections.session() as session:
            yield session

    @contextmanager
    def _reading(self) -> Iterator[DoltRows]:
        with self._connected() as session:
            rows = DoltRows(session, self._schema())
            try:
                yield rows
            finally:
                self._rows_read += rows.rows_read

    @contextmanager
    def _journal(self) -> Iterator[_Fetch | None]:
        """How to fetch rows of the journal; None where there is no journal yet."""
        with self._connected() as session:
            there = self._schema().has("fabric_journal")
            yield (lambda asked: session.run(asked.sql, asked.parameters)) if there else None

    def _schema(self) -> Schema:
        if self._known is None:
            with explained(self._address), self._connections.session() as session:
                self._known = probe(session, self._address)
        return self._known

    def _write(
        self, write: _Write[_Answer], draft: JournalDraft, touched: set[str], *, with_config: bool
    ) -> _Answer:
        """One transaction and one Dolt commit; again where somebody else was faster."""
        insist_on_writable(self._schema(), self._address)
        writer = written_by(self._writer_id)
        with (
            explained(self._address, touched),
            self._connections.session() as session,
            turn(session, self._address, self._wait_seconds),
        ):
            shape = DoltShape(session, self._prepared(session, draft))
            for attempt in range(_TRIES):
                try:
                    answer = write(session, shape, writer)
                    commit(session, draft, with_config=with_config)
                except pymysql.MySQLError as error:
                    if not is_conflict(error) or attempt == _TRIES - 1:
                        raise
                    session.rollback()
                else:
                    return answer
        raise AssertionError("the last try either answers or raises")

    def _prepared(self, session: DoltSession, draft: JournalDraft) -> Schema:
        """The schema with our tables in it, made now where they are missing."""
        schema = self._schema()
        if not has_own_tables(schema):
            make_own_tables(session, draft)
            schema = self._known = probe(session, self._address)
        insist_on_known(session, self.url)
        session.rollback()
        return schema


def open_backend(place: str, opening: Opening) -> DoltStore:
    """Open `dolt://USER@HOST:PORT/DATABASE`; `place` begins behind `dolt:`.

    Nothing is asked of the server before the first question. Raises WrongUse.
    """
    return DoltStore(parse_address(f"dolt:{place}"), opening)

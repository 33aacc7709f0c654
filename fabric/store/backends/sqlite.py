"""The embedded store: one SQLite file, the default without bd."""

from pathlib import Path
from typing import Protocol

from fabric.errors import WrongUse
from fabric.models.change_set import ChangeSet
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.store.opening import Opening, WriterId, written_by
from fabric.store.sqlite_reads import SqliteReads


class Writer(Protocol):
    """The writing half, which is loaded by the first write only."""

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry:
        """Apply a change set whole, or not at all."""
        ...

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        """Blank all payloads that name a bead."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class SqliteStore(SqliteReads):
    """A `ports.Store` in one file, which must be there."""

    def __init__(self, path: Path, writer_id: WriterId, *, wait_seconds: float = 10.0) -> None:
        super().__init__(path, wait_seconds=wait_seconds)
        self._writer_id = writer_id
        self._writer: Writer | None = None

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:
        """Apply a change set whole, with its journal entry, or not at all."""
        return self._writing().apply(change_set, draft)

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        """Blank all payloads that name a bead, with an entry that says so; how many there were."""
        return self._writing().blank_payloads(bead_id, draft)

    def close(self) -> None:
        """Let go of the file; the writer last, because only it can move the log into the database."""
        self.close_reading()
        if self._writer is not None:
            self._writer.close()

    def _writing(self) -> Writer:
        if self._writer is None:
            from fabric.store.sqlite_write import SqliteWriter  # noqa: PLC0415  # a write only

            self._writer = SqliteWriter(
                self._path, written_by(self._writer_id), wait_seconds=self._wait_seconds
            )
        return self._writer


def open_backend(place: str, opening: Opening) -> SqliteStore:
    """Open `sqlite:///PATH` (a fourth slash begins an absolute path); `place` begins behind `sqlite:`.

    With `opening.create` the file is made where it is missing.
    """
    if not place.startswith("///") or place == "///":
        raise WrongUse(
            f"sqlite:{place} names no file.",
            "Write sqlite:///PATH, as sqlite:///.fabric/fabric.db.",
        )
    path = opening.folder / place.removeprefix("///")
    if opening.create:
        from fabric.store.sqlite_make import create_store  # noqa: PLC0415  # loads SQLAlchemy

        create_store(path, wait_seconds=opening.wait_seconds)
    return SqliteStore(path, opening.writer_id, wait_seconds=opening.wait_seconds)

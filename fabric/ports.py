"""What services ask of the world: a store, a clock, ids, a runner, this machine, a person."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet
from fabric.models.frozen import dataclass
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.outline import Guidance
from fabric.models.query import BadLine as BadLine
from fabric.models.query import BeadQuery as BeadQuery
from fabric.models.query import JournalQuery as JournalQuery
from fabric.models.query import MemoryQuery as MemoryQuery
from fabric.models.sighting import Sighting


class Store(Protocol):
    """Where the graph lives. Every backend passes one contract suite (tests/store)."""

    @property
    def url(self) -> str:
        """What was opened, without any password."""
        ...

    @property
    def writable(self) -> bool:
        """Whether `apply` can work."""
        ...

    @property
    def has_journal(self) -> bool:
        """Whether this store keeps a journal."""
        ...

    @property
    def rows_read(self) -> int:
        """How many rows or records were read so far, for tests of growth."""
        ...

    def bead(self, bead_id: str) -> Bead | None:
        """One bead with its comments, or None."""
        ...

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there, with their comments."""
        ...

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        ...

    def guidance(self, query: MemoryQuery) -> Guidance:
        """The memories that a query asks for, each once, sorted by id.

        A store may outline the plain ones (`models.outline`), if they carry the label of one known
        domain only and no `supersedes` edge begins or ends at them; all others are whole.
        """
        ...

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with a text, sorted, at most `limit`."""
        ...

    def all_beads(self) -> Iterator[Bead]:
        """Every bead with its comments, sorted by id."""
        ...

    def bad_lines(self) -> Sequence[BadLine]:
        """Records that could not be read, in order; empty for a database."""
        ...

    def lines(self) -> Mapping[str, int]:
        """On which line each bead stands, for a file; empty for a database."""
        ...

    def config(self, prefix: str = "") -> dict[str, str]:
        """Config rows whose key begins with a text."""
        ...

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:
        """Apply a change set whole, with its journal entry, or not at all.

        Returns the entry after the store confirmed it (None where the store keeps no journal).
        Raises VersionsMoved when a version that the change set relies on moved, ChangeRefused when
        an operation makes no sense, StoreReadOnly, StoreBusy.
        """
        ...

    def journal(self, query: JournalQuery) -> list[JournalEntry]:
        """Entries in the order (at, writer, sequence)."""
        ...

    def journal_payload(self, writer: str, sequence: int) -> str | None:
        """The payload text of an entry; None where it was blanked. Raises NotFound."""
        ...

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        """The payloads of all entries that a query asks for, by (writer, sequence), in one go."""
        ...

    def journal_names(self) -> Iterable[tuple[str, str, int]]:
        """All that the index of the journal says: bead id, writer and sequence, for each naming."""
        ...

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        """Blank all payloads that name a bead, with an entry that says so; how many there were."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


class Resuming(ABC):
    """A store that takes several steps for a change set, so that its writer can end in between."""

    @abstractmethod
    def finish(self) -> None:
        """Complete and record what a writer that ended left in the middle; harmless to repeat."""


class Clock(Protocol):
    """What time it is."""

    def now(self) -> datetime:
        """The present instant, aware, UTC."""
        ...

    def pause(self, attempt: int) -> None:
        """Wait a little before trying again; longer, and never alike, for later attempts."""
        ...


class Identities(Protocol):
    """New ids."""

    def bead_id(self, prefix: str) -> str:
        """A fresh id `<prefix>-<8 base36 characters>`."""
        ...


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a command ended.

    `exit_status` is None when it did not run or was stopped; `problem` then says why, in words.
    `output_digest` is over what was read of both streams, `tail` its last lines.
    """

    exit_status: int | None
    output_digest: str
    tail: str
    seconds: float
    problem: str = ""


class Runner(Protocol):
    """Runs a command without a shell."""

    def run(
        self, arguments: Sequence[str], *, folder: Path, timeout_seconds: float, output_limit: int
    ) -> RunResult:
        """Run in a folder, bounded in time and output."""
        ...


@dataclass(frozen=True, slots=True)
class WorktreeState:
    """What is checked out: `commit` is None outside a repository; `dirty` lists changed paths."""

    commit: str | None
    dirty: tuple[str, ...]


class Worktree(Protocol):
    """The checked-out files that a verification looks at."""

    @property
    def folder(self) -> Path:
        """Its root."""
        ...

    def state(self) -> WorktreeState:
        """Commit and changed paths, ours (`.beads/`, `.fabric/`, the export) left out."""
        ...


@dataclass(frozen=True, slots=True)
class Trust:
    """That a person trusted a memory's commands on this machine."""

    digest: str
    memory: str
    by: str
    at: str


class LocalState(Protocol):
    """What belongs to this machine and user, and is never copied with a store."""

    def writer_id(self, store_url: str) -> str:
        """The id under which this machine writes the journal of a store."""
        ...

    def trusted(self, digest: str) -> Trust | None:
        """Whether a person trusted the memory with this digest here."""
        ...

    def trust(self, trust: Trust) -> None:
        """Remember that trust."""
        ...

    def seen(self, store_url: str) -> Sequence[Sighting]:
        """Entries of a store's journal that were seen here, oldest first."""
        ...

    def saw(self, store_url: str, sighting: Sighting) -> None:
        """Remember one more; where that cannot be done, it is left out."""
        ...

    def keep_seen(self, store_url: str, sightings: Sequence[Sighting]) -> None:
        """Remember these in place of all that were seen before. Raises CouldNot."""
        ...


class Person(Protocol):
    """The person at the terminal, if there is one."""

    @property
    def is_present(self) -> bool:
        """Whether somebody can be asked."""
        ...

    def confirm(self, text: str, expected: str) -> bool:
        """Show a text and ask to type `expected`."""
        ...


class SecretScanner(Protocol):
    """Looks for secrets."""

    def scan(self, text: str) -> list[str]:
        """What was found, as `kind, line N`; never the secret itself."""
        ...

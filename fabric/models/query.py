"""What can be asked of a store, who answers, and what is said of a record that was not taken."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from fabric.models.bead import Bead
from fabric.models.journal_entry import JournalEntry
from fabric.models.words import MEMORY


class BeadQuery(NamedTuple):
    """Which beads to read; an empty field asks nothing, all others must hold.

    `points_at` with `by_types`: beads with a dependency (of one of the types, any when empty) on
    one of these ids. `closed_since`: closed at or after this instant text. With `spare_edges`, other
    dependencies than those that `points_at` and `by_types` ask for may be missing in what is found:
    an anchor has one for each memory.
    """

    labels_all: tuple[str, ...] = ()
    labels_any: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    not_statuses: tuple[str, ...] = ()
    issue_types: tuple[str, ...] = ()
    points_at: tuple[str, ...] = ()
    by_types: tuple[str, ...] = ()
    closed_since: str = ""
    with_comments: bool = False
    spare_edges: bool = False


class MemoryQuery(NamedTuple):
    """The memories of some domains that did not end; `known` are the labels of all domains."""

    domains: tuple[str, ...]
    known: frozenset[str] = frozenset()

    @property
    def whole(self) -> BeadQuery:
        """What asks for all of them as beads."""
        return BeadQuery(labels_all=(MEMORY,), labels_any=self.domains)


class BadLine(NamedTuple):
    """A record of a file that was not taken: where it stands, and why.

    `bead_id` is empty for a record that cannot be read, and names the bead where it can be read
    but another line says the same bead newer.
    """

    line: int
    problem: str
    bead_id: str = ""


class JournalQuery(NamedTuple):
    """Which journal entries to read; empty fields ask nothing, all others must hold.

    `bead_id`: those that name this bead or config row; `bead_prefix`: one that begins with this.
    `bead_ids`: those that name at least one of these; `verbs`: those of one of these verbs.
    """

    bead_id: str = ""
    verb: str = ""
    bead_prefix: str = ""
    bead_ids: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()

    def asks_for(self, entry: JournalEntry) -> bool:
        """Whether an entry is asked for."""
        return (
            (not self.bead_id or self.bead_id in entry.bead_ids)
            and (not self.verb or self.verb == entry.verb)
            and (not self.bead_prefix or self._begins_one_of(entry.bead_ids))
            and (not self.bead_ids or not set(self.bead_ids).isdisjoint(entry.bead_ids))
            and (not self.verbs or entry.verb in self.verbs)
        )

    def _begins_one_of(self, ids: tuple[str, ...]) -> bool:
        return any(each.startswith(self.bead_prefix) for each in ids)


class HoldsJournal(Protocol):
    """What keeps a journal: a store, or the files that one was exported to."""

    @property
    def has_journal(self) -> bool:
        """Whether there is one at all."""
        ...

    def journal(self, query: JournalQuery) -> list[JournalEntry]:
        """Entries in the order (at, writer, sequence)."""
        ...

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        """The payloads of all entries that a query asks for, by (writer, sequence)."""
        ...


class Reads(Protocol):
    """What reading asks of a store: the part of `ports.Store` that a start of a session needs."""

    @property
    def has_journal(self) -> bool:
        """Whether this store keeps a journal."""
        ...

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there, with their comments."""
        ...

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        ...

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with a text, sorted, at most `limit`."""
        ...

    def config(self, prefix: str = "") -> dict[str, str]:
        """Config rows whose key begins with a text."""
        ...

    def journal(self, query: JournalQuery) -> list[JournalEntry]:
        """Entries in the order (at, writer, sequence)."""
        ...

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        """The payloads of all entries that a query asks for, by (writer, sequence)."""
        ...

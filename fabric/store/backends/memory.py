"""The reference store: everything in one process, nothing kept."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import Lock

from fabric.errors import NotFound, VersionsMoved, WrongUse
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet, RemoveConfig, SetConfig
from fabric.models.frozen import replace
from fabric.models.journal import JournalDraft, JournalEntry, seal
from fabric.models.outline import Guidance
from fabric.models.query import MemoryQuery
from fabric.models.version import bead_version
from fabric.ports import BadLine, BeadQuery, JournalQuery
from fabric.store.matching import matches
from fabric.store.opening import Opening, WriterId, written_by


class MemoryStore:
    """A `ports.Store` in dictionaries."""

    def __init__(self, beads: Iterable[Bead] = (), *, writer_id: WriterId = "memory") -> None:
        self._writer_id = writer_id
        self._beads: dict[str, Bead] = {bead.id: bead for bead in beads}
        self._config: dict[str, str] = {}
        self._journal: list[JournalEntry] = []
        self._payloads: dict[tuple[str, int], str | None] = {}
        self._lock = Lock()
        self._rows_read = 0

    @property
    def url(self) -> str:
        """What was opened."""
        return "memory:"

    @property
    def writable(self) -> bool:
        """Always."""
        return True

    @property
    def has_journal(self) -> bool:
        """Always."""
        return True

    @property
    def rows_read(self) -> int:
        """How many beads were given out."""
        return self._rows_read

    def bead(self, bead_id: str) -> Bead | None:
        """One bead, or None."""
        return self.beads((bead_id,)).get(bead_id)

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there."""
        found = {each: self._beads[each] for each in sorted(set(ids)) if each in self._beads}
        self._rows_read += len(found)
        return found

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        found = [self._beads[each] for each in sorted(self._beads)]
        found = [bead for bead in found if matches(bead, query)]
        self._rows_read += len(found)
        return found if query.with_comments else [replace(bead, comments=()) for bead in found]

    def guidance(self, query: MemoryQuery) -> Guidance:
        """The memories of some domains, all of them whole."""
        return Guidance([], self.find(query.whole))

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with a text, sorted."""
        return [each for each in sorted(self._beads) if each.startswith(prefix)][: max(0, limit)]

    def all_beads(self) -> Iterator[Bead]:
        """Every bead, sorted by id."""
        self._rows_read += len(self._beads)
        return iter([self._beads[each] for each in sorted(self._beads)])

    def bad_lines(self) -> Sequence[BadLine]:
        """None: nothing was read from text."""
        return ()

    def lines(self) -> Mapping[str, int]:
        """None: nothing was read from text."""
        return {}

    def config(self, prefix: str = "") -> dict[str, str]:
        """Config rows whose key begins with a text."""
        return {key: self._config[key] for key in sorted(self._config) if key.startswith(prefix)}

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:
        """Apply a change set whole, or raise and change nothing."""
        with self._lock:
            self._check_versions(change_set)
            stamp = Stamp(draft.at, draft.actor.name)
            changed = after_images(
                {each: self._beads[each] for each in change_set.bead_ids if each in self._beads},
                change_set.operations,
                stamp,
            )
            self._beads.update(changed)
            for operation in change_set.operations:
                if isinstance(operation, SetConfig):
                    self._config[operation.key] = operation.value
                elif isinstance(operation, RemoveConfig):
                    self._config.pop(operation.key, None)
            return self._record(draft)

    def _check_versions(self, change_set: ChangeSet) -> None:
        moved = [
            bead_id
            for bead_id, version in change_set.relies_on.items()
            if bead_version(self._beads.get(bead_id)) != version
        ]
        moved += [
            key
            for key, value in change_set.config_relies_on.items()
            if self._config.get(key) != value
        ]
        if moved:
            raise VersionsMoved(tuple(sorted(moved)))

    def _record(self, draft: JournalDraft) -> JournalEntry:
        last = self._journal[-1] if self._journal else None
        entry, payload = seal(draft, written_by(self._writer_id), last)
        self._journal.append(entry)
        self._payloads[entry.writer, entry.sequence] = payload
        return entry

    def journal(self, query: JournalQuery) -> list[JournalEntry]:
        """Entries in the order (at, writer, sequence)."""
        return [
            entry
            for entry in sorted(self._journal, key=lambda e: (e.at, e.writer, e.sequence))
            if query.asks_for(entry)
        ]

    def journal_payload(self, writer: str, sequence: int) -> str | None:
        """The payload text of an entry; None where it was blanked."""
        if (writer, sequence) not in self._payloads:
            raise NotFound(f"There is no journal entry {writer}/{sequence}.", "")
        return self._payloads[writer, sequence]

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        """The payloads of all entries that a query asks for."""
        keys = [(entry.writer, entry.sequence) for entry in self.journal(query)]
        return {key: self._payloads[key] for key in keys}

    def journal_names(self) -> Iterable[tuple[str, str, int]]:
        """Which beads each entry names: here the entries are their own index."""
        return [(each, e.writer, e.sequence) for e in self._journal for each in e.bead_ids]

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        """Blank all payloads that name a bead, and record that."""
        with self._lock:
            named = [entry for entry in self._journal if bead_id in entry.bead_ids]
            for entry in named:
                self._payloads[entry.writer, entry.sequence] = None
            self._record(draft)
            return len(named)

    def close(self) -> None:
        """Nothing to let go of."""


def open_backend(place: str, opening: Opening) -> MemoryStore:
    """Open `memory:`, an empty store that nobody else sees."""
    if place:
        raise WrongUse(f"memory:{place} is no store.", "Write memory: alone.")
    return MemoryStore(writer_id=opening.writer_id)

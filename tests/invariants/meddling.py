"""A store that does what another does, but for one planted fault: what shows that a check can fail."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.outline import Guidance
from fabric.models.query import MemoryQuery
from fabric.ports import BadLine, BeadQuery, JournalQuery, Store

Change = Callable[[ChangeSet], ChangeSet]
After = Callable[[Store, ChangeSet], None]


class Meddling:
    """A `ports.Store`; `change` falsifies what is written, `after` acts once it was."""

    def __init__(self, store: Store, change: Change | None = None, after: After | None = None):
        self.store, self.change, self.after = store, change, after

    @property
    def url(self) -> str:
        return self.store.url

    @property
    def writable(self) -> bool:
        return self.store.writable

    @property
    def has_journal(self) -> bool:
        return self.store.has_journal

    @property
    def rows_read(self) -> int:
        return self.store.rows_read

    def bead(self, bead_id: str) -> Bead | None:
        return self.store.bead(bead_id)

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        return self.store.beads(ids)

    def find(self, query: BeadQuery) -> list[Bead]:
        return self.store.find(query)

    def guidance(self, query: MemoryQuery) -> Guidance:
        return self.store.guidance(query)

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        return self.store.ids_with_prefix(prefix, limit)

    def all_beads(self) -> Iterator[Bead]:
        return self.store.all_beads()

    def bad_lines(self) -> Sequence[BadLine]:
        return self.store.bad_lines()

    def lines(self) -> Mapping[str, int]:
        return self.store.lines()

    def config(self, prefix: str = "") -> dict[str, str]:
        return self.store.config(prefix)

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:
        changed = self.change(change_set) if self.change else change_set
        entry = self.store.apply(changed, draft)
        if self.after:
            self.after(self.store, change_set)
        return entry

    def journal(self, query: JournalQuery) -> list[JournalEntry]:
        return self.store.journal(query)

    def journal_payload(self, writer: str, sequence: int) -> str | None:
        return self.store.journal_payload(writer, sequence)

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        return self.store.journal_payloads(query)

    def journal_names(self) -> Iterable[tuple[str, str, int]]:
        return self.store.journal_names()

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        return self.store.blank_payloads(bead_id, draft)

    def close(self) -> None:
        self.store.close()


def without(kind: type, keep: Callable[[object], bool] = lambda _: False) -> Change:
    """A fault that loses operations of one kind, but those to keep."""

    def change(change_set: ChangeSet) -> ChangeSet:
        kept = tuple(op for op in change_set.operations if not isinstance(op, kind) or keep(op))
        return ChangeSet(kept, change_set.relies_on, change_set.config_relies_on)

    return change


def instead(kind: type, other: Callable[[object], object]) -> Change:
    """A fault that writes something else in place of operations of one kind."""

    def change(change_set: ChangeSet) -> ChangeSet:
        operations = tuple(
            other(op) if isinstance(op, kind) else op for op in change_set.operations
        )
        return ChangeSet(operations, change_set.relies_on, change_set.config_relies_on)  # type: ignore[arg-type]  # a fault

    return change

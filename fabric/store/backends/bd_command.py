"""The bd command store: stock bd, driven by its own commands, embedded or by a server of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from fabric.errors import WrongUse
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.outline import Guidance
from fabric.models.query import MemoryQuery
from fabric.ports import BadLine, BeadQuery, JournalQuery, Resuming
from fabric.store.bd.checked import Checked
from fabric.store.bd.command import Program, find_program
from fabric.store.bd.file_journal import FileJournal
from fabric.store.bd.intent import is_intent_noted
from fabric.store.bd.reader import Reader
from fabric.store.bd.snapshot_file import SnapshotFile
from fabric.store.bd.workspace import Workspace, find_workspace
from fabric.store.bd.writer import Limits, Writer
from fabric.store.opening import Opening, written_by


class BdCommandStore(Resuming):
    """A `ports.Store` over a bd workspace.

    A change set is written whole, or what is missing of it is told and running the verb again
    completes it: bd takes several commands for it, and anybody may write in between.
    """

    def __init__(
        self,
        workspace: Workspace,
        launch: Checked,
        writer_id: Callable[[], str],
        limits: Limits,
        *,
        notes_follow: bool = False,
        known_as: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._workspace = workspace
        self._known_as = known_as
        self._launch = launch
        self._writer_id = writer_id
        self._limits = limits
        self._reader = Reader(
            launch,
            workspace.state,
            SnapshotFile(workspace.local_folder),
            limits.reading,
            notes_follow=notes_follow,
        )
        self._journal = FileJournal(workspace.journal_folder)
        self._rows_read = 0

    @property
    def url(self) -> str:
        """What was opened."""
        return f"bd:{self._workspace.root}"

    @property
    def writable(self) -> bool:
        """Whether the bd that is installed writes carefully enough. Raises StoreUnavailable."""
        return self._launch.versions.writes

    @property
    def has_journal(self) -> bool:
        """Always: files beside the workspace."""
        return True

    @property
    def rows_read(self) -> int:
        """How many beads were given out; bd itself always reads all."""
        return self._rows_read

    def bead(self, bead_id: str) -> Bead | None:
        """One bead, or None; its comments are read when somebody looks at them."""
        return self.beads((bead_id,)).get(bead_id)

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there; their comments are read when somebody looks at them."""
        snapshot = self._reader.snapshot()
        found = {each: snapshot.whole(each) for each in sorted(set(ids)) if snapshot.has(each)}
        self._rows_read += len(found)
        return {each: bead for each, bead in found.items() if bead is not None}

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        snapshot = self._reader.snapshot()
        found = list(snapshot.find(query))
        self._rows_read += len(found)
        if not query.with_comments:
            return found
        whole = (snapshot.whole(bead.id) for bead in found)
        return [bead for bead in whole if bead is not None]

    def guidance(self, query: MemoryQuery) -> Guidance:
        """The memories of some domains, all of them whole."""
        return Guidance([], self.find(query.whole))

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with a text, sorted, at most `limit`."""
        ids = self._reader.snapshot().ids
        return [each for each in ids if each.startswith(prefix)][: max(0, limit)]

    def all_beads(self) -> Iterator[Bead]:
        """Every bead with its comments, sorted by id."""
        self._reader.read_all_comments()
        snapshot = self._reader.snapshot()
        self._rows_read += len(snapshot.ids)
        return (bead for each in snapshot.ids if (bead := snapshot.whole(each)) is not None)

    def bad_lines(self) -> Sequence[BadLine]:
        """None: nothing was read from text."""
        return ()

    def lines(self) -> Mapping[str, int]:
        """None: nothing was read from text."""
        return {}

    def config(self, prefix: str = "") -> dict[str, str]:
        """Config rows whose key begins with a text, bd's own included."""
        return self._reader.config(prefix)

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:
        """Apply a change set, then record it.

        Raises VersionsMoved, ChangeRefused (nothing was written), HalfWritten, StoreReadOnly,
        StoreBusy, StoreUnavailable, StoreTooNew.
        """
        return self._writer.apply(change_set, draft)

    def finish(self) -> None:  # type: ignore[explicit-override]  # the mark of Python 3.12
        """Complete and record a change set whose writer ended in the middle; seldom anything to do.

        Raises StoreBusy, StoreReadOnly, StoreUnavailable.
        """
        if is_intent_noted(self._workspace.local_folder):
            self._writer.finish()

    def journal(self, query: JournalQuery) -> list[JournalEntry]:
        """Entries in the order (at, writer, sequence)."""
        return self._journal.entries(query)

    def journal_payload(self, writer: str, sequence: int) -> str | None:
        """The payload text of an entry; None where it was blanked. Raises NotFound."""
        return self._journal.payload(writer, sequence)

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        """The payloads of all entries that a query asks for."""
        return self._journal.payloads(query)

    def journal_names(self) -> Iterable[tuple[str, str, int]]:
        """Which beads each entry names: the files have no other index."""
        entries = self._journal.entries(JournalQuery())
        return [(each, e.writer, e.sequence) for e in entries for each in e.bead_ids]

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        """Blank all payloads that name a bead, with an entry that says so; how many there were."""
        return self._writer.blank_payloads(bead_id, draft)

    def close(self) -> None:
        """Nothing to let go of: each bd command ends by itself."""

    @cached_property
    def _writer(self) -> Writer:
        self._launch.versions.insist_on_match()
        self._launch.versions.insist_on_writing()
        return Writer(
            self._workspace,
            self._launch,
            self._reader,
            self._journal,
            self._writer_id,
            self._limits,
            self._known_as,
        )


def open_backend(place: str, opening: Opening) -> BdCommandStore:
    """Open `bd:FOLDER`, a folder that holds `.beads`; nothing runs before the first question.

    Raises WrongUse, StoreUnavailable.
    """
    if not place:
        raise WrongUse("bd: names no folder.", "Write bd:FOLDER, the folder that holds .beads.")
    workspace = find_workspace((opening.folder / place).absolute())
    program = find_program(opening.environment)
    run = Program(program, workspace.root, workspace.given, opening.environment)
    return BdCommandStore(
        workspace,
        Checked(run, program, workspace),
        lambda: written_by(opening.writer_id),
        Limits.within(opening.wait_seconds),
        notes_follow=opening.notes_follow,
        known_as=opening.known_as,
    )

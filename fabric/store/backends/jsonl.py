"""An export as a store that is only read: for CI and code review, with line numbers."""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from fabric.errors import NotFound, StoreReadOnly, StoreUnavailable
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet
from fabric.models.frozen import dataclass, field, replace
from fabric.models.instants import parse_instant
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.outline import Guidance
from fabric.models.query import MemoryQuery
from fabric.models.words import NOTE_PREFIX
from fabric.ports import BadLine, BeadQuery, JournalQuery
from fabric.store.jsonl_text import Item, Note, Record, read_items_and_records
from fabric.store.matching import matches
from fabric.store.opening import Opening
from fabric.store.table_dump import is_dumped, with_sides


@dataclass(slots=True)
class _Contents:
    """What a file holds; `strange` is the first record that is well-formed but nothing of ours."""

    beads: dict[str, Bead] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    bad: list[BadLine] = field(default_factory=list)
    strange: BadLine | None = None
    is_dump: bool = False


class JsonlStore:
    """A `ports.Store` over one file, read once, when it is first asked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._insist_on_file()

    @property
    def url(self) -> str:
        """What was opened."""
        return f"jsonl:{self._path}"

    @property
    def writable(self) -> bool:
        """Never."""
        return False

    @property
    def has_journal(self) -> bool:
        """Never: a file of beads has no journal."""
        return False

    @property
    def rows_read(self) -> int:
        """How many records were read: all of the file, once it was asked."""
        if "_contents" not in self.__dict__:
            return 0
        return len(self._contents.beads) + len(self._contents.notes) + len(self._contents.bad)

    def bead(self, bead_id: str) -> Bead | None:
        """One bead with its comments, or None."""
        return self._contents.beads.get(bead_id)

    def beads(self, ids: Iterable[str]) -> dict[str, Bead]:
        """Those of the ids that are there, with their comments."""
        found = self._contents.beads
        return {each: found[each] for each in sorted(set(ids)) if each in found}

    def find(self, query: BeadQuery) -> list[Bead]:
        """The beads that a query asks for, sorted by id."""
        found = [bead for bead in self._contents.beads.values() if matches(bead, query)]
        return found if query.with_comments else [replace(bead, comments=()) for bead in found]

    def guidance(self, query: MemoryQuery) -> Guidance:
        """The memories of some domains, all of them whole."""
        return Guidance([], self.find(query.whole))

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with a text, sorted, at most `limit`."""
        return [each for each in self._contents.beads if each.startswith(prefix)][: max(0, limit)]

    def all_beads(self) -> Iterator[Bead]:
        """Every bead with its comments, sorted by id."""
        return iter(self._contents.beads.values())

    def bad_lines(self) -> Sequence[BadLine]:
        """Records that were not taken, in the order of their lines."""
        return tuple(self._contents.bad)

    def lines(self) -> Mapping[str, int]:
        """On which line each bead stands."""
        return self._contents.lines

    def config(self, prefix: str = "") -> dict[str, str]:
        """The notes, as the config rows that they are in a database."""
        notes = self._contents.notes
        return {key: notes[key] for key in sorted(notes) if key.startswith(prefix)}

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:  # noqa: ARG002  # as the port says
        """Refused: the file is only read."""
        raise self._read_only()

    def journal(self, query: JournalQuery) -> list[JournalEntry]:  # noqa: ARG002  # as the port says
        """None: a file of beads has no journal."""
        return []

    def journal_payload(self, writer: str, sequence: int) -> str | None:  # noqa: ARG002  # as the port says
        """Raise NotFound: a file of beads has no journal."""
        raise NotFound(f"{self._place} has no journal.", "Ask the store that it was exported from.")

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:  # noqa: ARG002  # as the port says
        """None: a file of beads has no journal."""
        return {}

    def journal_names(self) -> Iterable[tuple[str, str, int]]:
        """None: a file of beads has no journal."""
        return ()

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:  # noqa: ARG002  # as the port says
        """Refused: the file is only read."""
        raise self._read_only()

    def close(self) -> None:
        """Nothing to let go of: the file was closed once it was read."""

    @cached_property
    def _contents(self) -> _Contents:
        try:
            with self._path.open("rb") as stream, _without_collecting():
                contents = _Contents()
                for line, item, record in read_items_and_records(stream):
                    _take(contents, line, item, record)
                if contents.is_dump:
                    contents.beads, bad = with_sides(self._path, contents.beads)
                    contents.bad += bad
        except OSError as error:
            raise StoreUnavailable(
                f"{self._place} cannot be read: {error.strerror}.", "Check the path and its rights."
            ) from error
        self._insist_on_issues(contents)
        contents.beads = {each: contents.beads[each] for each in sorted(contents.beads)}
        contents.bad.sort(key=lambda bad: bad.line)
        return contents

    @property
    def _place(self) -> str:
        return f"The file {self._path}"

    def _read_only(self) -> StoreReadOnly:
        return StoreReadOnly(
            f"{self._place} is only read.", "Import it into a store first: fabric import FILE."
        )

    def _insist_on_file(self) -> None:
        try:
            is_folder, is_there = self._path.is_dir(), self._path.exists()
        except OSError as error:
            what = f"{self._place} cannot be looked at: {error.strerror}."
            raise StoreUnavailable(what, "Check the path.") from error
        if is_folder:
            raise StoreUnavailable(f"{self._place} is a folder.", "Name the file in it.")
        if not is_there:
            raise StoreUnavailable(f"{self._place} is not there.", "Check the path.")

    def _insist_on_issues(self, contents: _Contents) -> None:
        if contents.strange and not contents.beads and not contents.notes:
            raise StoreUnavailable(
                f"{self._place} is not an issues file. Line {contents.strange.line}: "
                f"{contents.strange.problem}",
                "Name an export of issues, as bd export -o FILE writes it.",
            )


def _take(contents: _Contents, line: int, item: Item, record: Record | None) -> None:
    if isinstance(item, Bead):
        _take_bead(contents, line, item)
        contents.is_dump = contents.is_dump or (record is not None and is_dumped(record))
    elif isinstance(item, Note):
        contents.notes[NOTE_PREFIX + item.key] = item.value
    else:
        contents.bad.append(item)
        if record is not None:
            contents.strange = contents.strange or item


def _take_bead(contents: _Contents, line: int, bead: Bead) -> None:
    other = contents.beads.get(bead.id)
    if other is not None:
        other_line = contents.lines[bead.id]
        if _is_newer(other, bead):
            contents.bad.append(_left_out(bead, line, other_line))
            return
        contents.bad.append(_left_out(other, other_line, line))
    contents.beads[bead.id] = bead
    contents.lines[bead.id] = line


def _is_newer(bead: Bead, than: Bead) -> bool:
    mine, theirs = parse_instant(bead.updated_at), parse_instant(than.updated_at)
    return mine is not None and (theirs is None or mine > theirs)


def _left_out(bead: Bead, line: int, taken: int) -> BadLine:
    return BadLine(
        line,
        f"Bead {bead.id} stands on lines {min(line, taken)} and {max(line, taken)}; "
        f"line {taken} is newer and was taken.",
        bead_id=bead.id,
    )


@contextmanager
def _without_collecting() -> Iterator[None]:
    """No garbage collection meanwhile, nor of what was read: it would walk over all of it again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # the contents live as long as the store; counting references still frees them
        if was_on:
            gc.enable()


def open_backend(place: str, opening: Opening) -> JsonlStore:
    """Open `jsonl:PATH`; `place` is the path."""
    if place in {"", "-"}:
        raise StoreUnavailable(
            "Standard input is no store: it can be read only once.", "Save it to a file first."
        )
    return JsonlStore(opening.folder / place)

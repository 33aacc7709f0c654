"""The journal of a bd workspace: two files a writer, in a folder that a project may track.

`<writer>.jsonl` has an entry a line, `<writer>.payload` a payload a line, which can be blanked
without touching the chain. A payload is written before its entry; where a process died in between,
the last one of a number counts. A line that cannot be read is left out: the chain shows the gap.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fabric.errors import NotFound, StoreReadOnly
from fabric.models.canonical_json import canonical_json
from fabric.models.frozen import asdict, field_names
from fabric.models.journal import JournalDraft, JournalEntry, seal
from fabric.ports import JournalQuery
from fabric.store.bd.json_lines import Mark, Remembered, append_line, cut_unfinished_line, mark_of
from fabric.store.bd.local_folder import sync_folder, write_whole

Payloads = Mapping[int, str | None]

_ENTRIES: Final = ".jsonl"
_PAYLOADS: Final = ".payload"
_NAMES: Final = field_names(JournalEntry)


class FileJournal:
    """The chains of all writers of a workspace. Who appends or blanks must hold the turn."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._chains = Remembered(_entries)
        self._payloads = Remembered(_payloads)
        self._sorted: tuple[tuple[Mark, ...], list[JournalEntry], dict[str, list[JournalEntry]]]
        self._sorted = ((), [], {})

    def entries(self, query: JournalQuery) -> list[JournalEntry]:
        """Those that are asked for, in the order (at, writer, sequence). Raises StoreReadOnly."""
        with self._usable():
            entries, naming = self._all()
        asked = naming.get(query.bead_id, []) if query.bead_id else entries
        return [entry for entry in asked if query.asks_for(entry)]

    def payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        """Payloads of the entries that are asked for, by (writer, sequence); None where blanked."""
        keys = sorted((entry.writer, entry.sequence) for entry in self.entries(query))
        with self._usable():
            known = {w: self._payloads.of(self._file(w, _PAYLOADS)) for w in {w for w, _ in keys}}
        return {(w, n): known[w][n] for w, n in keys if n in known[w]}

    def payload(self, writer: str, sequence: int) -> str | None:
        """The payload of one entry. Raises NotFound."""
        known = self.payloads(JournalQuery())
        if (writer, sequence) not in known:
            raise NotFound(
                f"There is no journal entry {writer}/{sequence}.", "`fabric audit` lists them."
            )
        return known[writer, sequence]

    def last(self, writer: str) -> JournalEntry | None:
        """The writer's last entry."""
        with self._usable():
            own = self._chains.of(self._file(writer, _ENTRIES))
        return own[-1] if own else None

    def prepare(self, writer: str) -> None:
        """See to it that the writer's files can be appended to. Raises StoreReadOnly."""
        with self._usable():
            self._folder.mkdir(exist_ok=True)
            for suffix in (_ENTRIES, _PAYLOADS):
                file = self._file(writer, suffix)
                file.touch()
                cut_unfinished_line(file)

    def append(self, writer: str, draft: JournalDraft) -> JournalEntry:
        """Add an entry behind the writer's last one; it is on the disk when this returns.

        Raises StoreReadOnly.
        """
        self.prepare(writer)
        entry, payload = seal(draft, writer, self.last(writer))
        with self._usable():
            append_line(self._file(writer, _PAYLOADS), _payload_line(entry.sequence, payload))
            append_line(self._file(writer, _ENTRIES), canonical_json(asdict(entry)))
            sync_folder(self._folder)
        return entry

    def blank(self, bead_id: str) -> int:
        """Blank the payloads of all entries that name a bead; how many there were.

        Raises StoreReadOnly.
        """
        named = self.entries(JournalQuery(bead_id=bead_id))
        for writer in sorted({entry.writer for entry in named}):
            gone = {entry.sequence for entry in named if entry.writer == writer}
            file = self._file(writer, _PAYLOADS)
            with self._usable():
                kept = self._payloads.of(file)
                lines = [_payload_line(n, None if n in gone else p) for n, p in kept.items()]
                text = "".join(f"{line}\n" for line in lines)
                write_whole(file, text.encode("utf-8", "surrogatepass"), durable=True)
        return len(named)

    def _all(self) -> tuple[list[JournalEntry], dict[str, list[JournalEntry]]]:
        """All entries in order, and those that name each bead."""
        files = sorted(self._folder.glob(f"*{_ENTRIES}"))
        marks = tuple(mark_of(file) for file in files)
        if self._sorted[0] != marks:
            found = [entry for file in files for entry in self._chains.of(file)]
            found.sort(key=lambda each: (each.at, each.writer, each.sequence))
            naming: dict[str, list[JournalEntry]] = {}
            for entry in found:
                for bead_id in entry.bead_ids:
                    naming.setdefault(bead_id, []).append(entry)
            self._sorted = (marks, found, naming)
        return self._sorted[1], self._sorted[2]

    def _file(self, writer: str, suffix: str) -> Path:
        return self._folder / f"{writer}{suffix}"

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StoreReadOnly(
                f"The journal in {self._folder} cannot be used: {error}.",
                "Give yourself the right to read and to write there.",
            ) from error


def _payload_line(sequence: int, payload: str | None) -> str:
    return canonical_json({"sequence": sequence, "payload": payload})


def _entries(rows: Iterator[Mapping[str, object]]) -> list[JournalEntry]:
    return [entry for row in rows if (entry := _entry(row)) is not None]


def _entry(row: Mapping[str, object]) -> JournalEntry | None:
    ids, sequence = row.get("bead_ids"), row.get("sequence")
    if set(row) != set(_NAMES) or not isinstance(ids, list) or not isinstance(sequence, int):
        return None
    words = {name: str(row[name]) for name in _NAMES if name not in {"bead_ids", "sequence"}}
    return JournalEntry(**words, sequence=sequence, bead_ids=tuple(str(each) for each in ids))


def _payloads(rows: Iterator[Mapping[str, object]]) -> Payloads:
    found: dict[int, str | None] = {}
    for row in rows:
        sequence, payload = row.get("sequence"), row.get("payload")
        if isinstance(sequence, int) and (payload is None or isinstance(payload, str)):
            found[sequence] = payload
    return found

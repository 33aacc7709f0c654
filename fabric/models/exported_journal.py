"""A journal outside its store: one text a writer, an entry with its payload a line."""

import json
from collections.abc import Iterable, Mapping
from typing import Final

from fabric.errors import UnreadableRecord
from fabric.models.canonical_json import canonical_json
from fabric.models.frozen import asdict, dataclass, field, field_names
from fabric.models.journal_entry import JournalEntry
from fabric.models.query import JournalQuery

_NAMES: Final = frozenset(field_names(JournalEntry))
_PAYLOAD: Final = "payload"

Payloads = Mapping[tuple[str, int], str | None]


@dataclass(frozen=True, slots=True)
class ExportedJournal:
    """Entries and payloads; a payload that is not there at all is missing, None was blanked."""

    entries: tuple[JournalEntry, ...] = ()
    payloads: Payloads = field(default_factory=dict)

    @property
    def has_journal(self) -> bool:
        """Always."""
        return True

    @property
    def writers(self) -> tuple[str, ...]:
        """The writers, sorted."""
        return tuple(sorted({entry.writer for entry in self.entries}))

    def journal(self, query: JournalQuery) -> list[JournalEntry]:
        """Entries in the order (at, writer, sequence)."""
        asked = (entry for entry in self.entries if query.asks_for(entry))
        return sorted(asked, key=lambda each: (each.at, each.writer, each.sequence))

    def journal_payloads(self, query: JournalQuery) -> dict[tuple[str, int], str | None]:
        """The payloads of the entries that a query asks for."""
        keys = ((entry.writer, entry.sequence) for entry in self.journal(query))
        return {key: self.payloads[key] for key in keys if key in self.payloads}

    def of_writer(self, writer: str) -> str:
        """The chain of one writer as text, in its order; the same bytes for the same chain."""
        own = sorted(
            (entry for entry in self.entries if entry.writer == writer),
            key=lambda each: each.sequence,
        )
        return "".join(f"{self._line(entry)}\n" for entry in own)

    def _line(self, entry: JournalEntry) -> str:
        key = (entry.writer, entry.sequence)
        payload = {_PAYLOAD: self.payloads[key]} if key in self.payloads else {}
        return canonical_json(asdict(entry) | payload)


def read_chains(
    texts: Iterable[tuple[str, str]], beside: Payloads | None = None
) -> ExportedJournal:
    """Read (place, text) pairs; `beside` holds payloads that stand in files of their own.

    Raises UnreadableRecord, naming place and line.
    """
    entries: list[JournalEntry] = []
    payloads: dict[tuple[str, int], str | None] = dict(beside or {})
    for place, text in texts:
        for number, line in enumerate(text.split("\n"), start=1):
            if not line.strip():
                continue
            entry, row = _entry(line, f"{place}, line {number}")
            entries.append(entry)
            payload = row.get(_PAYLOAD)
            if _PAYLOAD in row and (payload is None or isinstance(payload, str)):
                payloads[entry.writer, entry.sequence] = payload
    return ExportedJournal(tuple(entries), payloads)


def _entry(line: str, place: str) -> tuple[JournalEntry, Mapping[str, object]]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _unreadable(place) from error
    names = set(row) - {_PAYLOAD} if isinstance(row, dict) else set()
    if names != _NAMES:
        raise _unreadable(place)
    ids, sequence = row["bead_ids"], row["sequence"]
    if not isinstance(ids, list) or not isinstance(sequence, int):
        raise _unreadable(place)
    words = {name: str(row[name]) for name in _NAMES - {"bead_ids", "sequence"}}
    bead_ids = tuple(str(each) for each in ids)
    return JournalEntry(**words, sequence=sequence, bead_ids=bead_ids), row


def _unreadable(place: str) -> UnreadableRecord:
    return UnreadableRecord(
        f"{place} is no journal entry.", "Write the journal anew: `fabric export --journal DIR`."
    )

"""The journal in a folder: a file a writer, as it is tracked beside an export."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fabric.errors import CouldNot, Refused
from fabric.faces.cli.files import write_whole
from fabric.models.exported_journal import ExportedJournal, read_chains
from fabric.services.journal_export import require_whole

_ENTRIES: Final = ".jsonl"
_PAYLOADS: Final = ".payload"


def write_journal(folder: Path, journal: ExportedJournal, *, force: bool) -> list[Path]:
    """Write each writer's file; those of writers that are not known here stay.

    Raises Refused where a file knows more than the store, CouldNot.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CouldNot(f"{folder} cannot be made: {error.strerror}.", "Name another.") from error
    texts = {folder / f"{each}{_ENTRIES}": journal.of_writer(each) for each in journal.writers}
    if not force:
        for file, text in texts.items():
            _refuse_to_lose(file, text)
    for file, text in texts.items():
        write_whole(file, text)
    return sorted(texts)


def read_journal(folder: Path) -> ExportedJournal:
    """Read what `export --journal` wrote, or the journal of a bd workspace; its chains must hold.

    Raises CouldNot, UnreadableRecord.
    """
    files = sorted(folder.glob(f"*{_ENTRIES}")) if folder.is_dir() else []
    if not files:
        raise CouldNot(
            f"{folder} holds no journal.", "Write one with `fabric export --journal DIR`."
        )
    journal = read_chains(
        ((str(file), _read(file)) for file in files),
        {key: payload for file in files for key, payload in _beside(file)},
    )
    require_whole(journal, str(folder))
    return journal


def _beside(file: Path) -> Iterator[tuple[tuple[str, int], str | None]]:
    """Payloads in a file of their own, as a bd workspace keeps them."""
    other = file.with_suffix(_PAYLOADS)
    if not other.exists():
        return
    for line in _read(other).split("\n"):
        row = _row(line)
        payload, sequence = row.get("payload"), row.get("sequence")
        if isinstance(sequence, int) and (payload is None or isinstance(payload, str)):
            yield (file.stem, sequence), payload


def _row(line: str) -> dict[str, object]:
    try:
        row = json.loads(line) if line.strip() else {}
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8", "surrogatepass")
    except (OSError, UnicodeDecodeError) as error:
        raise CouldNot(f"{file} cannot be read: {error}.", "Mend or remove it.") from error


def _refuse_to_lose(file: Path, text: str) -> None:
    """Raise Refused where a file has entries that its new text lacks; blanks may be new."""
    if not file.exists():
        return
    there = read_chains(((str(file), _read(file)),)).entries
    kept = {entry.hash for entry in read_chains(((str(file), text),)).entries}
    lost = [entry for entry in there if entry.hash not in kept]
    if lost:
        raise Refused(
            f"{file} holds {len(lost)} entries that the store lacks, the first is "
            f"{lost[0].writer}/{lost[0].sequence}.",
            "Is it the journal of another store? Name another folder, or say --force.",
        )

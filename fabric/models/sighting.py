"""What this machine saw of a journal's chains: so that an end that was cut off is seen."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fabric.models.journal_entry import JournalEntry


class Sighting(NamedTuple):
    """That an entry of a writer was seen: its number and its hash."""

    writer: str
    sequence: int
    hash: str


def sighting_of(entry: JournalEntry) -> Sighting:
    """An entry as it is remembered."""
    return Sighting(entry.writer, entry.sequence, entry.hash)


def ends_of(entries: Iterable[JournalEntry]) -> tuple[Sighting, ...]:
    """The last entry of each writer, by writer."""
    last: dict[str, JournalEntry] = {}
    for entry in entries:
        known = last.get(entry.writer)
        if known is None or known.sequence < entry.sequence:
            last[entry.writer] = entry
    return tuple(sighting_of(last[each]) for each in sorted(last))


def lost_ends(seen: Iterable[Sighting], entries: Iterable[JournalEntry]) -> Iterator[str]:
    """What was seen and is not there any more, in words, a line for each writer.

    A chain links each entry to the one before it, so the last one that was seen stands for all.
    """
    there: dict[str, dict[int, str]] = {}
    for entry in entries:
        there.setdefault(entry.writer, {})[entry.sequence] = entry.hash
    gone: dict[str, list[int]] = {}
    for each in seen:
        if there.get(each.writer, {}).get(each.sequence) != each.hash:
            gone.setdefault(each.writer, []).append(each.sequence)
    for writer in sorted(gone):
        chain = there.get(writer, {})
        last = max(gone[writer])
        if not chain:
            yield f"{writer}: all its entries are gone; {last} were seen here"
        elif last > max(chain):
            yield f"{writer}: it ends at {max(chain)}; entry {last} was seen here"
        else:
            first = min(gone[writer])
            yield f"{writer}/{first}: another entry stands where one was seen here"

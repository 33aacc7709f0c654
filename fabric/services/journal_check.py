"""Whether the journal is what it was: its chains, its index, and the ends that were seen here."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from fabric.models.journal import verify_chain
from fabric.models.journal_entry import JournalEntry
from fabric.models.sighting import ends_of, lost_ends
from fabric.ports import JournalQuery
from fabric.services.context import Context

MAY_BE_MEANT: Final = (
    "a store that was restored, made anew or is on another branch may end earlier: "
    "`fabric audit --verify --accept-end` takes its end as it is"
)
"""What is said of an end that was seen and is gone."""

_TRIES: Final = 5


class Checked(NamedTuple):
    """What does not hold, in words: of chains and index, and of the ends that were seen.

    `entries` are those that were looked at last, some of which may have come meanwhile.
    """

    faults: list[str]
    lost: list[str]
    entries: list[JournalEntry]


def check_journal(context: Context, entries: Iterable[JournalEntry]) -> Checked:
    """Check all entries of the store's journal.

    What belongs to them is read after them, and somebody may have written in between: a fault is
    told only where the journal did not grow meanwhile.
    """
    every = list(entries)
    checked = _checked(context, every)
    for _ in range(_TRIES):
        if not (checked.faults or checked.lost):
            break
        before, every = every, context.store.journal(JournalQuery())
        if ends_of(before) == ends_of(every):
            break
        checked = _checked(context, every)
    return checked


def _checked(context: Context, every: list[JournalEntry]) -> Checked:
    store = context.store
    faults = [
        f"{each.writer}/{each.sequence}: {each.problem}"
        for each in verify_chain(every, store.journal_payloads(JournalQuery()))
    ]
    faults += _misnamed(every, store.journal_names())
    lost = lost_ends(context.tools.local.seen(store.url), every)
    return Checked(faults, list(lost), every)


def remember_ends(context: Context, entries: Iterable[JournalEntry]) -> None:
    """Remember where the chains end now, in place of all that was seen before."""
    local, url, ends = context.tools.local, context.store.url, ends_of(entries)
    if tuple(local.seen(url)) != ends:
        local.keep_seen(url, ends)


def _misnamed(
    entries: Iterable[JournalEntry], names: Iterable[tuple[str, str, int]]
) -> Iterator[str]:
    """Beads that an entry names and the index does not, or the other way round.

    The journal of one bead is read by the index: an entry that it leaves out is as good as hidden.
    """
    indexed: dict[tuple[str, int], set[str]] = defaultdict(set)
    for bead_id, writer, sequence in names:
        indexed[writer, sequence].add(bead_id)
    for entry in sorted(entries, key=lambda each: (each.writer, each.sequence)):
        found = indexed.pop((entry.writer, entry.sequence), set())
        where = f"{entry.writer}/{entry.sequence}"
        if missing := sorted(set(entry.bead_ids) - found):
            yield f"{where}: the index leaves out that it names {_few(missing)}"
        if more := sorted(found - set(entry.bead_ids)):
            yield f"{where}: the index says that it names {_few(more)}, and it does not"
    for writer, sequence in sorted(indexed):
        yield f"{writer}/{sequence}: the index names an entry that is not there"


def _few(ids: list[str]) -> str:
    return ", ".join(ids[:3]) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")

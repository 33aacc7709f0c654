"""`fabric prime`: what an agent reads at its start, gathered with as little reading as can be."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from fabric.errors import FabricError, NotFound, StoreUnavailable, WrongUse
from fabric.graph.reviewed import is_reviewed
from fabric.models.bead import Bead
from fabric.models.briefing import BriefCounts, Briefing, BriefMemory, BriefNote, Loss
from fabric.models.domain import Domain, Domains
from fabric.models.memory import Memory
from fabric.models.note import excerpt, read_notes, unreachable_notes
from fabric.models.query import Reads
from fabric.models.settings import Settings
from fabric.models.words import NOTE_PREFIX
from fabric.selection.brief import brief_memories, brief_notes, in_telling_order
from fabric.services.in_force import Standing, read_standing
from fabric.services.in_hand import InHand, active_work, tell_work
from fabric.services.note_history import Changed, changed_elsewhere, last_sightings
from fabric.services.reviews import all_reviews

_MOST_WORK: Final = 5
_SAID_CHARS: Final = 120


class PrimeRequest(NamedTuple):
    """What to tell: as of which instant, of which domains, which work, and who has work in hand.

    `most`: how many entries can be told at most (0: all); those behind are only counted. `names`
    is asked where somebody is at work: the names under which this person holds it.
    """

    at: datetime
    domains: tuple[str, ...] = ()
    work: str = ""
    most: int = 0
    names: Callable[[], frozenset[str]] = frozenset
    custom_words: str | None = None


class Primed(NamedTuple):
    """A briefing, and how many entries of each group there are, however many it lists.

    `error` says what was wrong with the question, where something was; the losses say so, too.
    """

    briefing: Briefing
    totals: Mapping[str, int]
    error: FabricError | None = None


def prime(store: Reads, settings: Settings, request: PrimeRequest) -> Primed:
    """Read what an agent needs at its start. What was asked for and is not there is a loss.

    Raises CouldNot where the store cannot be read.
    """
    standing = read_standing(store, settings, request.at)
    telling = _Telling(store, standing.domains, request)
    hand = telling.work(settings)
    binding = telling.reviewed_only(settings, standing)
    wanted = telling.wanted()
    asked = [m for m in binding if not wanted or m.domain in {each.label for each in wanted}]
    hard = [memory for memory in asked if memory.is_hard]
    soft = [memory for memory in asked if not memory.is_hard]
    notes = telling.notes()
    briefing = Briefing(
        work=hand.works,
        hard=telling.memories(hard, hand.given),
        soft=telling.memories(soft, hand.given),
        notes=notes[: telling.room(len(notes))],
        counts=BriefCounts(
            hard=sum(memory.is_hard for memory in binding),
            soft=sum(not memory.is_hard for memory in binding),
            notes=len(notes),
            drafts=len(standing.drafts),
        ),
        losses=telling.losses,
        remarks=telling.remarks,
        filter=_named(wanted),
        custom_words=request.custom_words,
    )
    totals = {"hard": len(hard), "soft": len(soft), "notes": len(notes)}
    return Primed(briefing, {"work": telling.at_work, **totals}, telling.error)


class _Telling:
    """Makes the entries of one briefing, and keeps what else is to be said."""

    def __init__(self, store: Reads, domains: Domains, request: PrimeRequest) -> None:
        self._store, self._domains, self._request = store, domains, request
        self._told = 0
        self.at_work = 0
        self.losses: list[Loss] = []
        self.remarks: list[str] = []
        self.error: FabricError | None = None

    def _lose(self, lost: str, error: FabricError) -> None:
        self.losses.append(Loss(lost=lost, what=error.what, remedy=error.remedy))
        self.error = self.error or error

    def room(self, count: int) -> int:
        """How many of so many entries can be told, after those that were told."""
        most = self._request.most
        can = min(count, max(0, most - self._told)) if most else count
        self._told += can
        return can

    def memories(self, memories: Sequence[Memory], bound: frozenset[str]) -> list[BriefMemory]:
        """The first of some memories, as many as can be told."""
        first = in_telling_order(memories, bound)[: self.room(len(memories))]
        reviews = all_reviews(self._store, frozenset(each.id for each in first)) if first else None
        return brief_memories(first, self._domains, bound=bound, reviews=reviews)

    def wanted(self) -> list[Domain]:
        """The domains that were asked for, with those that always bind; empty: all."""
        known = {name: self._domains.get(name) for name in self._request.domains}
        for name in (each for each, domain in known.items() if domain is None):
            there = ", ".join(domain.short_name for domain in self._domains) or "none yet"
            error = WrongUse(f"There is no domain {name!r}.", f"Known: {there}.")
            self._lose(f"the filter --domain {name}", error)
        found = [domain for domain in known.values() if domain is not None]
        always = [domain for domain in self._domains if domain.always and domain not in found]
        return [*found, *always] if found else []

    def reviewed_only(self, settings: Settings, standing: Standing) -> list[Memory]:
        """The memories in force; where a review is required, those without one are withheld."""
        if not settings.governance.require_review or not standing.in_force:
            return standing.in_force
        reviews = all_reviews(self._store)
        binding = [m for m in standing.in_force if reviews is not None and is_reviewed(m, reviews)]
        withheld = len(standing.in_force) - len(binding)
        if reviews is None:
            error = StoreUnavailable(
                "A review is required, and this store keeps no journal that could prove one.",
                "Read the store that it was exported from.",
            )
            self._lose("1 rule" if withheld == 1 else f"{withheld} rules", error)
        elif withheld:
            rules = "1 rule is" if withheld == 1 else f"{withheld} rules are"
            self.remarks.append(f"{rules} withheld, no review of it being known: `fabric review`.")
        return binding

    def work(self, settings: Settings) -> InHand:
        """The work that was named, else what this person has in hand."""
        named = self._request.work
        beads = self._named_work(named) if named else self._held_work(settings)
        self.at_work = len(beads)
        first = beads[:_MOST_WORK] if self._request.most else beads
        return tell_work(self._store, first, self._domains, self._request.at)

    def _named_work(self, text: str) -> list[Bead]:
        ids = [text] if self._store.beads((text,)) else self._store.ids_with_prefix(text, 2)
        found = [bead for bead in self._store.beads(ids).values() if not bead.is_deleted]
        if len(found) == 1:
            return found
        remedy = "`fabric work list` shows the work."
        error: FabricError = NotFound(f"There is no bead {text}.", remedy)
        if found:
            error = WrongUse(f"{text} could be {', '.join(ids)}.", "Give more of the id.")
        self._lose(f"the work {text}", error)
        return []

    def _held_work(self, settings: Settings) -> list[Bead]:
        active = active_work(self._store, settings)
        if not active:
            return []
        names = self._request.names() if any(bead.assignee for bead in active) else frozenset()
        mine = [bead for bead in active if bead.assignee in names]
        free = [bead for bead in active if not bead.assignee]
        others = len(active) - len(mine) - len(free)
        if others:
            what = "1 work item is" if others == 1 else f"{others} work items are"
            self.remarks.append(f"{what} in the hands of others: `fabric work list`.")
        return [*mine, *free]

    def notes(self) -> list[BriefNote]:
        """All notes, with what the journal knows of them."""
        rows = self._store.config(NOTE_PREFIX)
        notes = read_notes(rows)
        last = last_sightings(self._store, at_start=True)
        changes = changed_elsewhere({note.key: note.text for note in notes}, last)
        changed = {each.key: each for each in changes}
        self.remarks += _note_remarks(changes, len(unreachable_notes(rows)))
        written = {key: seen.entry.at for key, seen in last.items() if key not in changed}
        was = {key: each.was for key, each in changed.items() if each.was is not None}
        return brief_notes(notes, written, was)


def _note_remarks(changes: Iterable[Changed], unreachable: int) -> Iterator[str]:
    """What happened to notes elsewhere that is not told with the note itself."""
    for each in changes:
        if each.now is None and each.was is not None:
            said = excerpt(each.was, _SAID_CHARS).marked
            yield f"The note {each.key} was taken away elsewhere; here it said: {said}"
        elif each.was is None:
            yield f"The note {each.key} was forgotten here and is there again."
    if unreachable:
        rows = "1 row of notes has" if unreachable == 1 else f"{unreachable} rows of notes have"
        yield f"{rows} a key that no verb reaches: `fabric lint`."


def _named(domains: Sequence[Domain]) -> str:
    names = ", ".join(domain.short_name for domain in domains)
    return f"rules of the domain {names}" if names else ""

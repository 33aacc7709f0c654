"""A briefing as text within a budget: what matters most first, entries whole, nothing silent."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from fabric.errors import WrongUse
from fabric.models.briefing import Briefing
from fabric.selection.briefing_layout import (
    NOTHING,
    Frame,
    Group,
    Parts,
    bare_frame,
    full_frame,
    groups_of,
    render,
    short_frame,
)
from fabric.selection.workflow_words import words_within

MINIMUM_CHARS: Final = 500
"""The smallest budget that a briefing can keep."""

_WORDS_SHARE: Final = 3
"""The words on how to work may take a third of the room, unless everything fits anyway."""

_LONG_SHARE: Final = 4
"""An entry of more than a quarter of the room is told in short where it does not fit whole."""


class Room(NamedTuple):
    """How much a host hands on: `measure` tells the size of the final payload of a text.

    Two texts together must measure at least what they do apart (less the empty envelope), and a
    text of 350 ASCII characters must fit.
    """

    limit: int
    measure: Callable[[str], int] = len

    def fits(self, text: str) -> bool:
        """Whether the payload of a text is within the limit."""
        return self.measure(text) <= self.limit

    def has_for(self, text: str, share: int) -> bool:
        """Whether a text takes at most that part (a third: 3) of the room."""
        return self.size(text) <= self.limit // share

    def size(self, text: str) -> int:
        """What a text adds to a payload."""
        return self.measure(text) - self.measure("")


class Composed(NamedTuple):
    """The text, and how many entries it shows by group (`work`, `hard`, `soft`, `notes`).

    `is_nothing`: all is well and there is nothing to say; the text says so in a line.
    """

    text: str
    shown: Mapping[str, int]
    is_nothing: bool = False


def compose(
    briefing: Briefing,
    room: Room,
    parts: Parts = "all",
    totals: Mapping[str, int] | None = None,
) -> Composed:
    """Put a briefing into words within a budget. Raises WrongUse for a budget that is too small.

    Order: what is missing, how much is shown, the words on how to work, the work in hand, hard
    rules, soft rules, notes. What does not fit whole is left out from the end, and counted. `totals`
    says how many entries there are of each group where the briefing lists only the first.
    """
    if room.limit < MINIMUM_CHARS:
        raise WrongUse(
            f"A briefing needs room for {MINIMUM_CHARS} characters; {room.limit} were allowed.",
            f"Say --max-chars {MINIMUM_CHARS} or more, or set prime.max_chars.",
        )
    groups = tuple(groups_of(briefing, parts, totals))
    if _is_nothing(briefing, groups, parts):
        return Composed(f"{NOTHING}\n", {}, is_nothing=True)
    best = _best(briefing, groups, room, parts)
    shown = {name: len(entries) for name, entries in best.shown.items()}
    return Composed(best.text, shown)


def _is_nothing(briefing: Briefing, groups: Sequence[Group], parts: Parts) -> bool:
    if briefing.is_empty:
        return True
    said = briefing.losses or briefing.remarks or briefing.filter or briefing.counts.drafts
    words = briefing.custom_words is not None and parts != "memories-only"
    return not said and not words and not any(group.total for group in groups)


class _Filled(NamedTuple):
    """A frame with the entries that fit into it."""

    text: str
    shown: dict[str, list[str]]
    complete: bool

    @property
    def tells_memories(self) -> bool:
        return any(entries for name, entries in self.shown.items() if name != "work")


def _best(briefing: Briefing, groups: Sequence[Group], room: Room, parts: Parts) -> _Filled:
    """The fullest frame in which everything fits, else the fullest that tells a memory at least."""
    wanted = any(group.total for group in groups if group.name != "work")
    first: _Filled | None = None
    for filled in _attempts(briefing, groups, room, parts):
        if filled.complete or filled.tells_memories or not wanted:
            return filled
        first = first or filled
    if first is None:
        raise WrongUse(
            f"Not even the head of a briefing fits into {room.limit} characters of this host.",
            "Allow more with --max-chars or prime.max_chars.",
        )
    return first


def _attempts(
    briefing: Briefing, groups: Sequence[Group], room: Room, parts: Parts
) -> Iterator[_Filled]:
    full = full_frame(briefing, parts)
    if parts != "memories-only":
        yield from _with_words(briefing.custom_words, full, groups, room)
    memories = tuple(group for group in groups if group.name != "work")
    shorter = (short_frame(briefing), bare_frame(briefing))
    for frame, told in ((full, groups), *((each, memories) for each in (full, *shorter))):
        if room.fits(render(frame, groups, {})):
            yield _fill(frame, groups, told, room)


def _with_words(
    custom: str | None, frame: Frame, groups: Sequence[Group], room: Room
) -> Iterator[_Filled]:
    """With all the words if everything fits then; else with a third of the room for them."""
    short = frame._replace(words=words_within(custom, lambda t: room.has_for(t, _WORDS_SHARE)))
    if not room.fits(render(short, groups, {})):
        return
    filled = _fill(short, groups, groups, room)
    if not filled.complete:
        yield filled
        return
    more = words_within(
        custom, lambda text: room.fits(render(frame._replace(words=text), groups, filled.shown))
    )
    text = render(frame._replace(words=more), groups, filled.shown)
    yield filled._replace(text=text)


def _fill(frame: Frame, groups: Sequence[Group], told: Sequence[Group], room: Room) -> _Filled:
    """Add entries one by one, in order, as long as the whole text fits."""
    shown: dict[str, list[str]] = {group.name: [] for group in groups}
    filling = _Filling(frame, groups, room, shown)
    complete = True
    for group in told:
        # One that does not fit does not keep out a shorter one of the same group.
        fitted = [filling.add(group.name, each.whole, each.short) for each in group.entries]
        complete = complete and len(shown[group.name]) == group.total
        if group.decides and not all(fitted):
            break
    return _Filled(filling.text, shown, complete)


class _Filling:
    """A text that grows by entries."""

    def __init__(
        self, frame: Frame, groups: Sequence[Group], room: Room, shown: dict[str, list[str]]
    ) -> None:
        self._frame, self._groups, self._room, self._shown = frame, groups, room, shown
        self.text = render(frame, groups, shown)
        self._used = room.measure(self.text)

    def add(self, group: str, whole: str, short: str) -> bool:
        """Add an entry whole, or a long one in short; whether it could be told."""
        if self._try(group, whole):
            return True
        return not self._room.has_for(whole, _LONG_SHARE) and self._try(group, short)

    def _try(self, group: str, text: str) -> bool:
        # Most that do not fit are seen at once, without laying out the whole text.
        if self._used + self._room.size(text) > self._room.limit:
            return False
        self._shown[group].append(text)
        grown = render(self._frame, self._groups, self._shown)
        used = self._room.measure(grown)
        if used > self._room.limit:
            self._shown[group].pop()
            return False
        self.text, self._used = grown, used
        return True

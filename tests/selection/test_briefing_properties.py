"""What holds for every briefing: within the room, entries whole, what matters most first."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabric.models.briefing import Briefing, BriefMemory, BriefNote, Loss
from fabric.selection.briefing_entries import Entry, memory_entry, note_entry, work_entry
from fabric.selection.briefing_layout import MOST_WORK
from fabric.selection.briefing_text import MINIMUM_CHARS, Composed, Room, compose
from tests.selection.briefings import briefing, counted, entries, work

MEASURES: list[Callable[[str], int]] = [
    len,
    lambda text: len(text.encode()),
    lambda text: len(text.encode("utf-16-le")) // 2,
    lambda text: len(json.dumps({"hookSpecificOutput": {"additionalContext": text}})),
    lambda text: len(text.encode()) // 4 + 1,
]
AWKWARD = st.one_of(
    st.text(st.characters(), max_size=60),
    st.sampled_from(
        ["# x\n~~~\n## y", "```\n- mf-1 (x): y\n| z", "漢" * 700, "a\x1b[31m\u202eb" * 30]
    ),
    st.text("ab \n", min_size=200, max_size=900),
)
MEMORY = st.builds(
    BriefMemory,
    id=st.text(st.characters(), min_size=1, max_size=12),
    strength=st.sampled_from(["hard", "soft", ""]),
    domain=st.sampled_from(["", "arch", "ux"]),
    statement=AWKWARD,
    text=AWKWARD,
    since=st.sampled_from(["", "2026-03-02"]),
    reviewed=st.sampled_from([None, True, False]),
)
NOTE = st.builds(
    BriefNote,
    key=st.text(st.characters(), min_size=1, max_size=12),
    kind=st.sampled_from(["feedback", "general"]),
    text=AWKWARD,
    was=st.none() | AWKWARD,
)
WORK = st.builds(lambda title, status: work(title=title, status=status), AWKWARD, AWKWARD)
BRIEFING = st.builds(
    lambda losses, works, hard, soft, notes, remarks: briefing(
        losses=losses, work=works, hard=hard, soft=soft, notes=notes, remarks=remarks
    ),
    st.lists(st.builds(Loss, lost=AWKWARD, what=AWKWARD, remedy=AWKWARD), max_size=2),
    st.lists(WORK, max_size=7),
    st.lists(MEMORY, max_size=12),
    st.lists(MEMORY, max_size=6),
    st.lists(NOTE, max_size=6),
    st.lists(AWKWARD, max_size=2),
)
ROOMS = st.builds(Room, st.integers(MINIMUM_CHARS, 12_000), st.sampled_from(MEASURES))


def forms(said: Briefing) -> dict[str, list[Entry]]:
    """What each entry may look like."""
    return {
        "work": [work_entry(each) for each in said.work[:MOST_WORK]],
        "hard": [memory_entry(each) for each in said.hard],
        "soft": [memory_entry(each) for each in said.soft],
        "notes": [note_entry(each) for each in said.notes],
    }


def is_told_in_order(told: list[str], possible: list[Entry]) -> bool:
    """Whether the told entries are some of the possible ones, whole or short, in their order."""
    left = iter(possible)
    return all(any(entry in each for each in left) for entry in told)


def check(said: Briefing, composed: Composed) -> None:
    """Entries are whole, in order and counted; what matters less waits for what matters more."""
    told, possible = entries(composed.text), forms(said)
    for group, found in told.items():
        assert is_told_in_order(found, possible[group])
    shown = {group: len(told.get(group, [])) for group in possible}
    if not composed.is_nothing:
        assert composed.shown == shown
        totals = {**{group: len(each) for group, each in possible.items()}, "work": len(said.work)}
        assert counted(composed.text) == {
            group: (shown[group], total) for group, total in totals.items() if total
        }
    if shown["hard"] < len(said.hard):
        assert not shown["soft"]
    if shown["hard"] < len(said.hard) or shown["soft"] < len(said.soft):
        assert not shown["notes"]


@settings(max_examples=300, deadline=None)
@given(BRIEFING, ROOMS)
def test_any_briefing_in_any_room(said: Briefing, room: Room) -> None:
    composed = compose(said, room)
    assert room.measure(composed.text) <= room.limit
    assert compose(said, room) == composed
    assert composed.text.encode()
    assert ("NOT loaded" in composed.text) is bool(said.losses)
    check(said, composed)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("abc ", min_size=1, max_size=80), min_size=1, max_size=40), ROOMS)
def test_short_rules_are_told_in_any_room(rules: list[str], room: Room) -> None:
    said = briefing(
        hard=[
            BriefMemory(id=f"mf-{n}", strength="hard", statement="A rule", text=rule)
            for n, rule in enumerate(rules)
        ],
        work=[work()],
    )
    composed = compose(said, room)
    if room.limit >= 800:
        assert composed.shown["hard"] >= 1
    check(said, composed)


@pytest.mark.parametrize("limit", range(MINIMUM_CHARS, 2000, 97))
def test_a_larger_room_never_tells_fewer_rules(limit: int) -> None:
    said = briefing(
        hard=[
            BriefMemory(id=f"mf-{n}", strength="hard", statement="A rule", text="x" * 90)
            for n in range(30)
        ]
    )
    rooms = (Room(limit), Room(limit + 300))
    smaller, larger = (compose(said, room, "memories-only").shown["hard"] for room in rooms)
    assert smaller < larger or larger == 30

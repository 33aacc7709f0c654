"""Notes as rows: kinds, rows that no verb reaches, order, and what a listing shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.errors import NoteRefused
from fabric.models.note import (
    Excerpt,
    Note,
    excerpt,
    find_key,
    in_display_order,
    read_notes,
    says,
    unreachable_notes,
)
from fabric.models.note_key import clean_key


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        pytest.param("feedback.no-mocks", "feedback", id="the first dotted part names the kind"),
        pytest.param("general.x", "general", id="general may be said"),
        pytest.param("no-mocks", "general", id="an older key has no kind"),
        pytest.param("feedback", "general", id="the word alone is a key"),
        pytest.param("feedback.", "general", id="a kind of nothing is no kind"),
        pytest.param("v1.2", "general", id="another dotted part is part of the key"),
    ],
)
def test_the_kind_of_a_note(key: str, kind: str) -> None:
    assert Note(key, "x").kind == kind


CONFIG = {
    "issue_prefix": "mf",
    "kv.other": "a value of somebody else's",
    "kv.memory.b": "second",
    "kv.memory.a": "first",
    "kv.memory.   ": "blank key",
    "kv.memory.": "no key",
    "kv.memory. padded": "x",
    "kv.memory.line\nbreak": "x",
    "kv.memory.empty": " ",
}


def test_notes_are_the_rows_that_a_verb_can_name() -> None:
    assert read_notes(CONFIG) == [Note("a", "first"), Note("b", "second")]
    assert [note.row_key for note in read_notes(CONFIG)] == ["kv.memory.a", "kv.memory.b"]


def test_the_other_rows_of_the_plane_are_told_with_the_reason() -> None:
    found = dict(unreachable_notes(CONFIG))
    assert sorted(found) == [
        "kv.memory.",
        "kv.memory.   ",
        "kv.memory. padded",
        "kv.memory.empty",
        "kv.memory.line\nbreak",
    ]
    assert "blanks at its ends" in found["kv.memory. padded"]
    assert "text is blank" in found["kv.memory.empty"]


@given(st.dictionaries(st.text(max_size=20).map("kv.memory.{}".format), st.text(max_size=5)))
def test_each_row_is_either_named_by_a_verb_or_told(config: dict[str, str]) -> None:
    notes, lost = read_notes(config), unreachable_notes(config)
    assert sorted(config) == sorted([n.row_key for n in notes] + [row.row_key for row in lost])
    for note in notes:
        assert clean_key(note.key) == note.key


KEYS = ["deploy", "feedback.deploy", "user.editor", "project.x", "reference.x"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        pytest.param("deploy", "deploy", id="the very key comes first"),
        pytest.param("feedback.deploy", "feedback.deploy", id="with its kind"),
        pytest.param("feedback/deploy", "feedback.deploy", id="with a slash"),
        pytest.param("editor", "user.editor", id="without its kind, where only one is meant"),
        pytest.param("edit", None, id="part of a key is no key"),
    ],
)
def test_which_note_is_meant(typed: str, found: str | None) -> None:
    assert find_key(typed, KEYS) == found


def test_a_key_that_may_mean_two_notes_is_refused() -> None:
    with pytest.raises(NoteRefused, match=r"project\.x, reference\.x"):
        find_key("x", KEYS)


def test_corrections_come_first_then_the_newest() -> None:
    keys = ["old", "new", "undated-b", "undated-a", "user.me", "feedback.stop"]
    written = {
        "old": "2026-03-01T00:00:00Z",
        "new": "2026-03-02T00:00:00+01:00",
        "user.me": "2026-01-01",
        "undated-a": "some day",
    }
    ordered = in_display_order([Note(key, "x") for key in keys], written)
    assert [note.key for note in ordered] == [
        *("feedback.stop", "user.me", "new", "old", "undated-a", "undated-b"),
    ]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        pytest.param("FRIDAY", True, id="the text says it, case aside"),
        pytest.param("deploy-w", True, id="the key says it"),
        pytest.param("", True, id="no words: every note"),
        pytest.param("Monday", False, id="neither says it"),
    ],
)
def test_words_are_looked_for_as_they_stand(words: str, found: bool) -> None:
    assert says(Note("deploy-window", "Never on a Friday"), words) is found


DEPLOY = "\n\n## Deploy window\nNever deploy on a Friday after 15:00; the on-call hands over then. "


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        pytest.param(
            "Prices are in cents", 40, Excerpt("Prices are in cents", cut=False), id="whole"
        ),
        pytest.param(
            DEPLOY + "detail " * 60,
            60,
            Excerpt("Deploy window: Never deploy on a Friday after 15:00; the", cut=True),
            id="blank lines and heading marks are passed over, the cut is between words",
        ),
        pytest.param(
            "```sh\nmake x\n```\n---\n- one\n> two",
            40,
            Excerpt("make x one two", cut=False),
            id="marks go",
        ),
        pytest.param("## Only this", 40, Excerpt("Only this", cut=False), id="a heading alone"),
        pytest.param(
            "---", 40, Excerpt("---", cut=False), id="where marks are all there is, they show"
        ),
        pytest.param("#tag stays", 40, Excerpt("#tag stays", cut=False), id="a tag is no heading"),
        pytest.param("価格" * 10, 5, Excerpt("価格価格価", cut=True), id="no spaces to cut at"),
        pytest.param("four five", 4, Excerpt("four", cut=True), id="a cut that falls on a blank"),
        pytest.param("", 4, Excerpt("", cut=False), id="nothing"),
    ],
)
def test_a_listing_shows_meaningful_words(text: str, width: int, shown: Excerpt) -> None:
    assert excerpt(text, width) == shown


def test_a_cut_is_marked_and_a_whole_text_is_not() -> None:
    assert excerpt("one two three", 8).marked == "one two ..."
    assert excerpt("one two", 8).marked == "one two"


@given(st.text(max_size=200), st.integers(1, 80))
def test_an_excerpt_fits_and_is_one_line(text: str, width: int) -> None:
    shown = excerpt(text, width)
    assert len(shown.text) <= width
    assert "\n" not in shown.text
    assert bool(shown.text) is bool(text.strip())

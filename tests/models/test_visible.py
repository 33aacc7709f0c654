"""What is shown on a terminal or in a report cannot hide or steer anything."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.models.visible import visible, visible_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("\x1b[31mred", "\\x1b[31mred", id="an escape sequence is spelt"),
        pytest.param("a\rb", "a\\rb", id="a carriage return cannot overwrite the line"),
        pytest.param("\x9b2J", "\\x9b2J", id="a C1 control is spelt"),
        pytest.param("abc\u202edef", "abc\\u202edef", id="a bidi override is spelt"),
        pytest.param("one\u2028two", "one\\u2028two", id="a line separator is spelt"),
        pytest.param("\ud800", "\\ud800", id="a lone surrogate is spelt"),
        pytest.param("\U000e0041", "\\U000e0041", id="a tag character is spelt"),
        pytest.param("a\u3164b\u034f", "a\\u3164b\\u034f", id="a filler and a joiner are spelt"),
        pytest.param("\u26a0\ufe0f", "\u26a0\ufe0f", id="the selector of an emoji stays"),
        pytest.param("two\nlines\tof text", "two\nlines\tof text", id="newline and tab stay"),
        pytest.param("héé 漢字 👩\u200d🔧", "héé 漢字 👩\u200d🔧", id="other scripts stay"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_visible_line_spells_newlines_and_tabs() -> None:
    assert visible_line("a\n\tb") == "a\\n\\tb"


@given(st.text())
def test_a_visible_line_is_one_line_without_control_characters(text: str) -> None:
    shown = visible_line(text)
    assert len(shown.splitlines()) <= 1
    assert not [each for each in shown if unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp"}]


@given(st.text())
def test_showing_twice_changes_nothing(text: str) -> None:
    assert visible(visible(text)) == visible(text)

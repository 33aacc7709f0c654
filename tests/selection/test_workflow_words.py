"""The words on how to work: whole where they fit, else cut by lines, never with an open fence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.selection.workflow_words import BUILT_IN, words_within

CUT = "(cut here; the rest stands in PRIME.md)"


def within(custom: str | None, most: int) -> str:
    return words_within(custom, lambda text: len(text) <= most)


@pytest.mark.parametrize(
    ("custom", "most", "words"),
    [
        pytest.param(None, 9000, BUILT_IN, id="ours, where the project has none"),
        pytest.param(None, 100, "", id="ours are not cut"),
        pytest.param(
            "\n# House rules\r\nTest.\n", 90, "# House rules\nTest.", id="the project's own"
        ),
        pytest.param("", 90, "", id="no words may be wanted"),
        pytest.param("one\n" + "two " * 50, 60, f"one\n{CUT}", id="cut between lines and marked"),
        pytest.param("one " * 50, 60, "", id="no line fits"),
        pytest.param("a\n~~~\nb", 90, "a\n~~~\nb\n~~~", id="an open fence is closed"),
        pytest.param("a\n````md\n```\nb", 90, "a\n````md\n```\nb\n````", id="by as long a mark"),
        pytest.param("a\n```\nb\n```", 90, "a\n```\nb\n```", id="a closed one is left alone"),
        pytest.param("``` `x`", 90, "``` `x`", id="code within a line is no fence"),
        pytest.param("a\x1b[2Jb", 90, "a\\x1b[2Jb", id="an escape is made visible"),
    ],
)
def test_the_words(custom: str | None, most: int, words: str) -> None:
    assert within(custom, most) == words


@given(
    st.lists(st.sampled_from(["```", "~~~~", "text", "  ```py", ""]), max_size=12),
    st.integers(0, 90),
)
def test_cut_words_fit_and_leave_no_fence_open(lines: list[str], most: int) -> None:
    words = within("\n".join(lines), most)
    assert len(words) <= most
    assert within(words, 10_000) == words.strip("\n")

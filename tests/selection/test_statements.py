"""Very many short statements: just what the index of full texts answers, quicker."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.selection.fulltext import Document, FullText
from fabric.selection.statements import Statements

WORDS = st.sampled_from(
    (
        *("export", "exports", "exported", "exporter", "Prices", "price", "days", "day", "aying"),
        *("ability", "able", "abilities", "happy", "happiness", "filing", "file", "hopping", "hop"),
        *("conflated", "relational", "digitizer", "sky", "a", "I", "aed", "x", "42", "getUserName"),
        *(
            "移行",
            "移行先",
            "Größe",
            "naïve",
            "user_name",
            "log;",
            "--",
            "C++",
            "İ",
            "ends.",
            "end",
        ),
    )
)
TITLES = st.lists(st.lists(WORDS, max_size=5).map(" ".join), max_size=12)


def both(titles: list[str]) -> tuple[Statements, FullText]:
    keys = [f"m{n}" for n in range(len(titles))]
    return (
        Statements(dict(zip(keys, titles, strict=True))),
        FullText(Document(key, title) for key, title in zip(keys, titles, strict=True)),
    )


@given(TITLES, st.lists(WORDS | st.text(max_size=4), max_size=14).map(" ".join))
def test_they_answer_as_full_text_does(titles: list[str], text: str) -> None:
    ours, theirs = both(titles)
    asked = theirs.rarest(text)
    assert ours.rarest(text) == asked
    found, expected = ours.hits(asked), theirs.hits(asked)
    assert {each.key: each.score for each in found} == pytest.approx(dict(expected))
    for n in range(len(titles)):
        assert ours.shared(f"m{n}", asked) == theirs.shared(f"m{n}", asked)


@given(st.text(alphabet="abcdefghilmnorstuvyz", min_size=1, max_size=9), TITLES)
def test_whatever_ends_a_word_its_stem_is_found(stem: str, titles: list[str]) -> None:
    ends = ("", "s", "es", "ies", "y", "ed", "ing", "ization", "ational", "biliti", "bility", "e")
    ours, theirs = both([*titles, *(stem + end for end in ends)])
    for end in ends:
        assert ours.rarest(stem + end) == theirs.rarest(stem + end)
        assert len(ours.hits((stem + end,))) == len(theirs.hits((stem + end,)))


@pytest.mark.parametrize(
    ("titles", "text"),
    [
        pytest.param(["Export, then log_it.", "An export"], "exports log", id="plain"),
        pytest.param(["Export\nthen", "An export"], "export then", id="an end of line inside"),
        pytest.param(["Call getUserName", "user names"], "user", id="camel case"),
        pytest.param(["Größe", "groesse größe"], "große", id="not ASCII"),
    ],
)
def test_words_are_split_as_there(titles: list[str], text: str) -> None:
    ours, theirs = both(titles)
    asked = theirs.rarest(text)
    assert ours.rarest(text) == asked
    assert asked
    assert [each.key for each in ours.hits(asked)] == [each.key for each in theirs.hits(asked)]


def test_equal_ones_stay_in_the_order_given() -> None:
    ours, _ = both(["same", "same", "other"])
    assert [hit.key for hit in ours.hits(("same",))] == ["m0", "m1"]


def test_nothing_finds_nothing() -> None:
    ours, _ = both([])
    assert ours.rarest("anything") == ()
    assert ours.hits(()) == []

"""Ranked full text: which documents, in which order, by which terms."""

import pytest

from fabric.selection.fulltext import MOST_PLACES, MOST_TERMS, Document, FullText

DOCUMENTS = [
    Document("rest", "A note", "on nothing", "the export button"),
    Document("title", "The export button", "on nothing", "at all"),
    Document("body", "A note", "the export button", "at all"),
    Document("other", "Colours", "red and green", "blue"),
    Document("cjk", "データベースの移行", "", ""),
    Document("code", "Call getUserName", "", "never get_user_mail"),
]


def found(text: str) -> list[str]:
    index = FullText(DOCUMENTS)
    return [hit.key for hit in index.hits(index.rarest(text))]


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        pytest.param("exports", ["title", "body", "rest"], id="title before body before rest"),
        pytest.param("buttons exported", ["title", "body", "rest"], id="other endings match"),
        pytest.param("Colour", ["other"], id="case does not matter"),
        pytest.param("移行", ["cjk"], id="a script without spaces matches in pairs"),
        pytest.param("user_name", ["code"], id="snake_case finds camelCase"),
        pytest.param("UserMail", ["code"], id="camelCase finds snake_case"),
        pytest.param("purple", [], id="an unknown word finds nothing"),
        pytest.param('" OR NEAR(title:*', [], id="query signs are no words"),
        pytest.param("", [], id="no words find nothing"),
    ],
)
def test_what_words_find(asked: str, keys: list[str]) -> None:
    assert found(asked) == keys


def test_scores_fall_and_are_above_nothing() -> None:
    index = FullText(DOCUMENTS)
    scores = [hit.score for hit in index.hits(index.rarest("export"))]
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)


def test_the_rarest_terms_count_and_unknown_ones_do_not() -> None:
    common = [Document(str(n), "alpha", f"beta{n // 2}") for n in range(20)]
    index = FullText(common)
    assert index.rarest("alpha beta3 unheard beta1") == ("beta3", "beta1", "alpha")


def test_at_most_eight_terms_count() -> None:
    words = [f"word{n}" for n in range(20)]
    index = FullText([Document("a", " ".join(words))])
    assert index.rarest(" ".join(words)) == tuple(words[:MOST_TERMS])


def test_what_stands_all_over_does_not_count_beside_rare_words() -> None:
    many = [Document(str(n), "common") for n in range(MOST_PLACES)]
    index = FullText([*many, Document("one", "rare common")])
    assert index.rarest("common rare") == ("rare",)
    assert index.rarest("common") == ("common",)


def test_two_forms_of_a_word_are_one_term() -> None:
    index = FullText(DOCUMENTS)
    assert index.rarest("exports exporting buttons") == ("exports", "buttons")


def test_the_words_that_a_document_shares() -> None:
    index = FullText(DOCUMENTS)
    asked = index.rarest("red export buttons")
    assert index.shared("title", asked) == ("export", "buttons")
    assert index.shared("other", asked) == ("red",)
    assert index.shared("cjk", asked) == ()


def test_equal_documents_stay_in_the_order_given() -> None:
    index = FullText([Document("b", "same"), Document("a", "same")])
    assert [hit.key for hit in index.hits(("same",))] == ["b", "a"]


def test_an_empty_index_finds_nothing() -> None:
    index = FullText([])
    assert index.rarest("anything") == ()
    assert index.hits(()) == []

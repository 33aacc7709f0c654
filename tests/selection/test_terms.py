"""Text as terms: one case, no accents, identifiers split, bigrams where no spaces separate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.selection.terms import searchable, terms


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Add the Export-Button", ["add", "export", "button"], id="words, one case"),
        pytest.param("snake_case_key", ["snake", "case", "key"], id="snake_case falls apart"),
        pytest.param(
            "getUserName", ["getusername", "user", "name"], id="camelCase counts whole and in parts"
        ),
        pytest.param("HTTPServer", ["httpserver", "http", "server"], id="an acronym is a part"),
        pytest.param("UPPER Case", ["upper", "case"], id="capitals alone split nothing"),
        pytest.param("v2 of 3 in C", ["v2", "c"], id="a lone digit tells nothing, a letter does"),
        pytest.param("the and of to", [], id="stop words tell nothing"),
        pytest.param("Größe naïve", ["grosse", "naive"], id="accents are folded"),
        pytest.param("one—two “three” → four", ["two", "three", "four"], id="marks separate"),
        pytest.param("移行する", ["移行", "行す", "する"], id="Chinese and Japanese as bigrams"),
        pytest.param("表", ["表"], id="a lone character is a term"),
        pytest.param("ภาษา", ["ภา", "าษ", "ษา"], id="Thai as bigrams"),
        pytest.param("हिन्दी भाषा", ["हिन्दी", "भाषा"], id="vowel signs stay with their letters"),
        pytest.param("كِتاب", ["كتاب"], id="Arabic without its vowel marks"),
        pytest.param(
            "\uff21\uff30\uff29 \ufb01x", ["api", "fix"], id="wide and joined forms are folded"
        ),
        pytest.param("half \ud800 é", ["half", "e"], id="half a character is no term"),
        pytest.param("to to Export export", ["export"], id="each term once"),
    ],
)
def test_the_terms_of_a_text(text: str, found: list[str]) -> None:
    assert terms(text) == found


@given(st.text())
def test_every_term_is_one_word_to_a_plain_tokenizer(text: str) -> None:
    for term in terms(text):
        assert term
        assert not any(each.isspace() or each == '"' for each in term)
        assert not any(each.isascii() and not each.isalnum() for each in term)


@given(st.text(st.characters()))
def test_every_text_can_be_handed_to_an_index(text: str) -> None:
    searchable(text).encode()

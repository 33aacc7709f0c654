"""Keys of notes: the derivation is frozen; one trimming rule holds at every door."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.errors import NoteRefused
from fabric.models.note_key import (
    DERIVED_BYTES,
    DERIVED_WORDS,
    KEY_CHARS,
    clean_key,
    derive_key,
    free_key,
    key_problem,
)

# Golden: each pair was asked of the real program. A row that changes re-keys stored notes.
GOLDEN = [
    pytest.param(
        "Never deploy on a Friday", "never-deploy-on-a-friday", id="words are joined by hyphens"
    ),
    pytest.param("LOUD Words", "loud-words", id="capitals fold"),
    pytest.param("a  b\tc\nd", "a-b-c-d", id="a run of blanks is one hyphen"),
    pytest.param("v2.10 of the API_key-store", "v2-10-of-the-api-key-store", id="marks separate"),
    pytest.param("(quoted) ...", "quoted", id="marks at both ends go"),
    pytest.param("1 2 3 4 5 6 7 8 9 10 11", "1-2-3-4-5-6-7-8", id="eight words are kept"),
    pytest.param("1 2 3 4 5 6 7 8-9-10", "1-2-3-4-5-6-7-8", id="hyphens count as well"),
    pytest.param("a" * 61, "a" * 60, id="sixty bytes are kept"),
    pytest.param("a" * 59 + " bcd", "a" * 59, id="a hyphen at the cut goes"),
    pytest.param("a" * 58 + " bcd", "a" * 58 + "-b", id="a cut may fall within a word"),
    pytest.param("a" * 60 + " b", "a" * 60, id="a cut before a hyphen"),
    pytest.param("Größe zählt", "gr-e-z-hlt", id="letters beyond ASCII separate"),
    pytest.param("\u212aelvin in \u0130zmir", "kelvin-in-izmir", id="two signs fold into ASCII"),
    pytest.param("価格はセント", "", id="no Latin letter derives nothing"),
    pytest.param("?! --", "", id="marks alone derive nothing"),
    pytest.param("", "", id="nothing derives nothing"),
]


@pytest.mark.parametrize(("text", "key"), GOLDEN)
def test_the_derivation_is_frozen(text: str, key: str) -> None:
    assert derive_key(text) == key


@given(st.text(max_size=300))
def test_a_derived_key_is_a_key_and_derives_itself(text: str) -> None:
    key = derive_key(text)
    assert len(key.encode()) <= DERIVED_BYTES
    assert key.count("-") < DERIVED_WORDS
    assert not key.startswith("-")
    assert not key.endswith("-")
    assert derive_key(key) == key
    if key:
        assert clean_key(key) == key


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        pytest.param(" deploy ", "deploy", id="blanks at both ends go"),
        pytest.param("deploy\n", "deploy", id="so does a line end"),
        pytest.param("my.key/x", "my.key/x", id="marks stay"),
        pytest.param("two words", "two words", id="a blank within stays"),
        pytest.param("価格", "価格", id="any script will do"),
        pytest.param("k" * KEY_CHARS, "k" * KEY_CHARS, id="the longest key fits"),
    ],
)
def test_what_is_a_key_is_trimmed_once(typed: str, key: str) -> None:
    assert clean_key(typed) == key
    assert clean_key(key) == key
    assert not key_problem(key)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param("   ", "blank", id="blanks are no key"),
        pytest.param("", "blank", id="nothing is no key"),
        pytest.param("a\nb", "control", id="a line break is refused"),
        pytest.param("a\x1b[2Jb", "control", id="an escape is refused"),
        pytest.param("a\u202eb", "invisible", id="a turned reading direction is refused"),
        pytest.param("a\ud800", "invisible", id="half a character is refused"),
        pytest.param("k" * (KEY_CHARS + 1), f"at most {KEY_CHARS}", id="a longer key is refused"),
    ],
)
def test_what_is_no_key_is_refused_with_the_reason(typed: str, said: str) -> None:
    with pytest.raises(NoteRefused, match=said):
        clean_key(typed)
    assert said in key_problem(typed)


@given(st.text(max_size=300))
def test_what_one_door_accepts_all_accept(typed: str) -> None:
    try:
        key = clean_key(typed)
    except NoteRefused:
        assert key_problem(typed.strip())
    else:
        assert not key_problem(key)
        assert clean_key(key) == key


@pytest.mark.parametrize(
    ("key", "taken", "free"),
    [
        pytest.param("deploy", set(), "deploy", id="a free key stays"),
        pytest.param("deploy", {"deploy"}, "deploy-2", id="a taken one gets a number"),
        pytest.param("deploy", {"deploy", "deploy-2"}, "deploy-3", id="the next free number"),
        pytest.param(
            "k" * KEY_CHARS, {"k" * KEY_CHARS}, "k" * (KEY_CHARS - 2) + "-2", id="it still fits"
        ),
    ],
)
def test_a_key_beside_another_one(key: str, taken: set[str], free: str) -> None:
    assert free_key(key, taken) == free

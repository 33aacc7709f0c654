"""What `remember` means, and what a text does to the notes that are stored."""

import pytest

from fabric.errors import NoteRefused
from fabric.models.note_intent import (
    TEXT_BYTES,
    Asked,
    OnClash,
    Settled,
    ToRead,
    ToStore,
    nothing_to_read,
    read_asked,
    same_words,
    settle,
)

COMMANDS = frozenset({"recall", "list"})


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        pytest.param(
            Asked("Prices are in cents"),
            ToStore("prices-are-in-cents", "Prices are in cents", derived=True),
            id="a sentence is stored under a key made from it",
        ),
        pytest.param(
            Asked(" Prices  "),
            ToStore("prices", " Prices  ", derived=True),
            id="words stay as typed",
        ),
        pytest.param(Asked("deploy-window"), ToRead("deploy-window"), id="a bare key reads"),
        pytest.param(
            Asked("deploy-window", kind="user"), ToRead("user.deploy-window"), id="so with a kind"
        ),
        pytest.param(
            Asked("deploy-window", key=" dw "),
            ToStore("dw", "deploy-window", derived=False),
            id="a given key says that it is to be stored",
        ),
        pytest.param(
            Asked("recall", key="verb"),
            ToStore("verb", "recall", derived=False),
            id="with a key even a command's name",
        ),
        pytest.param(
            Asked("recall the list"),
            ToStore("recall-the-list", "recall the list", derived=True),
            id="two words are no command",
        ),
        pytest.param(
            Asked("Use no mocks", kind="Feedback"),
            ToStore("feedback.use-no-mocks", "Use no mocks", derived=True),
            id="a kind is the key's first part",
        ),
        pytest.param(
            Asked("x y", key="feedback.k", kind="feedback"),
            ToStore("feedback.k", "x y", derived=False),
            id="a kind said twice is said once",
        ),
        pytest.param(
            Asked("価格はセント", key="price"),
            ToStore("price", "価格はセント", derived=False),
            id="a key rescues a text without Latin letters",
        ),
    ],
)
def test_what_was_asked(asked: Asked, meant: ToStore | ToRead) -> None:
    assert read_asked(asked, COMMANDS) == meant


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        pytest.param(Asked("Recall "), "looks like a command", id="a command's name"),
        pytest.param(Asked(" \n"), "blank", id="a blank text"),
        pytest.param(Asked("", key="k"), "blank", id="a blank text under a key"),
        pytest.param(Asked("x", key=""), "it is blank", id="an empty key is not left out"),
        pytest.param(Asked("x", key="   "), "it is blank", id="a blank key"),
        pytest.param(Asked("x", key="a\nb"), "control", id="a key of two lines"),
        pytest.param(Asked("価格はセント"), "No key can be made", id="nothing to make a key from"),
        pytest.param(Asked("a b", kind="rumour"), "no kind 'rumour'", id="an unknown kind"),
        pytest.param(
            Asked("a", key="user.k", kind="feedback"), "names the kind user", id="two kinds"
        ),
        pytest.param(Asked("ab " * TEXT_BYTES), f"at most {TEXT_BYTES}", id="too long a text"),
        pytest.param(Asked("a \ud800"), "no valid Unicode", id="half a character"),
    ],
)
def test_what_is_refused_is_refused_with_the_reason(asked: Asked, said: str) -> None:
    with pytest.raises(NoteRefused, match=said):
        read_asked(asked, COMMANDS)


def test_a_bare_key_of_nothing_is_told_how_to_store_it() -> None:
    refusal = nothing_to_read("deploy-window", "deploy-window")
    assert "deploy-window" in refusal.what
    assert "--key deploy-window" in refusal.remedy


DOG = "The dog is never fed from the table"
STORED = {"dog": "Dogs bark", "the-dog-is-never-fed-from-the-table": DOG}
DOG_KEY = "the-dog-is-never-fed-from-the-table"


def derived(text: str) -> ToStore:
    return ToStore(DOG_KEY, text, derived=True)


def given(text: str) -> ToStore:
    return ToStore(DOG_KEY, text, derived=False)


@pytest.mark.parametrize(
    ("wanted", "on_clash", "settled"),
    [
        pytest.param(
            ToStore("new", "News", derived=True),
            "refuse",
            Settled("remembered", "new", "News"),
            id="a new text is remembered",
        ),
        pytest.param(
            derived(DOG + " ."),
            "refuse",
            Settled("known", DOG_KEY, DOG),
            id="the same words are known",
        ),
        pytest.param(
            ToStore("dogs", "dogs bark.", derived=True),
            "refuse",
            Settled("known", "dog", "Dogs bark"),
            id="the same words under another key are known there",
        ),
        pytest.param(
            ToStore("dogs", "dogs bark.", derived=True),
            "replace",
            Settled("known", "dog", "Dogs bark"),
            id="replacing makes no second note of them",
        ),
        pytest.param(
            ToStore("dogs", "dogs bark.", derived=True),
            "keep-both",
            Settled("remembered", "dogs", "dogs bark."),
            id="unless both are wanted",
        ),
        pytest.param(
            derived(DOG + "!"),
            "replace",
            Settled("updated", DOG_KEY, DOG + "!", DOG),
            id="replacing mends a mark",
        ),
        pytest.param(
            derived(DOG + " at noon"),
            "replace",
            Settled("updated", DOG_KEY, DOG + " at noon", DOG),
            id="replacing tells the text that was there",
        ),
        pytest.param(
            derived(DOG + " at noon"),
            "keep-both",
            Settled("remembered", DOG_KEY + "-2", DOG + " at noon"),
            id="both are kept under two keys",
        ),
        pytest.param(
            derived(DOG),
            "keep-both",
            Settled("known", DOG_KEY, DOG),
            id="no second copy of the same",
        ),
        pytest.param(
            given("Cats do"),
            "refuse",
            Settled("updated", DOG_KEY, "Cats do", DOG),
            id="a given key replaces, as bd does",
        ),
        pytest.param(
            given(DOG), "refuse", Settled("known", DOG_KEY, DOG), id="but not by the same"
        ),
        pytest.param(
            given(DOG.lower()),
            "refuse",
            Settled("updated", DOG_KEY, DOG.lower(), DOG),
            id="a given key lets a capital be mended",
        ),
    ],
)
def test_what_a_text_does(wanted: ToStore, on_clash: OnClash, settled: Settled) -> None:
    assert settle(wanted, STORED, on_clash) == settled


def test_another_text_is_never_replaced_unasked_and_is_shown() -> None:
    with pytest.raises(NoteRefused, match=DOG) as refused:
        settle(derived(DOG + " at noon"), STORED)
    assert "--replace" in refused.value.remedy
    assert "--keep-both" in refused.value.remedy


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param("Use C", "use c.", True, id="case and closing marks aside"),
        pytest.param("Use C", "Use C++", False, id="symbols are words"),
        pytest.param("a b", "b a", False, id="order matters"),
    ],
)
def test_whether_two_texts_say_the_same(one: str, other: str, same: bool) -> None:
    assert same_words(one, other) is same

"""`memories`: notes and memories together, those in force first, and why a filter finds nothing."""

import pytest

from fabric.models.answers_notes import MemoriesAnswer, as_document
from fabric.services.verbs.retire import RetireRequest, retire
from tests.services.quick import Quick
from tests.services.world import World


@pytest.fixture
def quick() -> Quick:
    return Quick(World().begin())


def names(answer: MemoriesAnswer) -> list[str]:
    return list(answer.texts)


def remarks(answer: MemoriesAnswer) -> list[str]:
    return answer.fabric.remarks if answer.fabric else []


def test_notes_alone_are_just_bds_map(quick: Quick) -> None:
    assert as_document(quick.memories()) == {"schema_version": 1}
    quick.remember("Alpha text", key="alpha")
    quick.remember("Beta text", key="feedback.beta")
    assert as_document(quick.memories()) == {
        "schema_version": 1,
        "alpha": "Alpha text",
        "feedback.beta": "Beta text",
    }
    assert names(quick.memories()) == ["feedback.beta", "alpha"]
    assert as_document(quick.memories("zzz")) == {"schema_version": 1}


def test_words_are_found_in_key_and_text_case_aside_and_those_that_stand_so_come_first(
    quick: Quick,
) -> None:
    quick.remember("Race flag: `-race`", key="tests")
    quick.remember("Other", key="race-day")
    assert set(names(quick.memories("RACE"))) == {"tests", "race-day"}
    assert names(quick.memories("-race`")) == ["tests", "race-day"]
    assert names(quick.memories("ace fl")) == ["tests"]


def test_what_is_in_force_comes_first_and_what_ended_last(quick: Quick) -> None:
    old = quick.world.memory("Escape clears stuck input")
    new = quick.world.successor(old, "Never press Escape: it destroys what was typed")
    quick.world.supersede(old, new)
    quick.remember("The Escape key is on the left", key="keyboard")
    draft = quick.world.propose("Map Escape to nothing")
    answer = quick.memories("escape")
    assert names(answer) == [new, "keyboard", draft, old]
    assert answer.fabric is not None
    told = {each.id: (each.in_force, each.superseded_by) for each in answer.fabric.memories}
    assert told == {new: (True, []), draft: (False, []), old: (False, [new])}


def test_without_words_what_ended_is_only_counted(quick: Quick) -> None:
    memory = quick.world.memory("Prices are in euros")
    retire(quick.world.context, RetireRequest(memory, "We count cents."))
    answer = quick.memories()
    assert names(answer) == []
    assert "1 ended memory is not shown" in remarks(answer)[0]


@pytest.mark.parametrize(
    ("filters", "why"),
    [
        pytest.param({"domain": "zzz*"}, "There is no domain 'zzz*'", id="a pattern is no domain"),
        pytest.param({"label": "^impossible$"}, "No memory carries the label", id="nor a label"),
        pytest.param({"kind": "feedbak"}, "There is no kind 'feedbak'", id="nor a kind"),
        pytest.param(
            {"kind": "user", "domain": "arch"}, "both never match", id="two that exclude each other"
        ),
    ],
)
def test_a_filter_that_cannot_match_gives_nothing_and_says_why(
    quick: Quick, filters: dict[str, str], why: str
) -> None:
    quick.world.memory("Prices are in cents")
    quick.remember("Alpha text", key="alpha")
    answer = quick.memories(**filters)
    assert names(answer) == []
    assert why in remarks(answer)[0]


def test_a_filter_that_matches_nothing_now_says_what_it_left_out(quick: Quick) -> None:
    memory = quick.world.memory("Prices are in cents")
    quick.remember("Alpha text", key="alpha")
    assert names(quick.memories(domain="arch")) == [memory]
    assert names(quick.memories(label="memory-arch")) == [memory]
    assert remarks(quick.memories(domain="arch")) == [
        "1 note left out: notes have no domain and no labels."
    ]
    assert names(quick.memories(domain="ux")) == []
    assert names(quick.memories(kind="general")) == ["alpha"]
    assert remarks(quick.memories(kind="general")) == ["1 memory left out: memories have no kind."]
    assert names(quick.memories(kind="user")) == []


@pytest.mark.parametrize("key", ["fabric", "schema_version"])
def test_a_note_named_like_a_key_of_the_document_is_not_lost(quick: Quick, key: str) -> None:
    quick.remember("Alpha text", key=key)
    answer = quick.memories()
    assert answer.fabric is not None
    assert [(note.key, note.text) for note in answer.fabric.notes] == [(key, "Alpha text")]
    assert f"{key!r} stands only under" in remarks(answer)[0]


def test_reading_writes_nothing(quick: Quick) -> None:
    quick.remember("Alpha text", key="alpha")
    writes = quick.world.writes()
    quick.memories()
    quick.memories("alpha", kind="user")
    quick.recall("alpha", history=True)
    assert quick.world.writes() == writes

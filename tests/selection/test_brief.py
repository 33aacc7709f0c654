"""Memories and notes as entries of a briefing: what is said of each, in which order."""

from dataclasses import replace

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.briefing import BriefMemory
from fabric.models.note import Note
from fabric.selection.brief import brief_memories, brief_notes
from tests.selection.scenes import SETTINGS, memory


def brief(*beads: Bead, **how: object) -> list[BriefMemory]:
    graph = BeadGraph(beads, SETTINGS)
    return brief_memories(graph.memories.values(), graph.domains, **how)  # type: ignore[arg-type]  # a test's shorthand


def test_what_binds_the_work_in_hand_comes_first_then_the_newest() -> None:
    beads = [
        memory("m1", since="2026-01-01"),
        memory("m2", since="2026-03-01"),
        memory("m3", since="2026-02-01"),
        memory("m4", since="2026-03-01"),
    ]
    assert [each.id for each in brief(*beads, bound={"m1"})] == ["m1", "m2", "m4", "m3"]


def test_what_is_said_of_a_memory() -> None:
    bead = memory(
        "m1", "Writes pass one layer", rule="Every write passes one layer", strength="hard"
    )
    bound = replace(
        bead, metadata={**bead.metadata, "fabric": {"applies_to": {"paths": ["src/**"]}}}
    )
    assert brief(bound) == [
        BriefMemory(
            id="m1",
            strength="hard",
            domain="arch",
            statement="Writes pass one layer",
            text="Every write passes one layer",
            since="2026-01-01",
            paths=["src/**"],
            reviewed=None,
        )
    ]


def test_a_rule_that_says_no_more_than_its_title_is_not_said_twice() -> None:
    assert brief(memory("m1", "Use tabs", rule="use  tabs."))[0].text == ""
    assert (
        brief(memory("m1", "Use tabs", rule="Use tabs, everywhere"))[0].text
        == "Use tabs, everywhere"
    )


def test_a_hand_made_one_without_sections_says_all_that_it_has() -> None:
    bead = replace(memory("m1", "Use tabs"), description="In every file.\nAlso in tests.")
    assert brief(bead)[0].text == "In every file.\nAlso in tests."


def test_a_review_is_known_by_the_digest_of_the_words() -> None:
    graph = BeadGraph([memory("m1"), memory("m2")], SETTINGS)
    reviews = {"m1": graph.memories["m1"].digest, "m2": "sha256:other"}
    found = brief_memories(graph.memories.values(), graph.domains, reviews=reviews)
    assert {each.id: each.reviewed for each in found} == {"m1": True, "m2": False}


def test_notes_come_by_kind_with_what_they_were() -> None:
    notes = [Note("a", "now"), Note("feedback.b", "x")]
    found = brief_notes(notes, {"a": "2026-03-01T10:00:00Z"}, {"a": "before"})
    assert [(each.key, each.kind, each.written_at, each.was) for each in found] == [
        ("feedback.b", "feedback", "", None),
        ("a", "general", "2026-03-01T10:00:00Z", "before"),
    ]

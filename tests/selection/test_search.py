"""Search by words: in force first, then drafts, then ended ones; parts of words are found last."""

from datetime import UTC, datetime

import pytest

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.note import Note
from fabric.selection.search import (
    by_words,
    document_of_bead,
    document_of_note,
    search_memories,
)
from tests.selection.scenes import SETTINGS, memory, work

NOW = datetime(2026, 6, 1, tzinfo=UTC)

ESCAPE = [
    memory("m1", "Escape clears stuck input", superseded_by="m2"),
    memory("m2", "Never press Escape", rule="Never press Escape: it destroys what was typed"),
    memory("m3", "Colours are green", rationale="The escape lights are", since="2026-05-01"),
    memory("m4", "Escape later", since="2027-01-01"),
]


def found(words: str) -> list[str]:
    graph = BeadGraph([*ESCAPE, work(title="Escape")], SETTINGS)
    return [each.id for each in search_memories(graph, Lineage(graph), words, NOW)]


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        pytest.param("escape", ["m2", "m3", "m4", "m1"], id="in force, then coming, then replaced"),
        pytest.param("destroying", ["m2"], id="another ending"),
        pytest.param("estroy", ["m2"], id="a part of a word"),
        pytest.param("m3", ["m3"], id="an id"),
        pytest.param("purple", [], id="nothing"),
        pytest.param("  ", [], id="no words find nothing"),
    ],
)
def test_which_memories_words_find(words: str, ids: list[str]) -> None:
    assert found(words) == ids


def test_beads_and_notes_can_be_looked_for_as_well() -> None:
    documents = [
        document_of_bead(work("t1", "Export", "the button")),
        document_of_note(Note("feedback.export-names", "Files carry the date")),
    ]
    assert by_words(documents, "button") == ["t1"]
    assert by_words(documents, "feedback") == ["feedback.export-names"]
    assert by_words(documents, "dates") == ["feedback.export-names"]
    assert sorted(by_words(documents, "export")) == ["feedback.export-names", "t1"]

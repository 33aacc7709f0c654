"""`search` and `memories WORDS`: what holds the words, best first, memories in force before all."""

from collections.abc import Sequence
from datetime import datetime

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.memory import Memory
from fabric.models.note import Note
from fabric.selection.fulltext import Document, FullText
from fabric.selection.rank import document_of


def by_words(documents: Sequence[Document], words: str) -> list[str]:
    """Keys of the documents that hold a word, best first, then those with the text as it stands.

    The second kind finds parts of words, keys and signs, as bd's own search does.
    """
    index = FullText(documents)
    ranked = [hit.key for hit in index.hits(index.rarest(words))]
    needle = words.strip().casefold()
    seen = set(ranked)
    parts = (each for each in documents if each.key not in seen and needle)
    return ranked + [each.key for each in parts if any(needle in f.casefold() for f in each)]


def search_memories(graph: BeadGraph, lineage: Lineage, words: str, at: datetime) -> list[Memory]:
    """Memories that hold the words: those in force, then drafts, then ended ones; best first."""
    documents = [document_of(memory) for memory in graph.memories.values()]
    found = [graph.memories[each] for each in by_words(documents, words)]

    def standing(memory: Memory) -> int:
        if lineage.is_in_force(memory, at):
            return 0
        return 1 if lineage.state(memory) in {"draft", "canonical"} else 2

    return sorted(found, key=standing)


def document_of_bead(bead: Bead) -> Document:
    """Any bead as text to look in."""
    rest = "\n".join((bead.acceptance_criteria, bead.design, bead.notes))
    return Document(bead.id, bead.title, bead.description, rest)


def document_of_note(note: Note) -> Document:
    """A note as text to look in; its key says what it is about."""
    return Document(note.key, note.key, note.text)

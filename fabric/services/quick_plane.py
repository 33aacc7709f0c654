"""The quick plane beside the memories: what is stored, what memories say or rejected of a text."""

from collections.abc import Mapping
from datetime import datetime

from fabric.errors import NoteRefused
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.digests import value_digest
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory, text_of
from fabric.models.note import Note, one_sentence, read_notes
from fabric.models.words import NOTE_PREFIX
from fabric.services.context import Context
from fabric.services.reading import all_memories
from fabric.services.writing import rejected_values


@dataclass(frozen=True, slots=True)
class QuickPlane:
    """The rows of the quick plane as they were read; `rows` also holds those that no verb reaches."""

    rows: Mapping[str, str]
    notes: tuple[Note, ...]

    @property
    def texts(self) -> dict[str, str]:
        """Key → text of the notes that verbs can reach."""
        return {note.key: note.text for note in self.notes}


@dataclass(frozen=True, slots=True)
class Sayings:
    """What the memories say of a text: which is in force, which rejected it, which ended one said it.

    `successors` maps an ended one that was replaced to the memory that took its place.
    """

    in_force: Memory | None
    draft: Memory | None
    rejection: Memory | None
    ended: tuple[Memory, ...]
    successors: Mapping[str, str]


def read_plane(context: Context) -> QuickPlane:
    """All notes of the store."""
    rows = context.store.config(NOTE_PREFIX)
    return QuickPlane(rows, tuple(read_notes(rows)))


def sayings_of(context: Context, text: str) -> Sayings:
    """What the memories of the store say of a text, whatever their domain: a note has none."""
    graph = all_memories(context.store, context.settings).graph()
    return _sayings(graph, {value_digest(text), value_digest(one_sentence(text))}, context.now)


def refuse_rejected(sayings: Sayings) -> None:
    """Raise NoteRefused, naming the rejection, where a text was rejected."""
    memory = sayings.rejection
    if memory is None:
        return
    because = text_of(memory.fabric.get("reason"))
    raise NoteRefused(
        f"This was rejected: {memory.id}{f' ({because})' if because else ''}.",
        f"Read it with `fabric show {memory.id}`; to ask again, `fabric propose --appeal REASON "
        f"--replaces {memory.id}`.",
    )


def _sayings(graph: BeadGraph, digests: set[str], at: datetime) -> Sayings:
    lineage = Lineage(graph)
    in_force = draft = rejection = None
    ended: list[Memory] = []
    for memory in graph.memories.values():
        state = lineage.state(memory)
        if state == "rejected":
            if rejection is None and not digests.isdisjoint(rejected_values(memory)):
                rejection = memory
        elif digests.isdisjoint({memory.rule_digest, memory.statement_digest}):
            continue
        elif lineage.is_in_force(memory, at):
            in_force = in_force or memory
        elif state == "draft":
            draft = draft or memory
        else:
            ended.append(memory)
    successors = {each.id: lineage.head(each.id) for each in ended if lineage.successors(each.id)}
    return Sayings(in_force, draft, rejection, tuple(ended), successors)

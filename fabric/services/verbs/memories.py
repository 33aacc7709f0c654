"""`fabric memories`: notes and memories together, those in force first, and why a filter finds nothing."""

from collections.abc import Sequence

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers_notes import FoundBeyond, FoundMemory, FoundNote, MemoriesAnswer
from fabric.models.frozen import dataclass, field
from fabric.models.memory import Memory
from fabric.models.note import KINDS, Note, in_display_order, says
from fabric.selection.search import by_words, document_of_note, search_memories
from fabric.services.context import Context
from fabric.services.note_history import last_sightings
from fabric.services.quick_plane import read_plane
from fabric.services.reading import all_memories

_OWN_NAMES = frozenset({"schema_version", "fabric"})


@dataclass(frozen=True, slots=True)
class MemoriesRequest:
    """What to look for; empty fields ask nothing. `label` is a whole label of a memory's bead."""

    words: str = ""
    domain: str = ""
    label: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found, in the order in which it is shown; `remarks` say what was left out and why."""

    binding: list[Memory] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    others: list[Memory] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def memories(context: Context, request: MemoriesRequest) -> MemoriesAnswer:
    """Notes and memories that hold the words and pass the filters; a filter that cannot match is told."""
    graph = all_memories(context.store, context.settings).graph()
    lineage = Lineage(graph)
    notes = list(read_plane(context).notes)
    found = _Found(remarks=_impossible(graph, request))
    if not found.remarks:
        _fill(context, found, graph, lineage, notes, request)
    return _answer(context, graph, lineage, found)


def _impossible(graph: BeadGraph, request: MemoriesRequest) -> list[str]:
    """Why a filter can match nothing, whatever is stored under it."""
    said = []
    if request.domain and graph.domains.get(request.domain) is None:
        known = ", ".join(domain.short_name for domain in graph.domains) or "none yet"
        said.append(
            f"There is no domain {request.domain!r} (known: {known}); patterns are not read."
        )
    if request.label and not any(m.bead.has(request.label) for m in graph.memories.values()):
        said.append(f"No memory carries the label {request.label!r}; a label is matched whole.")
    if request.kind and request.kind not in KINDS:
        said.append(f"There is no kind {request.kind!r} of notes (known: {', '.join(KINDS)}).")
    if request.kind and (request.domain or request.label):
        said.append("Only notes have a kind, only memories a domain and labels: both never match.")
    return said


def _fill(
    context: Context,
    found: _Found,
    graph: BeadGraph,
    lineage: Lineage,
    notes: list[Note],
    request: MemoriesRequest,
) -> None:
    all_found = _memories(context, graph, lineage, request)
    some_notes = _notes(context, notes, request.words)
    if request.domain or request.label:
        _left_out(found, len(some_notes), "note", "notes have no domain and no labels")
        some_notes = []
    if request.kind:
        _left_out(found, len(all_found), "memory", "memories have no kind")
        all_found = []
        some_notes = [note for note in some_notes if note.kind == request.kind]
    for memory in all_found:
        binds = lineage.is_in_force(memory, context.now)
        (found.binding if binds else found.others).append(memory)
    found.notes.extend(some_notes)
    if not request.words:
        _drop_ended(found, lineage)


def _left_out(found: _Found, count: int, noun: str, why: str) -> None:
    if count:
        nouns = noun if count == 1 else {"memory": "memories"}.get(noun, f"{noun}s")
        found.remarks.append(f"{count} {nouns} left out: {why}.")


def _memories(
    context: Context, graph: BeadGraph, lineage: Lineage, request: MemoriesRequest
) -> list[Memory]:
    domain = graph.domains.get(request.domain) if request.domain else None
    if request.words:
        known: Sequence[Memory] = search_memories(graph, lineage, request.words, context.now)
    else:
        known = sorted(graph.memories.values(), key=lambda m: (m.domain, not m.is_hard, m.id))
    return [
        memory
        for memory in known
        if (domain is None or memory.domain == domain.label)
        and (not request.label or memory.bead.has(request.label))
    ]


def _notes(context: Context, notes: list[Note], words: str) -> list[Note]:
    if words:
        by_key = {note.key: note for note in notes}
        ranked = [by_key[key] for key in by_words([document_of_note(n) for n in notes], words)]
        return sorted(ranked, key=lambda note: not says(note, words))  # the very words first
    last = last_sightings(context.store)
    written = {key: sighting.entry.at for key, sighting in last.items()}
    return in_display_order(notes, written)


def _drop_ended(found: _Found, lineage: Lineage) -> None:
    """Without words, what ended is not told, only counted."""
    standing = [m for m in found.others if lineage.state(m) in {"draft", "canonical"}]
    ended = len(found.others) - len(standing)
    found.others[:] = standing
    if ended:
        what = "1 ended memory is" if ended == 1 else f"{ended} ended memories are"
        found.remarks.append(
            f"{what} not shown: `fabric list --state superseded|retired|rejected`."
        )


def _answer(context: Context, graph: BeadGraph, lineage: Lineage, found: _Found) -> MemoriesAnswer:
    hidden = sorted(note.key for note in found.notes if note.key in _OWN_NAMES)
    found.remarks.extend(f"The note {key!r} stands only under `fabric.notes`." for key in hidden)
    beyond = FoundBeyond(
        memories=[_told(context, graph, lineage, m) for m in (*found.binding, *found.others)],
        notes=[FoundNote(key=note.key, kind=note.kind, text=note.text) for note in found.notes],
        remarks=found.remarks,
    )
    texts = {memory.id: memory.rule for memory in found.binding}
    texts |= {note.key: note.text for note in found.notes if note.key not in _OWN_NAMES}
    texts |= {memory.id: memory.rule for memory in found.others if memory.id not in texts}
    needed = beyond.memories or beyond.remarks
    return MemoriesAnswer(fabric=beyond if needed else None).with_beside(texts)


def _told(context: Context, graph: BeadGraph, lineage: Lineage, memory: Memory) -> FoundMemory:
    domain = graph.domains.get(memory.domain)
    return FoundMemory(
        id=memory.id,
        state=lineage.state(memory),
        in_force=lineage.is_in_force(memory, context.now),
        strength=memory.strength,
        domain=domain.short_name if domain else "",
        statement=memory.statement,
        rule=memory.rule,
        superseded_by=[step.new for step in lineage.successors(memory.id)],
    )

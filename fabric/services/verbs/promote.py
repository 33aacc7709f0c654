"""`fabric promote`: make a draft of a note; the note goes once the draft is ratified."""

from fabric.errors import NotFound, WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers_notes import PromoteAnswer
from fabric.models.change_set import InsertBead
from fabric.models.domain import Domain
from fabric.models.frozen import dataclass, replace
from fabric.models.memory import Memory, read_memory
from fabric.models.note import NOTE_SOURCE, Note, excerpt, find_key, one_sentence
from fabric.models.note_key import clean_key
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.prefix import free_memory_id
from fabric.services.promoted import PROMOTED
from fabric.services.quick_plane import read_plane
from fabric.services.reading import all_memories
from fabric.services.views import memory_view
from fabric.services.writing import (
    Provenance,
    Wording,
    draft_bead,
    near_memories,
    refuse_repetition,
)

_TITLE_CHARS = 100


@dataclass(frozen=True, slots=True)
class PromoteRequest:
    """Which note, into which domain, in which words; an empty rule means the note's own."""

    key: str
    domain: str
    wording: Wording


def promote(context: Context, request: PromoteRequest) -> Outcome[PromoteAnswer]:
    """Make a draft of a note.

    Raises NotFound, InvalidMemory, DuplicateMemory, SecretFound, WrongUse, NoteRefused.
    """
    return carry_out(context, lambda: _decide(context, request))


def _decide(context: Context, request: PromoteRequest) -> Decision[PromoteAnswer]:
    note = _note(context, request.key)
    part = all_memories(context.store, context.settings)
    graph = part.graph()
    known = _made_of(graph, note)
    if known is not None:
        view = memory_view(context, known, graph, reviews={})
        answer = PromoteAnswer(id=known.id, note=note.key, already=True, memory=view)
        return Decision("promote", answer)
    domain = _domain(graph, request.domain)
    wording = _worded(request.wording, note)
    taken = {bead.id for bead in part.beads}
    bead_id = free_memory_id(context, domain.label, wording.rule, taken)
    bead = draft_bead(bead_id, domain, wording, Provenance(context.who, f"{context.now:%Y-%m-%d}"))
    memory = read_memory(bead, graph.domains)
    refuse_repetition(graph, memory)
    return Decision(
        verb="promote",
        answer=PromoteAnswer(
            id=bead_id,
            note=note.key,
            memory=memory_view(context, memory, graph, reviews={}),
            near=near_memories(graph, memory),
        ),
        operations=(InsertBead(bead),),
        absent=(bead_id,),
        config={note.row_key: note.text},
        about=(bead_id, note.row_key),
        journal={PROMOTED: {note.row_key: note.text}},
    )


def _note(context: Context, typed: str) -> Note:
    texts = read_plane(context).texts
    key = find_key(clean_key(typed), texts)
    if key is None:
        raise NotFound(f"There is no note {typed.strip()!r}.", "`fabric memories` shows notes.")
    return Note(key, texts[key])


def _made_of(graph: BeadGraph, note: Note) -> Memory | None:
    """The draft that was made of the note already."""
    lineage = Lineage(graph)
    source = f"{NOTE_SOURCE}{note.key}"
    drafts = (each for each in graph.memories.values() if lineage.state(each) == "draft")
    return next((each for each in drafts if source in each.evidence), None)


def _domain(graph: BeadGraph, name: str) -> Domain:
    if name:
        return graph.domains.named(name)
    known = list(graph.domains)
    if len(known) == 1:
        return known[0]
    names = ", ".join(domain.short_name for domain in known) or "none yet"
    raise WrongUse("No domain was given.", f"Say --domain NAME; known: {names}.")


def _worded(wording: Wording, note: Note) -> Wording:
    rule = wording.rule or one_sentence(note.text)
    return replace(
        wording,
        rule=rule,
        title=wording.title or excerpt(rule, _TITLE_CHARS).marked,
        evidence=(f"{NOTE_SOURCE}{note.key}", *wording.evidence),
    )

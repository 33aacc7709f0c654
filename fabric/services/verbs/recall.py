"""`fabric recall`: one note, memory or other bead, whole; what replaced it comes first."""

from fabric.errors import WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers_notes import NoteSighting, RecallAnswer
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory, text_of
from fabric.models.note import find_key
from fabric.models.note_key import clean_key
from fabric.models.words import TOMBSTONE
from fabric.services.context import Context
from fabric.services.note_history import Changed, Sighting, changed_elsewhere, history_of
from fabric.services.quick_plane import read_plane
from fabric.services.ratification import whole_text
from fabric.services.reading import Part, all_memories


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """What to recall, and whether to tell what was done to it."""

    key: str
    history: bool = False


def recall(context: Context, request: RecallRequest) -> RecallAnswer:
    """One note by its key, else one bead by its id; `found` is False for neither.

    Raises NoteRefused for what cannot be a key, and WrongUse for the history of a bead.
    """
    typed = clean_key(request.key)
    texts = read_plane(context).texts
    key = find_key(typed, texts)
    if key is not None:
        return _note(context, key, texts[key], request)
    bead = _bead(context, typed)
    if bead is None:
        return _gone(context, typed, request)
    if request.history:
        raise WrongUse(
            f"{bead.id} is no note.",
            f"`fabric history {bead.id}` shows a memory's line, `fabric audit {bead.id}` who wrote.",
        )
    return _recalled(context, bead)


def _note(context: Context, key: str, text: str, request: RecallRequest) -> RecallAnswer:
    history = history_of(context.store, key)
    last = {key: history[-1]} if history else {}
    changed = changed_elsewhere({key: text}, last)
    return RecallAnswer(
        found=True,
        key=key,
        value=text,
        was=changed[0].was if changed else None,
        remarks=[_changed_words(each, history[-1]) for each in changed],
        history=_told(history) if request.history else None,
    )


def _changed_words(changed: Changed, last: Sighting) -> str:
    if changed.was is None:
        return f"It was forgotten here on {last.entry.at[:10]} and is there again."
    return f"It was changed elsewhere; here it said, since {last.entry.at[:10]}: {changed.was}"


def _gone(context: Context, key: str, request: RecallRequest) -> RecallAnswer:
    """There is no such note; the journal may know that there was one."""
    history = history_of(context.store, key)
    remarks = []
    if history and history[-1].text is not None:
        last = history[-1]
        remarks.append(f"It was taken away elsewhere; here it said, since {last.entry.at[:10]}:")
        remarks.append(str(last.text))
    elif history:
        remarks.append(f"It was forgotten on {history[-1].entry.at[:10]}.")
    return RecallAnswer(
        found=False,
        key=key,
        was=history[-1].text if history else None,
        remarks=remarks,
        history=_told(history) if request.history else None,
    )


def _told(history: list[Sighting]) -> list[NoteSighting]:
    return [
        NoteSighting(
            at=entry.at,
            by=entry.actor,
            kind=entry.actor_kind,
            door=entry.door,
            verb=entry.verb,
            reason=entry.reason,
            did="erased" if blanked else "took away" if text is None else "wrote",
            text=text,
        )
        for entry, text, blanked in history
    ]


def _bead(context: Context, typed: str) -> Bead | None:
    """The bead of that id, or the only one whose id begins so."""
    store = context.store
    found = store.bead(typed)
    if found is None:
        ids = store.ids_with_prefix(typed, 2)
        found = store.bead(ids[0]) if len(ids) == 1 else None
    return None if found is None or found.status == TOMBSTONE else found


def _recalled(context: Context, bead: Bead) -> RecallAnswer:
    graph = _graph(context, bead)
    memory = graph.memories.get(bead.id)
    if memory is None:
        texts = (bead.title, bead.description, bead.acceptance_criteria, bead.notes)
        return RecallAnswer(found=True, key=bead.id, value="\n\n".join(filter(None, texts)))
    lineage = Lineage(graph)
    return RecallAnswer(
        found=True,
        key=bead.id,
        value=whole_text(memory),
        state=lineage.state(memory),
        in_force=lineage.is_in_force(memory, context.now),
        superseded_by=[step.new for step in lineage.successors(bead.id)],
        remarks=_standing(context, graph, lineage, memory),
    )


def _graph(context: Context, bead: Bead) -> BeadGraph:
    part: Part = all_memories(context.store, context.settings)
    part.add([bead])
    return part.graph()


def _standing(context: Context, graph: BeadGraph, lineage: Lineage, memory: Memory) -> list[str]:
    """What to know before the words of a memory that does not bind; nothing for one in force."""
    state = lineage.state(memory)
    if lineage.is_in_force(memory, context.now):
        return []
    head = lineage.head(memory.id)
    if head != memory.id:
        successor = graph.memories.get(head)
        says = f": {successor.statement}" if successor else ""
        return [f"{memory.id} is REPLACED by {head}{says}"]
    because = text_of(memory.fabric.get("reason"))
    if state == "canonical":
        begins = memory.effective_date
        return [f"{memory.id} is NOT IN FORCE yet: it holds from {begins}."]
    known = {"draft": "a DRAFT that binds nobody", "superseded": "SUPERSEDED, nobody says by what"}
    return [f"{memory.id} is {known.get(state, state.upper())}{f': {because}' if because else '.'}"]

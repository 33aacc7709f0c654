"""`fabric repair`: a canonical memory gets back the words that were ratified."""

from fabric.errors import CouldNot, NotFound, Refused
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers_life import RepairAnswer
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
from fabric.models.change_set import AddLabel, Operation, RemoveLabel, SetFields, SetMetadata
from fabric.models.fabric_object import fabric_object
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory, read_memory
from fabric.models.memory_metadata import updated_fabric
from fabric.models.words import FABRIC_KEY, STRENGTH_LABELS
from fabric.services.context import Context
from fabric.services.ending import find_memory
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_reviewer
from fabric.services.ratification import whole_text
from fabric.services.replaying import Remembered, words_with_digest
from fabric.services.reviews import reviews_of

_TEXTS = ("title", "description", "acceptance_criteria")
_KEYS = ("effective_date", "domain", "memory_strength")


@dataclass(frozen=True, slots=True)
class RepairRequest:
    """Which memory, by whom (empty: who acts), and its bead as another source has it."""

    id: str
    person: str = ""
    other: Bead | None = None
    other_name: str = ""


def repair(context: Context, request: RepairRequest) -> Outcome[RepairAnswer]:
    """Restore what was ratified, word for word, as its digest proves.

    Raises NotAllowed, Refused, NotFound where no source holds those words.
    """
    reviewer = require_reviewer(context, "repair a memory", request.person or None)
    acting = context.acting_as(reviewer)
    graph, memory = find_memory(acting, request.id)
    digest = _ratified(acting, graph, memory)
    if not _is_whole(memory, digest):
        words = _words(acting, graph, memory, digest, request)
        text = whole_text(read_memory(words.bead, graph.domains))
        confirm(acting, f"Restored from {words.place}:\n\n{text}", memory.id)
    return carry_out(acting, lambda: _decide(acting, memory.id, request))


def _ratified(context: Context, graph: BeadGraph, memory: Memory) -> str:
    """The digest that was ratified: the journal's, else the one that the bead says was pinned."""
    state = Lineage(graph).state(memory)
    if state != "canonical":
        raise Refused(
            f"{memory.id} is {state}; only a canonical memory is repaired.",
            f"`fabric history {memory.id}` tells what became of it.",
        )
    reviews = reviews_of(context.store, (memory.id,)) if context.store.has_journal else {}
    digest = reviews.get(memory.id) or memory.pinned_digest
    if not digest:
        raise Refused(
            f"Nothing says what {memory.id} should say: no reviewer ratified it.",
            f"Read it, then run `fabric adopt {memory.id}`.",
        )
    return digest


def _is_whole(memory: Memory, digest: str) -> bool:
    return memory.digest == digest == memory.pinned_digest


def _words(
    context: Context, graph: BeadGraph, memory: Memory, digest: str, request: RepairRequest
) -> Remembered:
    if memory.digest == digest:  # only the pin is wrong
        return Remembered(memory.bead, "its own words")
    if request.other is not None:
        if read_memory(request.other, graph.domains).digest != digest:
            raise NotFound(
                f"{request.other_name} does not hold the words of {memory.id} as ratified.",
                "Try an older export.",
            )
        return Remembered(request.other, request.other_name)
    found = None
    if context.store.has_journal:
        found = words_with_digest(context.store, memory.id, digest, graph.domains)
    if found is None:
        raise NotFound(
            f"The journal does not hold the words of {memory.id} as ratified.",
            f"Name an older export that does: `fabric repair {memory.id} --from FILE`.",
        )
    return found


def _decide(context: Context, memory_id: str, request: RepairRequest) -> Decision[RepairAnswer]:
    graph, memory = find_memory(context, memory_id)
    digest = _ratified(context, graph, memory)
    if _is_whole(memory, digest):
        return Decision("repair", RepairAnswer(id=memory.id, digest=digest, already=True))
    words = _words(context, graph, memory, digest, request)
    operations = _operations(graph, memory.bead, words.bead, digest)
    stamp = Stamp(context.now_text, context.who.name)
    after = after_images({memory.id: memory.bead}, operations, stamp).get(memory.id, memory.bead)
    if read_memory(after, graph.domains).digest != digest:
        raise CouldNot(
            f"The words of {memory.id} cannot be put together again.",
            "Look at its labels with `fabric show`, then run it again.",
        )
    return Decision(
        "repair",
        RepairAnswer(id=memory.id, digest=digest, restored=_named(operations), source=words.place),
        tuple(operations),
        relies_on=(memory.bead,),
        reason=f"restored from {words.place}",
        about=(memory.id,),
    )


def _operations(graph: BeadGraph, now: Bead, then: Bead, digest: str) -> list[Operation]:
    """What of the pinned parts differs, put back; everything else stays as it is."""
    texts = {
        name: getattr(then, name) for name in _TEXTS if getattr(now, name) != getattr(then, name)
    }
    operations: list[Operation] = [SetFields(now.id, texts)] if texts else []
    operations += [
        SetMetadata(now.id, key, then.metadata.get(key))
        for key in _KEYS
        if now.metadata.get(key) != then.metadata.get(key)
    ]
    pinned = {*STRENGTH_LABELS, *graph.domains.labels}
    here, there = set(now.labels) & pinned, set(then.labels) & pinned
    operations += [RemoveLabel(now.id, label) for label in sorted(here - there)]
    operations += [AddLabel(now.id, label) for label in sorted(there - here)]
    scope = fabric_object(then.metadata).get("applies_to")
    fabric = updated_fabric(now.metadata, digest=digest, applies_to=scope)
    if fabric != fabric_object(now.metadata):
        operations.append(SetMetadata(now.id, FABRIC_KEY, fabric))
    return operations


def _named(operations: list[Operation]) -> list[str]:
    """What the operations restore, in words."""
    named: list[str] = []
    for each in operations:
        if isinstance(each, SetFields):
            named += [name.replace("_", " ") for name in each.fields]
        elif isinstance(each, SetMetadata):
            named.append("pin and scope" if each.key == FABRIC_KEY else each.key)
        elif isinstance(each, AddLabel):
            named.append(f"label {each.label}")
        elif isinstance(each, RemoveLabel):
            named.append(f"without label {each.label}")
    return named

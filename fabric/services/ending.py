"""How a memory ends without a successor: the operations, alike for a rejection and a retirement."""

from collections.abc import Mapping

from fabric.errors import WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.models.change_set import (
    AddLabel,
    AppendNote,
    CloseBead,
    Operation,
    RemoveLabel,
    ReopenBead,
    SetMetadata,
)
from fabric.models.frozen import dataclass, field
from fabric.models.instants import format_instant, parse_instant
from fabric.models.memory import Memory
from fabric.models.memory_metadata import updated_fabric
from fabric.models.words import CANONICAL, DRAFT, FABRIC_KEY, MEMORY
from fabric.services.anchors import unrelate
from fabric.services.context import Context
from fabric.services.reading import all_memories, resolve_id


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ends: the label that takes the place of `memory`, the word for it, why.

    `held` says that it was canonical until now; `more` is kept beside under our metadata key.
    """

    label: str
    word: str
    reason: str
    held: bool
    more: Mapping[str, object] = field(default_factory=dict)


def one_reason(text: str, example: str) -> str:
    """A reason on one line. Raises WrongUse where there is none."""
    reason = " ".join(text.split())
    if not reason:
        raise WrongUse("A reason is needed.", f'Say --reason "{example}".')
    return reason


def find_memory(context: Context, text: str) -> tuple[BeadGraph, Memory]:
    """All memories as a graph, and the one that an id means. Raises NotFound, WrongUse."""
    bead_id = resolve_id(context.store, text)
    graph = all_memories(context.store, context.settings).graph()
    memory = graph.memories.get(bead_id)
    if memory is None:
        raise WrongUse(f"{bead_id} is no memory.", "`fabric list` shows memories.")
    return graph, memory


def end_operations(
    context: Context, graph: BeadGraph, memory: Memory, ending: Ending
) -> list[Operation]:
    """Swap the labels, keep when and why, close it, take it out of its anchor."""
    bead = memory.bead
    operations: list[Operation] = [
        RemoveLabel(bead.id, label) for label in (MEMORY, DRAFT, CANONICAL) if bead.has(label)
    ]
    operations.append(AddLabel(bead.id, ending.label))
    ended: dict[str, object] = {
        "reason": ending.reason,
        "ended_recorded_at": context.now_text,
        **ending.more,
    }
    if ending.held:
        ended["effective_until"] = _until(context, memory)
    operations.append(SetMetadata(bead.id, FABRIC_KEY, updated_fabric(bead.metadata, **ended)))
    operations.append(
        AppendNote(bead.id, f"{ending.word} on {context.now:%Y-%m-%d}: {ending.reason}")
    )
    if not ending.held:
        if bead.is_closed:  # a closed draft: close it again, so that its reason says so
            operations.append(ReopenBead(bead.id))
        operations.append(CloseBead(bead.id, f"{ending.word}: {ending.reason}", pinned=True))
    for each in sorted(graph.related(bead.id)):
        if graph.kind(each) == "anchor":
            operations += unrelate(graph, bead.id, each)
    return operations


def _until(context: Context, memory: Memory) -> str:
    """Until when it held: now, unless its own end lies before; what had not begun held never."""
    said = memory.fabric.get("effective_until")
    end, begin = parse_instant(said), memory.effective_from
    if end is not None and end <= context.now:
        return str(said)
    return format_instant(max(context.now, begin or context.now))

"""`fabric index`: relate canonical memories to the anchor of their domain."""

from fabric.errors import Refused, WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers_life import IndexAnswer, IndexedMemory
from fabric.models.bead import Bead
from fabric.models.change_set import Operation
from fabric.models.memory import Memory
from fabric.services.anchors import anchor_of, relate
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.reading import all_memories, resolve_id


def index(context: Context, ids: tuple[str, ...]) -> Outcome[IndexAnswer]:
    """Relate memories to their anchors, all or none. Raises Refused, WrongUse, NotFound."""
    return carry_out(context, lambda: _decide(context, ids))


def _decide(context: Context, ids: tuple[str, ...]) -> Decision[IndexAnswer]:
    wanted = dict.fromkeys(resolve_id(context.store, text) for text in ids)
    graph = all_memories(context.store, context.settings).graph()
    operations: list[Operation] = []
    indexed: list[IndexedMemory] = []
    for bead_id in wanted:
        memory, anchor = _pair(graph, bead_id)
        missing = relate(graph, memory.id, anchor.id)
        operations += missing
        indexed.append(
            IndexedMemory(
                id=memory.id, statement=memory.statement, anchor=anchor.id, already=not missing
            )
        )
    return Decision(
        "index",
        IndexAnswer(indexed=indexed),
        tuple(operations),
        relies_on=tuple(graph.beads[each] for each in wanted),
    )


def _pair(graph: BeadGraph, bead_id: str) -> tuple[Memory, Bead]:
    memory = graph.memories.get(bead_id)
    if memory is None:
        raise WrongUse(f"{bead_id} is no memory.", "`fabric list` shows memories.")
    state = Lineage(graph).state(memory)
    if state != "canonical":
        mend = f"Run `fabric ratify {bead_id}`." if state == "draft" else "It is history."
        raise Refused(f"{bead_id} is {state}; an anchor lists what is canonical.", mend)
    anchor = anchor_of(graph, memory.domain) if memory.domain else None
    if anchor is None:
        name = memory.domain.removeprefix("memory-")
        raise WrongUse(
            f"The domain {memory.domain} has no anchor." if name else f"{bead_id} has no domain.",
            f"Run `fabric anchor create {name}`." if name else "Give it the label of a domain.",
        )
    return memory, anchor

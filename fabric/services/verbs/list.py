"""`fabric list`: the memories, by domain, strength and state, as they are or as they were."""

from fabric.errors import WrongUse
from fabric.graph.lineage import Lineage
from fabric.graph.times import Moment, in_force_at
from fabric.models.answers import ListAnswer
from fabric.models.frozen import dataclass
from fabric.models.memory import STATES, Memory
from fabric.services.context import Context
from fabric.services.moments import moment_of
from fabric.services.reading import all_memories
from fabric.services.reviews import all_reviews
from fabric.services.views import memory_views


@dataclass(frozen=True, slots=True)
class ListRequest:
    """Which memories; empty fields ask nothing. `as_of` and `known_at` ask what was in force."""

    domain: str = ""
    strength: str = ""
    state: str = ""
    as_of: str = ""
    known_at: str = ""


def list_memories(context: Context, request: ListRequest) -> ListAnswer:
    """List memories. Raises WrongUse for an unknown domain, strength, state or time."""
    graph = all_memories(context.store, context.settings).graph()
    label = graph.domains.named(request.domain).label if request.domain else ""
    _check(request)
    moment = moment_of(context, request.as_of, request.known_at)
    lineage = Lineage(graph)
    chosen = [
        memory
        for memory in graph.memories.values()
        if (not label or memory.domain == label)
        and (not request.strength or memory.strength == request.strength)
        and _in_state(memory, lineage, request.state, moment)
    ]
    reviews = all_reviews(context.store)
    chosen.sort(key=lambda each: (each.domain, not each.is_hard, each.id))
    return ListAnswer(
        memories=memory_views(context, chosen, graph, reviews),
        left_out=len(graph.memories) - len(chosen),
    )


def _check(request: ListRequest) -> None:
    if request.strength not in {"", "hard", "soft"}:
        raise WrongUse(f"There is no strength {request.strength!r}.", "Say hard or soft.")
    if request.state and request.state not in STATES:
        raise WrongUse(f"There is no state {request.state!r}.", f"Say one of {', '.join(STATES)}.")


def _in_state(memory: Memory, lineage: Lineage, state: str, moment: Moment | None) -> bool:
    if moment is not None and not in_force_at(memory, lineage, moment):
        return False
    if state:
        return lineage.state(memory) == state
    return moment is not None or lineage.state(memory) in {"draft", "canonical"}

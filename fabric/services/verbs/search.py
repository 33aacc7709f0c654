"""`fabric search`: the memories that hold some words, those in force first."""

from fabric.errors import WrongUse
from fabric.graph.lineage import Lineage
from fabric.models.answers_life import SearchAnswer
from fabric.models.frozen import dataclass
from fabric.models.memory import STATES
from fabric.selection.search import search_memories
from fabric.services.context import Context
from fabric.services.reading import all_memories
from fabric.services.reviews import all_reviews
from fabric.services.views import memory_views


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """Which words; empty fields ask nothing; at most `limit` answers (0: all)."""

    words: str
    domain: str = ""
    strength: str = ""
    state: str = ""
    limit: int = 20


def search(context: Context, request: SearchRequest) -> SearchAnswer:
    """Search in titles, texts, checks and ids of memories of every state.

    Raises WrongUse for no words, an unknown domain, strength or state.
    """
    words = " ".join(request.words.split())
    if not words:
        raise WrongUse("No words were given.", "Say what to look for.")
    _check(request)
    graph = all_memories(context.store, context.settings).graph()
    label = graph.domains.named(request.domain).label if request.domain else ""
    lineage = Lineage(graph)
    found = search_memories(graph, lineage, words, context.now)
    chosen = [
        memory
        for memory in found
        if (not label or memory.domain == label)
        and request.strength in {"", memory.strength}
        and request.state in {"", lineage.state(memory)}
    ]
    shown = chosen[: request.limit] if request.limit else chosen
    return SearchAnswer(
        words=words,
        memories=memory_views(context, shown, graph, all_reviews(context.store)),
        looked_at=len(graph.memories),
        left_out=len(found) - len(chosen),
        more=len(chosen) - len(shown),
    )


def _check(request: SearchRequest) -> None:
    if request.strength not in {"", "hard", "soft"}:
        raise WrongUse(f"There is no strength {request.strength!r}.", "Say hard or soft.")
    if request.state and request.state not in STATES:
        raise WrongUse(f"There is no state {request.state!r}.", f"Say one of {', '.join(STATES)}.")

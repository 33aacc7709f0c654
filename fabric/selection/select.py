"""What a work item is given of the memories that bind it: hard ones all, soft ones by budget."""

from collections.abc import Iterator, Sequence
from typing import Final

from fabric.graph.applies import Applying, Bearing
from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.selection.nearness import nearness
from fabric.selection.rank import MemoryIndex, Ranking

MOST_NAMED: Final = 200
"""How many of the memories left out are named; all are counted."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A memory that the work item is given, and why, in words."""

    memory: Memory
    reason: str


@dataclass(frozen=True, slots=True)
class Left:
    """Id of a memory that binds the work item but is not given, and why, in words."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Selection:
    """What is given, in its order, and what is left out: the best `MOST_NAMED`, and how many."""

    given: tuple[Chosen, ...]
    left_out: tuple[Left, ...] = ()
    left_out_count: int = 0


def select(
    graph: BeadGraph,
    applying: Sequence[Applying],
    work: Bead,
    bearing: Bearing,
    budget: int,
    *,
    index: MemoryIndex | None = None,
) -> Selection:
    """Choose what a work item is given of the memories that apply to it.

    Hard memories are never cut. Soft ones fill the budget, best first; a declared domain without a
    hard one gets its best soft one even over budget. `index` may be handed in to be used again; it
    must hold exactly the memories that apply.
    """
    if not applying:
        return Selection(())
    index = index or MemoryIndex(each.memory for each in applying)
    ranking = Ranking(index, work, nearness(graph, work))
    hard = ranking.hard()
    bare = (set(bearing.domains) & index.soft_domains) - {memory.domain for memory in hard}
    soft, left = _share_out(ranking.soft(), bare, budget - len(hard))
    given = [*hard, *soft]
    why = _reasons(applying, ranking, given)
    total = len(index.soft)
    return Selection(
        given=tuple(Chosen(memory, why[memory.id]) for memory in given),
        left_out=tuple(
            Left(memory.id, f"over the budget of {budget}: place {place} of {total} soft ones")
            for place, memory in left
        ),
        left_out_count=total - len(soft),
    )


def _share_out(
    ranked: Iterator[Memory], bare: set[str], room: int
) -> tuple[list[Memory], list[tuple[int, Memory]]]:
    """Soft memories to give (the best of each bare domain, then the best of all), and those left.

    Both in their order; of those left the first `MOST_NAMED`, each with its place.
    """
    kept_for = set(bare)
    free = max(0, room - len(bare))
    given: list[Memory] = []
    left: list[tuple[int, Memory]] = []
    for place, memory in enumerate(ranked, start=1):
        if memory.domain in kept_for:
            kept_for.remove(memory.domain)
            given.append(memory)
        elif free:
            free -= 1
            given.append(memory)
        elif len(left) < MOST_NAMED:
            left.append((place, memory))
        elif not kept_for:
            break
    return given, left


def _reasons(
    applying: Sequence[Applying], ranking: Ranking, given: Sequence[Memory]
) -> dict[str, str]:
    wanted = {memory.id for memory in given}
    return {
        each.memory.id: _reason(each, ranking.reason(each.memory.id))
        for each in applying
        if each.memory.id in wanted
    }


def _reason(applying: Applying, ranked: str) -> str:
    said = [applying.reason, ranked]
    since = applying.memory.effective_from
    if not applying.memory.is_hard and not ranked and since is not None:
        said.append(f"in force since {since.date().isoformat()}")
    return "; ".join(each for each in said if each)

"""What a work item is given of the memories that bind it: hard ones all, soft ones by budget."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from fabric.graph.applies import NONE_OUTLINED, Applying, Bearing, Outlined
from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.selection.nearness import nearness
from fabric.selection.rank import MemoryIndex, Rankable, Ranking

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


class Choice(NamedTuple):
    """What to give, as (id, reason) in its order, and what is left out as a `Selection` says it."""

    given: tuple[tuple[str, str], ...] = ()
    left_out: tuple[Left, ...] = ()
    left_out_count: int = 0

    def of(self, memories: Mapping[str, Memory]) -> Selection:
        """The choice with the memories themselves."""
        given = tuple(Chosen(memories[each], reason) for each, reason in self.given)
        return Selection(given, self.left_out, self.left_out_count)


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
    chosen = choose(graph, Binding(applying, index=index), work, bearing, budget)
    return chosen.of({each.memory.id: each.memory for each in applying})


@dataclass(frozen=True, slots=True)
class Binding:
    """The memories that apply to a work item: those that were read whole, and those outlined."""

    applying: Sequence[Applying]
    outlined: Outlined = NONE_OUTLINED
    index: MemoryIndex | None = None

    def made_ready(self) -> MemoryIndex:
        """All of them, ready to be ranked."""
        whole = (each.memory for each in self.applying)
        return self.index or MemoryIndex([*whole, *self.outlined.outlines])

    def reasons(self, wanted: frozenset[str]) -> dict[str, str]:
        """Why some of them bind, in words, by id."""
        found = {e.memory.id: e.reason for e in self.applying if e.memory.id in wanted}
        outlined = (each for each in self.outlined.outlines if each.id in wanted)
        return found | {each.id: self.outlined.reasons[each.domain] for each in outlined}


def choose(graph: BeadGraph, binding: Binding, work: Bead, bearing: Bearing, budget: int) -> Choice:
    """Choose as `select` does, also among memories that are only outlined."""
    if not binding.applying and not binding.outlined.outlines:
        return Choice()
    index = binding.made_ready()
    ranking = Ranking(index, work, nearness(graph, work))
    hard = ranking.hard()
    bare = (set(bearing.domains) & index.soft_domains) - {memory.domain for memory in hard}
    soft, left = _share_out(ranking.soft(), bare, budget - len(hard))
    given = [*hard, *soft]
    why = binding.reasons(frozenset(memory.id for memory in given))
    total = len(index.soft)
    return Choice(
        given=tuple((each.id, _reason(each, why[each.id], ranking)) for each in given),
        left_out=tuple(
            Left(memory.id, f"over the budget of {budget}: place {place} of {total} soft ones")
            for place, memory in left
        ),
        left_out_count=total - len(soft),
    )


def _share_out(
    ranked: Iterator[Rankable], bare: set[str], room: int
) -> tuple[list[Rankable], list[tuple[int, Rankable]]]:
    """Soft memories to give (the best of each bare domain, then the best of all), and those left.

    Both in their order; of those left the first `MOST_NAMED`, each with its place.
    """
    kept_for = set(bare)
    free = max(0, room - len(bare))
    given: list[Rankable] = []
    left: list[tuple[int, Rankable]] = []
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


def _reason(memory: Rankable, place: str, ranking: Ranking) -> str:
    ranked = ranking.reason(memory.id)
    said = [place, ranked]
    since = memory.effective_from
    if not memory.is_hard and not ranked and since is not None:
        said.append(f"in force since {since.date().isoformat()}")
    return "; ".join(each for each in said if each)

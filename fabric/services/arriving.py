"""What becomes of one bead of an import: taken, merged with what is there, or not taken and why."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead, Comment
from fabric.models.bead_record import bead_to_record
from fabric.models.frozen import dataclass, replace
from fabric.models.instants import parse_instant
from fabric.models.memory import Memory, text_of
from fabric.models.words import CANONICAL, DRAFT, ENDED_LABELS, MEMORY
from fabric.services.writing import rejected_values

_STATE_LABELS: Final = frozenset({MEMORY, DRAFT, CANONICAL, *ENDED_LABELS})
_GROWING: Final = ("labels", "dependencies", "comments")


@dataclass(frozen=True, slots=True)
class Arrival:
    """What to write for one bead (None: nothing), and what was not taken of it, in words."""

    bead: Bead | None = None
    problem: str = ""


@dataclass(frozen=True)
class Arriving:
    """Decides about beads that come from a file.

    `memories` are those of the store, `incoming` those of the file; a `foreign` file brings new
    beads only and never changes one that is there.
    """

    memories: BeadGraph
    incoming: BeadGraph
    foreign: bool

    def decide(self, old: Bead | None, new: Bead) -> Arrival:
        """What becomes of a bead, beside the one of its id that is there."""
        arriving = self.incoming.memories.get(new.id)
        if old is None:
            problem = self._rejected(arriving) if arriving is not None else ""
            return Arrival(problem=problem) if problem else Arrival(new)
        if bead_to_record(old) == bead_to_record(new):
            return Arrival()
        if self.foreign:
            return Arrival(problem=f"{new.id} is the id of another bead here")
        if self._is_idle_anchor(old) and self.incoming.kind(new.id) == "anchor":
            return Arrival(replace(new, comments=_more(new.comments, old.comments)))
        return self._restored(old, new, arriving)

    def rejected_by(self, value: str) -> str:
        """The rejection that refuses a value digest; empty where there is none."""
        return self._rejections.get(value, "")

    @cached_property
    def _rejections(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for memory in self.memories.memories.values():
            if memory.state == "rejected":
                found.update(dict.fromkeys(rejected_values(memory), memory.id))
        return found

    def _rejected(self, arriving: Memory) -> str:
        tombstone = self.rejected_by(arriving.rule_digest)
        appeals = text_of(arriving.fabric.get("appeals")) == tombstone
        if not tombstone or appeals or arriving.state == "rejected":
            return ""
        return f"{arriving.id} says what was rejected in {tombstone}"

    def _is_idle_anchor(self, old: Bead) -> bool:
        """Whether it is an anchor as `init` made it: younger, in a clone, than the project's own."""
        is_anchor = self.memories.kind(old.id) == "anchor" and not old.is_closed
        return is_anchor and old.updated_at == old.created_at and not self.memories.related(old.id)

    def _restored(self, old: Bead, new: Bead, arriving: Memory | None) -> Arrival:
        ours, theirs = parse_instant(old.updated_at), parse_instant(new.updated_at)
        if ours is not None and theirs is not None and theirs < ours:
            return Arrival(problem=f"{new.id} is newer in the store")
        if ours is not None and theirs == ours:
            return _grown(old, new)
        problem = self._ends(self.memories.memories.get(new.id), arriving)
        if problem:
            return Arrival(problem=problem)
        return Arrival(replace(new, comments=_more(new.comments, old.comments)))

    def _ends(self, known: Memory | None, arriving: Memory | None) -> str:
        """Why a memory that is there may not become what arrives; empty where it may."""
        if known is None or known.state == "draft":
            return ""
        if known.state == "canonical" and (arriving is None or arriving.digest != known.digest):
            return f"{known.id} would change the words of a canonical memory"
        if known.state != "canonical" and (
            arriving is None or arriving.state in {"draft", "canonical"}
        ):
            return f"{known.id} is {known.state}, and an import does not undo that"
        return ""


def _grown(old: Bead, new: Bead) -> Arrival:
    """Two of the same time: what is there stays, what grows is joined, as bd's import does.

    The state of a memory is in its labels, so those are not joined.
    """
    labels = {*old.labels, *(each for each in new.labels if each not in _STATE_LABELS)}
    linked = {edge.pair for edge in old.dependencies}
    edges = [*old.dependencies, *(e for e in new.dependencies if e.pair not in linked)]
    grown = replace(
        old,
        labels=tuple(sorted(labels)),
        dependencies=tuple(sorted(edges, key=lambda edge: edge.order)),
        comments=_more(old.comments, new.comments),
    )
    differs = _scalars(old) != _scalars(new)
    problem = f"{new.id} differs in the store and has the same time; the store's was kept"
    return Arrival(grown if grown != old else None, problem if differs else "")


def _scalars(bead: Bead) -> dict[str, object]:
    record = bead_to_record(bead)
    return {key: value for key, value in record.items() if key not in _GROWING}


def _more(own: tuple[Comment, ...], others: tuple[Comment, ...]) -> tuple[Comment, ...]:
    """Comments, and those that only the other side has."""
    known = {(each.author, each.text, each.created_at) for each in own}
    only_there = [e for e in others if (e.author, e.text, e.created_at) not in known]
    if not only_there:
        return own
    return tuple(sorted((*own, *only_there), key=lambda each: (each.created_at, each.text)))

"""Succession: which memory replaced which, whatever way the edge was written."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple, Protocol

from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.models.instants import parse_instant
from fabric.models.memory import Memory, State, ids_of, text_of
from fabric.models.words import SUPERSEDED, SUPERSEDES

Reading = Literal["edge", "reversed-edge", "metadata"]


class Succession(NamedTuple):
    """`old` was replaced by `new`, as an edge, an edge written backwards, or metadata says."""

    old: str
    new: str
    reading: Reading
    at: str = ""

    @property
    def pair(self) -> tuple[str, str]:
        """Both ends."""
        return (self.old, self.new)


class Unclear(NamedTuple):
    """Two beads joined by a `supersedes` edge whose direction cannot be told."""

    one: str
    other: str
    reason: str


class Beads(Protocol):
    """What successions are read from: a graph of beads, or just the memories of a store."""

    @property
    def beads(self) -> Mapping[str, Bead]:
        """All beads, by id."""
        ...

    @property
    def memories(self) -> Mapping[str, Memory]:
        """The memories among them, in the order of their ids."""
        ...

    def get(self, bead_id: str) -> Bead | None:
        """The bead of that id, or None."""
        ...

    def is_absent(self, bead_id: str) -> bool:
        """Whether we know that no such bead is there."""
        ...


class Lineage:
    """All successions of one graph."""

    def __init__(self, graph: Beads) -> None:
        self._graph = graph

    @cached_property
    def _read(self) -> "_Read":
        counted: dict[tuple[str, str], Succession] = {}
        claimed: dict[tuple[str, str], Succession] = {}
        unclear: list[Unclear] = []
        for speaker, said in self._statements():
            if isinstance(said, Unclear):
                unclear.append(said)
                continue
            found = claimed if speaker == said.new and self._binds_nobody(said.new) else counted
            known = found.get(said.pair)
            if known is None or (known.reading, said.reading) == ("reversed-edge", "edge"):
                found[said.pair] = said
        return _Read(
            tuple(counted[pair] for pair in sorted(counted)),
            tuple(claimed[pair] for pair in sorted(claimed) if pair not in counted),
            tuple(unclear),
        )

    def _statements(self) -> "Iterator[tuple[str, Succession | Unclear]]":
        """Who says which succession: edges by id of their bead, then metadata."""
        for bead_id in sorted(self._graph.beads):
            for edge in self._graph.beads[bead_id].dependencies:
                if edge.type == SUPERSEDES:
                    yield bead_id, _direction(self._graph, edge)
        for bead_id, memory in self._graph.memories.items():
            if memory.superseded_by:
                yield bead_id, Succession(bead_id, memory.superseded_by, "metadata")
            for old in memory.supersedes:
                if old in self._graph.memories:
                    yield bead_id, Succession(old, bead_id, "metadata")

    def _binds_nobody(self, bead_id: str) -> bool:
        memory = self._graph.memories.get(bead_id)
        return memory is not None and memory.state in {"draft", "rejected"}

    @property
    def successions(self) -> tuple[Succession, ...]:
        """Every succession, sorted by old and new."""
        return self._read.counted

    @property
    def claims(self) -> tuple[Succession, ...]:
        """Successions that only a draft or a rejected memory claims for itself; they end nothing."""
        return self._read.claimed

    @property
    def unclear(self) -> tuple[Unclear, ...]:
        """The edges whose direction cannot be told."""
        return self._read.unclear

    @cached_property
    def _after(self) -> Mapping[str, tuple[Succession, ...]]:
        found: dict[str, list[Succession]] = defaultdict(list)
        for each in self.successions:
            found[each.old].append(each)
        return {old: tuple(steps) for old, steps in found.items()}

    @cached_property
    def _before(self) -> Mapping[str, tuple[Succession, ...]]:
        found: dict[str, list[Succession]] = defaultdict(list)
        for each in self.successions:
            found[each.new].append(each)
        return {new: tuple(steps) for new, steps in found.items()}

    def successors(self, bead_id: str) -> tuple[Succession, ...]:
        """What replaced this bead; more than one is a fork."""
        return self._after.get(bead_id, ())

    def predecessors(self, bead_id: str) -> tuple[Succession, ...]:
        """What this bead replaced; several may merge into one."""
        return self._before.get(bead_id, ())

    def time_of(self, step: Succession) -> datetime | None:
        """When a succession was recorded: its edge's time, else since when the successor holds."""
        successor = self._graph.memories.get(step.new)
        return parse_instant(step.at) or (successor.effective_from if successor else None)

    def head(self, bead_id: str) -> str:
        """The end of the line that this bead is on: itself while nothing replaced it.

        At a fork the first successor by id is followed; a cycle ends where it closes.
        """
        seen = {bead_id}
        while steps := self.successors(bead_id):
            bead_id = steps[0].new
            if bead_id in seen:
                return bead_id
            seen.add(bead_id)
        return bead_id

    def line(self, bead_id: str) -> tuple[str, ...]:
        """All beads of the line, oldest first, then by id."""
        members = {bead_id}
        todo = [bead_id]
        while todo:
            each = todo.pop()
            near = {s.new for s in self.successors(each)} | {s.old for s in self.predecessors(each)}
            todo.extend(near - members)
            members |= near
        depths = self._depths(members)
        return tuple(sorted(members, key=lambda each: (depths[each], each)))

    def _depths(self, members: set[str]) -> dict[str, int]:
        """How many steps lie before each member; members of a cycle come last."""
        waiting = {each: len(self.predecessors(each)) for each in members}
        depths = dict.fromkeys(members, 0)
        ready = sorted(each for each, count in waiting.items() if count == 0)
        done: set[str] = set()
        for each in ready:
            done.add(each)
            for step in self.successors(each):
                depths[step.new] = max(depths[step.new], depths[each] + 1)
                waiting[step.new] -= 1
                if waiting[step.new] == 0:
                    ready.append(step.new)
        return {each: depths[each] if each in done else len(members) for each in members}

    def state(self, memory: Memory) -> State:
        """The state of a memory, its successions considered."""
        if memory.state in {"draft", "canonical"} and self.successors(memory.id):
            return "superseded"
        return memory.state

    def is_in_force(self, memory: Memory, at: datetime) -> bool:
        """Whether a memory binds at an instant, as the graph stands now."""
        return self.state(memory) == "canonical" and memory.held_at(at)


class _Read(NamedTuple):
    counted: tuple[Succession, ...]
    claimed: tuple[Succession, ...]
    unclear: tuple[Unclear, ...]


def _direction(graph: Beads, edge: Dependency) -> Succession | Unclear:
    """Who replaced whom, for an edge source --supersedes--> target.

    bd means "source is replaced by target"; commands of bd also write it the other way round, so
    metadata and labels decide first, then dates. bd's own meaning decides where the target is gone.
    """
    source, target = edge.pair
    one, other = graph.get(source), graph.get(target)
    as_bd = Succession(source, target, "edge", edge.created_at)
    reversed_ = Succession(target, source, "reversed-edge", edge.created_at)
    if _says_replaced(one, target) or _says_replaces(other, source):
        return as_bd
    if _says_replaced(other, source) or _says_replaces(one, target):
        return reversed_
    if one is None or other is None:
        ended = one is not None and one.has(SUPERSEDED)
        gone = graph.is_absent(target)
        return as_bd if ended or gone else Unclear(source, target, f"{target} was not read")
    if one.has(SUPERSEDED) != other.has(SUPERSEDED):
        return as_bd if one.has(SUPERSEDED) else reversed_
    return _by_dates(one, other, as_bd, reversed_)


def _by_dates(
    one: Bead, other: Bead, as_bd: Succession, reversed_: Succession
) -> Succession | Unclear:
    dates = (
        (parse_instant(one.created_at), parse_instant(other.created_at)),
        (
            parse_instant(one.metadata.get("effective_date")),
            parse_instant(other.metadata.get("effective_date")),
        ),
    )
    for begin_one, begin_other in dates:
        if begin_one and begin_other and begin_one != begin_other:
            return as_bd if begin_one < begin_other else reversed_
    if one.is_closed != other.is_closed:
        return as_bd if one.is_closed else reversed_
    return Unclear(one.id, other.id, "neither says so, and their dates do not tell them apart")


def _says_replaced(bead: Bead | None, by: str) -> bool:
    return bead is not None and text_of(bead.metadata.get("superseded_by")) == by


def _says_replaces(bead: Bead | None, old: str) -> bool:
    return bead is not None and old in ids_of(bead.metadata.get("supersedes"))

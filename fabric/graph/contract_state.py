"""Whether a work item's contracts still hold: what each covers, what is open, what is over."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.contract import Clause
from fabric.models.frozen import dataclass, field, replace
from fabric.models.instants import parse_instant
from fabric.models.receipt import Receipt, read_receipt
from fabric.models.words import CONTRACT_KEY

MOVED_TO_LEAVES = "moved to leaves"
"""Close reason of a contract whose work became a parent."""


@dataclass(frozen=True, slots=True)
class ContractState:
    """One contract of a work item.

    `bead` is None where only the receipt still holds its record. A hand-made contract has a clause
    for each memory that it relates to: open while it is open, verified once it is closed.
    `blocks` says that the work waits for it; `readable` is False where its record cannot be read.
    `ended` tells until when those of its memories held that do not hold any more.
    """

    id: str
    bead: Bead | None
    clauses: tuple[Clause, ...]
    is_open: bool
    blocks: bool
    readable: bool = True
    ended: Mapping[str, datetime] = field(default_factory=dict)

    def clause(self, memory_id: str) -> Clause | None:
        """The clause for a memory, if there is one."""
        return next((each for each in self.clauses if each.memory == memory_id), None)

    def undone(self, at: datetime) -> tuple[str, ...]:
        """Memories whose clause is neither verified nor under a running waiver, in order.

        A waiver that outlasted its memory never ends: there is nothing left that could bind.
        """
        return tuple(
            each.memory
            for each in self.clauses
            if not is_done(each, at) and not (each.status == "waived" and self._is_over(each, at))
        )

    def _is_over(self, clause: Clause, at: datetime) -> bool:
        end = self.ended.get(clause.memory)
        return end is not None and end <= at

    def is_satisfied(self, at: datetime) -> bool:
        """Whether it does its work: open and in the way, or closed with every clause done."""
        if self.is_open:
            return self.blocks
        return self.readable and not self.undone(at)

    def covers(self, memory_id: str, at: datetime) -> bool:
        """Whether it has a clause for the memory that holds: in the way while open, or done."""
        clause = self.clause(memory_id)
        if clause is None:
            return False
        return (self.is_open and self.blocks) or is_done(clause, at)


def is_done(clause: Clause, at: datetime) -> bool:
    """Whether a clause is verified, or waived and the waiver not over."""
    return clause.is_done and not is_waiver_over(clause, at)


def is_waiver_over(clause: Clause, at: datetime) -> bool:
    """Whether a waived clause binds again, because the last end date of its waivers passed."""
    if clause.status != "waived":
        return False
    ends = [each.until for each in clause.evidence if each.kind == "waiver"]
    known = [end for end in map(parse_instant, ends) if end is not None]
    return len(known) == len(ends) and bool(known) and max(known) <= at


def contract_states(graph: BeadGraph, work: Bead) -> tuple[ContractState, ...]:
    """The contracts of a work item, sorted by id, then what only its receipt still holds."""
    return tuple(_states(graph, work))


def states_cover(
    states: Iterable[ContractState], lineage: Lineage, memory_id: str, at: datetime
) -> bool:
    """Whether one of the contracts covers a memory.

    An open clause for an earlier memory of its line counts until the item is moved; a clause that
    was verified does not, because it was verified against other words.
    """
    known = tuple(states)
    if any(state.covers(memory_id, at) for state in known):
        return True
    return any(
        lineage.head(clause.memory) == memory_id
        for state in known
        if state.is_open and state.blocks
        for clause in state.clauses
    )


def left_undone(
    states: Iterable[ContractState], state: ContractState, at: datetime
) -> tuple[str, ...]:
    """Memories whose clause in one contract is not done, and that no other contract covers."""
    others = [each for each in states if each.id != state.id]
    return tuple(
        memory_id
        for memory_id in state.undone(at)
        if not any(other.covers(memory_id, at) for other in others)
    )


def works_of(graph: BeadGraph, contract: Bead) -> list[Bead]:
    """The beads that a contract is for: those it blocks, and the one its record names."""
    found = {bead.id: bead for bead in graph.blocked_by(contract.id)}
    record = graph.contracts.get(contract.id)
    named = graph.get(record.work) if record else None
    if named is not None:
        found[named.id] = named
    return [found[each] for each in sorted(found)]


def is_moved_to_leaves(state: ContractState) -> bool:
    """Whether a contract was closed because its work became a parent."""
    return state.bead is not None and state.bead.close_reason.strip().casefold().startswith(
        MOVED_TO_LEAVES
    )


def state_of(graph: BeadGraph, contract: Bead, work: Bead) -> ContractState:
    """One contract as it stands to one work item."""
    record = graph.contracts.get(contract.id)
    is_open = not contract.is_finished
    readable = record is not None or CONTRACT_KEY not in contract.metadata
    if record is not None:
        clauses = tuple(record.clauses)
    else:
        clauses = tuple(_related_clauses(graph, contract, is_open=is_open)) if readable else ()
    return ContractState(
        id=contract.id,
        bead=contract,
        clauses=clauses,
        is_open=is_open,
        blocks=contract.id in work.blockers(),
        readable=readable,
        ended=_ended(graph, clauses),
    )


def _ended(graph: BeadGraph, clauses: Iterable[Clause]) -> Mapping[str, datetime]:
    """Until when the memories of waived clauses held, of those that ended."""
    known = (graph.memories.get(each.memory) for each in clauses if each.status == "waived")
    ends = {memory.id: memory.effective_until for memory in known if memory is not None}
    return {each: end for each, end in ends.items() if end is not None}


def _states(graph: BeadGraph, work: Bead) -> Iterator[ContractState]:
    beads = graph.contracts_of(work.id)
    copied = _copied(graph, read_receipt(work.metadata) if work.metadata else None)
    for contract in beads:
        state = state_of(graph, contract, work)
        yield _completed(state, copied) if copied and copied.id == state.id else state
    if copied is not None and copied.id not in {bead.id for bead in beads}:
        yield copied


def _copied(graph: BeadGraph, receipt: Receipt | None) -> ContractState | None:
    """The contract as its receipt holds it: housekeeping may take the closed bead itself."""
    if receipt is None or receipt.contract is None or receipt.contract_record is None:
        return None
    return ContractState(
        id=receipt.contract,
        bead=None,
        clauses=tuple(receipt.contract_record.clauses),
        is_open=False,
        blocks=False,
        ended=_ended(graph, receipt.contract_record.clauses),
    )


def _completed(state: ContractState, copied: ContractState) -> ContractState:
    """A closed contract with the clauses that its receipt's copy holds as done."""
    if state.is_open:
        return state
    own = {clause.memory: clause for clause in state.clauses}
    for clause in copied.clauses:
        if clause.memory not in own or (clause.is_done and not own[clause.memory].is_done):
            own[clause.memory] = clause
    ended = {**copied.ended, **state.ended}
    return replace(state, clauses=tuple(own.values()), readable=True, ended=ended)


def _related_clauses(graph: BeadGraph, contract: Bead, *, is_open: bool) -> Iterator[Clause]:
    for memory_id in sorted(graph.related(contract.id)):
        if graph.kind(memory_id) == "memory":
            yield Clause(memory=memory_id, status="open" if is_open else "verified")

"""The clauses of a work item's contracts as they stood at an earlier instant."""

from datetime import datetime

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import contract_states
from fabric.models.answers import ClauseView
from fabric.models.bead import Bead
from fabric.models.contract import Clause
from fabric.models.instants import parse_instant


def clauses_then(graph: BeadGraph, work: Bead, at: datetime) -> list[ClauseView]:
    """Each clause with the status that its evidence had given it by then."""
    views = []
    for state in contract_states(graph, work):
        closed = parse_instant(state.bead.closed_at) if state.bead else None
        for clause in state.clauses:
            memory = graph.memories.get(clause.memory)
            status, until = _status(clause, at, by_hand=_by_hand(clause), closed=closed)
            views.append(
                ClauseView(
                    memory=clause.memory,
                    statement=memory.statement if memory else "",
                    status=status,
                    contract=state.id,
                    until=until,
                )
            )
    return views


def _by_hand(clause: Clause) -> bool:
    """Whether closing the contract is all the evidence that there is."""
    return clause.status == "verified" and not clause.evidence


def _status(
    clause: Clause, at: datetime, *, by_hand: bool, closed: datetime | None
) -> tuple[str, str | None]:
    if by_hand:
        return ("verified" if closed is not None and closed <= at else "open"), None
    times = [(parse_instant(each.at), each) for each in clause.evidence]
    known = [each for time, each in times if time is not None and time <= at]
    waivers = [each for each in known if each.kind == "waiver"]
    if clause.status == "waived" and waivers:
        end = parse_instant(waivers[-1].until)
        over = end is not None and end <= at
        return ("waiver over" if over else "waived"), waivers[-1].until
    if clause.status == "verified" and len(known) == len(times):
        return "verified", None
    return "open", None

"""`fabric status`: what binds a work item, what is open, what is stale, and what mends each."""

from dataclasses import dataclass

from fabric.graph.applies import Applying, applying, bearing_of
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import contract_states, is_done, is_waiver_over, states_cover
from fabric.graph.lineage import Lineage
from fabric.models.answers import ClauseView, Problem, StatusAnswer
from fabric.models.bead import Bead
from fabric.models.contract import Clause
from fabric.models.receipt import Receipt, read_receipt
from fabric.services.context import Context
from fabric.services.reading import around_work, read_bead
from fabric.services.reviews import reviews_of
from fabric.services.views import memory_views


@dataclass(frozen=True, slots=True)
class _Looked:
    """One work item with all that decides about it."""

    graph: BeadGraph
    lineage: Lineage
    work: Bead
    receipt: Receipt | None
    found: tuple[Applying, ...]


def status(context: Context, text: str) -> StatusAnswer:
    """What binds a work item now. Raises NotFound, WrongUse."""
    work = read_bead(context.store, text)
    graph = around_work(context.store, context.settings, [work]).graph()
    lineage = Lineage(graph)
    bearing = bearing_of(graph, work)
    found = tuple(applying(graph, lineage, work, bearing, context.now))
    looked = _Looked(graph, lineage, work, read_receipt(work.metadata), found)
    ids = [each.memory.id for each in found]
    reviews = reviews_of(context.store, ids) if context.store.has_journal else None
    return StatusAnswer(
        work=work.id,
        title=work.title,
        status=work.status,
        domains=list(bearing.domains),
        started=looked.receipt is not None,
        at=context.now_text,
        binds=memory_views(context, (each.memory for each in found), graph, reviews),
        clauses=_clauses(context, looked),
        problems=[] if work.is_finished else _problems(context, looked),
    )


def _clauses(context: Context, looked: _Looked) -> list[ClauseView]:
    views = []
    for state in contract_states(looked.graph, looked.work):
        for clause in state.clauses:
            memory = looked.graph.memories.get(clause.memory)
            ends = [each.until for each in clause.evidence if each.kind == "waiver"]
            views.append(
                ClauseView(
                    memory=clause.memory,
                    statement=memory.statement if memory else "",
                    status=_clause_status(context, looked, clause),
                    contract=state.id,
                    until=ends[-1] if ends else None,
                )
            )
    return views


def _clause_status(context: Context, looked: _Looked, clause: Clause) -> str:
    memory = looked.graph.memories.get(clause.memory)
    if is_waiver_over(clause, context.now):
        return "waiver over"
    if is_done(clause, context.now):
        return clause.status
    if memory is None or looked.lineage.state(memory) != "canonical":
        return "stale"
    if clause.digest and clause.digest != memory.digest:
        return "stale"
    return clause.status


def _problems(context: Context, looked: _Looked) -> list[Problem]:
    start = f"fabric start {looked.work.id}"
    if looked.receipt is None:
        if not looked.found:
            return []
        return [Problem(what="It was not started: no receipt, no contract.", mend=start)]
    problems = [Problem(what=what, mend=start) for what in _stale(looked, looked.receipt)]
    states = contract_states(looked.graph, looked.work)
    leaf = not looked.graph.children(looked.work.id)
    for each in looked.found:
        memory = each.memory
        covered = states_cover(states, looked.lineage, memory.id, context.now)
        if leaf and memory.is_hard and not covered:
            problems.append(Problem(what=f"No contract holds it to {memory.id}.", mend=start))
    undone = [m for s in states if s.is_open and s.blocks for m in s.undone(context.now)]
    if undone:
        problems.append(
            Problem(
                what=f"Open clauses: {', '.join(undone)}.", mend=f"fabric verify {looked.work.id}"
            )
        )
    return problems


def _stale(looked: _Looked, receipt: Receipt) -> list[str]:
    found = []
    for given in receipt.memories:
        memory = looked.graph.memories.get(given.id)
        if memory is None:
            found.append(f"{given.id}, which it was given, is not there any more.")
            continue
        state = looked.lineage.state(memory)
        if state == "superseded":
            found.append(f"{given.id} was replaced by {looked.lineage.head(given.id)}.")
        elif state != "canonical":
            found.append(f"{given.id} is {state}.")
        elif given.digest != memory.digest:
            found.append(f"{given.id} says something else than when it was given.")
    known = {each.id for each in receipt.memories} | {each.id for each in receipt.left_out}
    new = [each.memory.id for each in looked.found if each.memory.id not in known]
    found += [f"{each} applies and was not given." for each in new]
    return found

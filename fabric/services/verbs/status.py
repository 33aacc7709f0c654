"""`fabric status`: what binds a work item, what is open, what is stale, and what mends each."""

from datetime import timedelta

from fabric.errors import Refused, WrongUse
from fabric.graph.applies import Applying, Bearing, applying, bearing_of, binding_reason
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import contract_states, is_done, is_waiver_over, states_cover
from fabric.graph.lineage import Lineage
from fabric.graph.times import Moment, began_after, in_force_at
from fabric.models.answers import ClauseView, Problem, StatusAnswer
from fabric.models.bead import Bead
from fabric.models.contract import DONE_STATUSES, Clause
from fabric.models.frozen import dataclass, replace
from fabric.models.instants import format_instant, parse_instant
from fabric.models.receipt import Receipt, read_receipt
from fabric.models.words import ENDED_LABELS
from fabric.ports import BeadQuery
from fabric.services.clauses_then import clauses_then
from fabric.services.context import Context
from fabric.services.moments import moment_of
from fabric.services.reading import around_work, insist_on_work, read_bead
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


@dataclass(frozen=True, slots=True)
class StatusRequest:
    """Which work item; what bound it at a time, as it was recorded by a time, or when it closed."""

    work: str
    as_of: str = ""
    known_at: str = ""
    at_close: bool = False


def status(context: Context, text: str) -> StatusAnswer:
    """What binds a work item now. Raises NotFound, WrongUse."""
    work = read_bead(context.store, text)
    graph = around_work(context.store, context.settings, [work]).graph()
    insist_on_work(graph, work, f"`fabric show {work.id}` shows it.")
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


def status_then(context: Context, request: StatusRequest) -> StatusAnswer:
    """What bound a work item at a moment, from the fields alone; now, where no moment is named.

    Raises NotFound, WrongUse, and Refused for the close of what is open.
    """
    work = read_bead(context.store, request.work)
    moment = _moment(context, request, work)
    if moment is None:
        return status(context, request.work)
    made = parse_instant(work.created_at)
    if made is not None and made > moment.held_at:
        raise WrongUse(f"{work.id} was made only at {work.created_at}.", "Name a later time.")
    part = around_work(context.store, context.settings, [work])
    part.follow_lines(part.find(BeadQuery(labels_any=ENDED_LABELS)))
    graph = part.graph()
    lineage = Lineage(graph)
    receipt = read_receipt(work.metadata)
    bearing = _bearing_then(graph, work, receipt, moment)
    bound = [
        memory
        for memory in graph.memories.values()
        if memory.domain
        and any(in_force_at(memory, lineage, each) for each in _instants(request, moment))
        and binding_reason(graph, memory, work, bearing)
    ]
    bound.sort(key=lambda each: (not each.is_hard, each.id))
    clauses = clauses_then(graph, work, moment.held_at)
    done = {each.memory for each in clauses if each.status in DONE_STATUSES}
    reviews = (
        reviews_of(context.store, (m.id for m in bound)) if context.store.has_journal else None
    )
    return StatusAnswer(
        work=work.id,
        title=work.title,
        status=work.status,
        domains=list(bearing.domains),
        started=receipt is not None,
        at=format_instant(moment.held_at),
        known_at=format_instant(moment.known_at) if moment.known_at else None,
        binds=memory_views(context, bound, graph, reviews),
        clauses=clauses,
        undone=[m.id for m in bound if m.is_hard and m.id not in done],
        problems=[],
    )


def _moment(context: Context, request: StatusRequest, work: Bead) -> Moment | None:
    if not request.at_close:
        return moment_of(context, request.as_of, request.known_at)
    if request.as_of:
        raise WrongUse("--at-close and --as-of name two times.", "Leave one of them out.")
    if not work.is_closed or parse_instant(work.closed_at) is None:
        raise Refused(
            f"{work.id} is {work.status}: it has no close to look back at.",
            "Leave --at-close out, or ask with --as-of.",
        )
    return moment_of(context, work.closed_at, request.known_at or work.closed_at)


def _instants(request: StatusRequest, moment: Moment) -> tuple[Moment, ...]:
    """Times are kept to the second: what ended in the very second of a close still bound it."""
    just_before = replace(moment, held_at=moment.held_at - timedelta(microseconds=1))
    return (moment, just_before) if request.at_close else (moment,)


def _bearing_then(graph: BeadGraph, work: Bead, receipt: Receipt | None, moment: Moment) -> Bearing:
    """Domains and paths: those of the receipt, where it was written by then."""
    written = parse_instant(receipt.at) if receipt else None
    if receipt is None or written is None or written > moment.held_at or not receipt.domains:
        return bearing_of(graph, work)
    return Bearing(tuple(receipt.domains), tuple(receipt.paths))


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
    new = [each.memory for each in looked.found if each.memory.id not in known]
    if receipt.left_out_more:  # it does not name all that it left out: soft ones, and older ones
        new = [each for each in new if each.is_hard or began_after(each, receipt)]
    found += [f"{each.id} applies and was not given." for each in new]
    return found

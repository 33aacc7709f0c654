"""`fabric supersede`: a successor takes the place of one or several memories, work moves along."""

from collections.abc import Callable
from dataclasses import dataclass

from fabric.errors import NotAllowed, Refused, WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.actor import Actor
from fabric.models.answers import MovedWork, SupersedeAnswer
from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddDependency,
    AddLabel,
    AppendNote,
    Operation,
    RemoveLabel,
    SetMetadata,
)
from fabric.models.dependency import Dependency
from fabric.models.memory import Memory
from fabric.models.memory_metadata import updated_fabric
from fabric.models.words import CANONICAL, FABRIC_KEY, MEMORY, SUPERSEDED, SUPERSEDES
from fabric.services.anchors import anchor_of, relate, unrelate
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_other_author, require_reviewer
from fabric.services.moving import move_work, related_work
from fabric.services.ratification import ratify_draft, text_to_confirm
from fabric.services.reading import all_memories, resolve_id
from fabric.services.reviews import RATIFIED
from fabric.services.trusting import trust_commands
from fabric.services.views import proposer
from fabric.services.writing import refuse_repetition

ASK_ABOVE = 50
"""More active work items than this are moved only after a confirmation."""


@dataclass(frozen=True, slots=True)
class SupersedeRequest:
    """What is replaced, by what, why; `many` says that more than 50 items may move unasked."""

    olds: tuple[str, ...]
    new: str
    reason: str
    person: str = ""
    many: bool = False


def supersede(
    context: Context,
    request: SupersedeRequest,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Outcome[SupersedeAnswer]:
    """Record the succession, then move active work along, an item at a time.

    Running it again completes what was interrupted. Raises NotAllowed, Refused, WrongUse.
    """
    if not request.reason.strip():
        raise WrongUse("A succession needs a reason.", 'Say --reason "…".')
    reviewer = require_reviewer(context, "supersede a memory", request.person or None)
    acting = context.acting_as(reviewer)
    olds = tuple(dict.fromkeys(resolve_id(context.store, old) for old in request.olds))
    new = resolve_id(context.store, request.new)
    _confirm_once(acting, olds, new, reviewer)
    moving, left = related_work(acting, olds)
    _ask_for_many(acting, request, moving)
    outcome = carry_out(acting, lambda: _decide(acting, olds, new, request.reason, reviewer))
    if outcome.applied and outcome.answer.ratified:
        memory = _graph(acting).memories[new]
        trust_commands(acting, memory, reviewer, memory.digest)
    moved = [] if context.dry_run else _move(acting, olds, moving, progress)
    answer = outcome.answer.model_copy(update={"moved": moved, "left": [bead.id for bead in left]})
    applied = outcome.applied or bool(moved)
    return Outcome(answer, outcome.change_set, applied=applied, entry=outcome.entry)


def _graph(context: Context) -> BeadGraph:
    return all_memories(context.store, context.settings).graph()


def _confirm_once(context: Context, olds: tuple[str, ...], new: str, reviewer: Actor) -> None:
    graph = _graph(context)
    memories = [_memory(graph, each) for each in olds]
    successor = _memory(graph, new)
    if all(new in {s.new for s in Lineage(graph).successors(old)} for old in olds):
        return
    _refuse(graph, memories, successor, context)
    if Lineage(graph).state(successor) == "draft":
        require_other_author(context, proposer(successor), reviewer)
    confirm(context, text_to_confirm(successor, memories), new)


def _ask_for_many(context: Context, request: SupersedeRequest, moving: list[Bead]) -> None:
    if len(moving) <= ASK_ABOVE or request.many or context.dry_run:
        return
    person = context.tools.person
    text = f"{len(moving)} active work items will move along."
    if not person.is_present or not person.confirm(text, str(len(moving))):
        raise NotAllowed(
            f"{text} Nothing was written.", "Say --yes, or confirm the number at a terminal."
        )


def _move(
    context: Context,
    olds: tuple[str, ...],
    moving: list[Bead],
    progress: Callable[[int, int], None],
) -> list[MovedWork]:
    graph = _graph(context)
    lineage = Lineage(graph)
    heads = {old: graph.memories[lineage.head(old)] for old in olds}
    moved = []
    for number, bead in enumerate(moving, start=1):
        outcome = move_work(context, bead.id, heads)
        if outcome.applied:
            moved.append(outcome.answer)
        progress(number, len(moving))
    return moved


def _memory(graph: BeadGraph, bead_id: str) -> Memory:
    memory = graph.memories.get(bead_id)
    if memory is None:
        raise WrongUse(f"{bead_id} is no memory.", "`fabric list` shows memories.")
    return memory


def _decide(
    context: Context, olds: tuple[str, ...], new: str, reason: str, reviewer: Actor
) -> Decision[SupersedeAnswer]:
    graph = _graph(context)
    lineage = Lineage(graph)
    successor = _memory(graph, new)
    open_olds = [
        _memory(graph, old)
        for old in olds
        if new not in {step.new for step in lineage.successors(old)} or _half_written(graph, old)
    ]
    if not open_olds:
        answer = SupersedeAnswer(old=list(olds), new=new, version=successor.version, already=True)
        return Decision("supersede", answer, about=(*olds, new))
    _refuse(graph, open_olds, successor, context)
    version = max([old.version + 1 for old in open_olds] + [_least_version(successor)])
    operations: list[Operation] = []
    journal: dict[str, object] = {}
    ratified = None
    if lineage.state(successor) == "draft":
        appealed = str(successor.fabric.get("appeals"))
        refuse_repetition(graph, successor, frozenset({*olds, appealed}))
        ratified = ratify_draft(context, graph, successor, reviewer.name)
        operations += ratified.operations
        journal = {RATIFIED: {new: ratified.digest}, "text": successor.bead.description}
    operations += _new_operations(graph, successor, open_olds, version)
    for old in open_olds:
        operations += _old_operations(context, graph, old, new, reason)
    answer = SupersedeAnswer(
        old=list(olds), new=new, version=version, ratified=ratified is not None
    )
    return Decision(
        "supersede",
        answer,
        tuple(operations),
        relies_on=(successor.bead, *(old.bead for old in open_olds)),
        reason=reason,
        about=(*olds, new),
        journal=journal,
    )


def _least_version(successor: Memory) -> int:
    """A successor that replaced others before keeps its place; a first-comer has none yet."""
    return successor.version if successor.supersedes else 1


def _half_written(graph: BeadGraph, old: str) -> bool:
    """Whether only a part of the succession of a memory was written."""
    bead = graph.beads[old]
    return bead.has(MEMORY) or not bead.has(SUPERSEDED)


def _refuse(graph: BeadGraph, olds: list[Memory], successor: Memory, context: Context) -> None:
    lineage = Lineage(graph)
    state = lineage.state(successor)
    if state not in {"draft", "canonical"}:
        raise Refused(f"{successor.id} is {state} and cannot replace anything.", "Name another.")
    begins = successor.effective_from
    if begins is not None and begins > context.now:
        raise Refused(
            f"{successor.id} holds only from {successor.effective_date}; a succession acts now.",
            "Supersede on that day, or propose the successor with an earlier date.",
        )
    for old in olds:
        _refuse_pair(lineage, old, successor)


def _refuse_pair(lineage: Lineage, old: Memory, successor: Memory) -> None:
    if old.id == successor.id:
        raise Refused(f"{old.id} cannot replace itself.", "Name its successor.")
    if old.id in _later(lineage, successor.id):
        raise Refused(
            f"{old.id} comes after {successor.id} already; that would be a cycle.",
            f"See `fabric show {old.id}`.",
        )
    others = [step.new for step in lineage.successors(old.id) if step.new != successor.id]
    if others:
        raise Refused(
            f"{old.id} was replaced by {others[0]} already; a second successor would be a fork.",
            f"Supersede {others[0]} instead.",
        )
    state = lineage.state(old)
    replaced = bool(lineage.successors(old.id))
    if state != "canonical" and not replaced:
        raise Refused(f"{old.id} is {state}; only a canonical memory is replaced.", "Name another.")
    if old.domain != successor.domain:
        raise Refused(
            f"{old.id} is in {old.domain or 'no domain'}, {successor.id} in "
            f"{successor.domain or 'none'}.",
            "A successor stays in the domain; retire the old one and propose a new one.",
        )
    if old.is_hard and not successor.is_hard:
        raise Refused(
            f"{old.id} is hard and {successor.id} is soft.",
            "Weaken a rule openly: retire it and propose the soft one.",
        )


def _later(lineage: Lineage, bead_id: str) -> set[str]:
    found: set[str] = set()
    todo = [bead_id]
    while todo:
        new = {step.new for step in lineage.successors(todo.pop())} - found
        found |= new
        todo.extend(new)
    return found


def _new_operations(
    graph: BeadGraph, successor: Memory, olds: list[Memory], version: int
) -> list[Operation]:
    replaced = sorted({*successor.supersedes, *(old.id for old in olds)})
    value: object = replaced[0] if len(replaced) == 1 else replaced
    operations: list[Operation] = [
        SetMetadata(successor.id, "supersedes", value),
        SetMetadata(successor.id, "memory_version", version),
    ]
    anchor = anchor_of(graph, successor.domain)
    if anchor is not None:
        operations += relate(graph, successor.id, anchor.id)
    return operations


def _old_operations(
    context: Context, graph: BeadGraph, old: Memory, new: str, reason: str
) -> list[Operation]:
    bead = old.bead
    operations = unrelate(graph, bead.id, new)
    if not any(e.depends_on_id == new and e.type == SUPERSEDES for e in bead.dependencies):
        operations.append(AddDependency(Dependency(bead.id, new, SUPERSEDES)))
    operations += [
        RemoveLabel(bead.id, MEMORY),
        RemoveLabel(bead.id, CANONICAL),
        AddLabel(bead.id, SUPERSEDED),
        SetMetadata(bead.id, "superseded_by", new),
    ]
    ended = {
        "effective_until": old.fabric.get("effective_until") or context.now_text,
        "ended_recorded_at": old.fabric.get("ended_recorded_at") or context.now_text,
        "reason": old.fabric.get("reason") or reason,
    }
    operations.append(SetMetadata(bead.id, FABRIC_KEY, updated_fabric(bead.metadata, **ended)))
    note = f"Superseded by {new} on {context.now:%Y-%m-%d}"
    if f"Superseded by {new} on " not in bead.notes:
        operations.append(AppendNote(bead.id, note))
    for each in sorted(graph.related(bead.id)):
        if graph.kind(each) == "anchor":
            operations += unrelate(graph, bead.id, each)
    return operations

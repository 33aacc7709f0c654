"""`fabric supersede`: a successor takes the place of one or several memories, work moves along."""

from collections.abc import Callable

from fabric.errors import NotAllowed, WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.actor import Actor
from fabric.models.answers import MovedWork, SupersedeAnswer
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_other_author, require_reviewer
from fabric.services.moving import move_work, related_work
from fabric.services.ratification import (
    Ratified,
    check_ready,
    ratify_draft,
    refuse_other_words,
    text_to_confirm,
)
from fabric.services.reading import all_memories, resolve_id
from fabric.services.succession import (
    beginning,
    is_written_whole,
    new_operations,
    old_operations,
    refuse_succession,
    version_after,
)
from fabric.services.trusting import trust_commands
from fabric.services.views import proposer
from fabric.services.writing import refuse_repetition

ASK_ABOVE = 50
"""More work items than this are moved only after a confirmation."""


@dataclass(frozen=True, slots=True)
class SupersedeRequest:
    """What is replaced, by what, why; `many` says that more than 50 items may move unasked."""

    olds: tuple[str, ...]
    new: str
    reason: str
    person: str = ""
    many: bool = False


@dataclass(frozen=True, slots=True)
class _Succession:
    """What is replaced, by what, why, and the digest of the words that were confirmed."""

    olds: tuple[str, ...]
    new: str
    reason: str
    confirmed: str


def supersede(
    context: Context,
    request: SupersedeRequest,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Outcome[SupersedeAnswer]:
    """Record the succession, then move the work that was given the old ones, an item at a time.

    Running it again completes what was interrupted. Raises NotAllowed, Refused, WrongUse.
    """
    if not request.reason.strip():
        raise WrongUse("A succession needs a reason.", 'Say --reason "…".')
    reviewer = require_reviewer(context, "supersede a memory", request.person or None)
    acting = context.acting_as(reviewer)
    olds = tuple(dict.fromkeys(resolve_id(context.store, old) for old in request.olds))
    new = resolve_id(context.store, request.new)
    confirmed = _confirm_once(acting, olds, new, reviewer)
    moving, left = related_work(acting, olds)
    _ask_for_many(acting, request, moving)
    succession = _Succession(olds, new, request.reason, confirmed)
    outcome = carry_out(acting, lambda: _decide_and_trust(acting, succession, reviewer))
    moved: list[MovedWork] = []
    if not context.dry_run:
        moving, left = related_work(acting, olds)  # others may have started since
        moved = _move(acting, olds, moving, progress)
    answer = outcome.answer.but(moved=moved, left=[bead.id for bead in left])
    applied = outcome.applied or bool(moved)
    return Outcome(answer, outcome.change_set, applied=applied, entry=outcome.entry)


def _graph(context: Context) -> BeadGraph:
    return all_memories(context.store, context.settings).graph()


def _confirm_once(context: Context, olds: tuple[str, ...], new: str, reviewer: Actor) -> str:
    """The digest of the successor that was confirmed; empty where all is written already."""
    graph = _graph(context)
    memories = [_memory(graph, each) for each in olds]
    successor = _memory(graph, new)
    if all(is_written_whole(graph, old, successor) for old in memories):
        return ""
    lineage = Lineage(graph)
    refuse_succession(lineage, memories, successor, context.now)
    if lineage.state(successor) == "draft":
        require_other_author(context, proposer(successor), reviewer)
        check_ready(successor)  # nobody types a confirmation only to be refused
    text = text_to_confirm(successor, memories)
    since = beginning(successor, memories, context.now) if successor.state == "draft" else ""
    if since:
        text += f"\n\nIt will hold since {since}, as what it replaces; not since before that."
    confirm(context, text, new)
    return successor.digest


def _ask_for_many(context: Context, request: SupersedeRequest, moving: list[Bead]) -> None:
    if len(moving) <= ASK_ABOVE or request.many or context.dry_run:
        return
    person = context.tools.person
    text = f"{len(moving)} work items will move along."
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
    heads = {
        old: head
        for old in olds
        if (head := graph.memories.get(lineage.head(old))) is not None and head.id != old
    }
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


def _decide_and_trust(
    context: Context, succession: _Succession, reviewer: Actor
) -> Decision[SupersedeAnswer]:
    """Decide, and trust the words that were confirmed before they are written as ratified.

    Who is killed in between has left nothing to do that running it again would not.
    """
    decision = _decide(context, succession, reviewer)
    if decision.answer.ratified and not context.dry_run:
        successor = _memory(_graph(context), succession.new)
        trust_commands(context, successor, reviewer, succession.confirmed)
    return decision


def _decide(
    context: Context, succession: _Succession, reviewer: Actor
) -> Decision[SupersedeAnswer]:
    graph = _graph(context)
    lineage = Lineage(graph)
    olds, new = list(succession.olds), succession.new
    successor = _memory(graph, new)
    memories = [_memory(graph, old) for old in olds]
    todo = [old for old in memories if not is_written_whole(graph, old, successor)]
    if not todo:
        answer = SupersedeAnswer(old=olds, new=new, version=successor.version, already=True)
        return Decision("supersede", answer, about=(*olds, new))
    refuse_other_words(successor, succession.confirmed)
    refuse_succession(lineage, todo, successor, context.now)
    since = beginning(successor, todo, context.now)
    ratified = _ratified(context, graph, successor, succession, reviewer, since)
    operations = list(ratified.operations) if ratified else []
    version = version_after(successor, todo)
    # A draft that is ratified with it is related to its anchor by both: once is enough.
    news = new_operations(graph, successor, todo, version)
    operations += [each for each in news if each not in operations]
    for old in todo:
        operations += old_operations(graph, lineage, old, new, context.now, succession.reason)
    return Decision(
        "supersede",
        SupersedeAnswer(old=olds, new=new, version=version, ratified=ratified is not None),
        tuple(operations),
        relies_on=(successor.bead, *(old.bead for old in todo)),
        reason=succession.reason,
        about=(*olds, new),
        config=ratified.notes if ratified else {},
        journal=ratified.journal if ratified else {},
    )


def _ratified(
    context: Context,
    graph: BeadGraph,
    successor: Memory,
    succession: _Succession,
    reviewer: Actor,
    since: str,
) -> Ratified | None:
    """What ratifies a draft with its succession; None where it is canonical already."""
    if successor.state != "draft":
        return None
    appealed = str(successor.fabric.get("appeals"))
    refuse_repetition(graph, successor, frozenset({*succession.olds, appealed}))
    return ratify_draft(context, graph, successor, reviewer.name, since)

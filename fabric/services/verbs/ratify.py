"""`fabric ratify`: a reviewer makes a draft canonical."""

from fabric.errors import Refused, WrongUse
from fabric.graph.applies import bearing_of, binding_reason
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.actor import Actor
from fabric.models.answers import RatifyAnswer
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass, replace
from fabric.models.memory import Memory
from fabric.models.words import NOTE_PREFIX
from fabric.ports import BeadQuery
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_other_author, require_reviewer
from fabric.services.ratification import (
    check_ready,
    ratify_draft,
    refuse_other_words,
    text_to_confirm,
)
from fabric.services.reading import all_memories, around_work, resolve_id
from fabric.services.trusting import trust_commands
from fabric.services.views import proposer
from fabric.services.writing import refuse_repetition


@dataclass(frozen=True, slots=True)
class RatifyRequest:
    """Which draft, by whom (empty: who acts), from when (empty: as proposed)."""

    id: str
    person: str = ""
    effective: str = ""


def ratify(context: Context, request: RatifyRequest) -> Outcome[RatifyAnswer]:
    """Ratify a draft. Raises NotAllowed, InvalidMemory, DuplicateMemory, WrongUse, NotFound."""
    reviewer = require_reviewer(context, "ratify", request.person or None)
    acting = context.acting_as(reviewer)
    confirmed = _confirm_once(acting, request, reviewer)
    return carry_out(acting, lambda: _decide_and_trust(acting, request, reviewer, confirmed))


def _confirm_once(context: Context, request: RatifyRequest, reviewer: Actor) -> str:
    """The digest of the draft that was confirmed; empty where it is none."""
    graph, memory = _memory(context, request.id)
    if Lineage(graph).state(memory) != "draft":
        return ""
    require_other_author(context, proposer(memory), reviewer)
    check_ready(memory)  # nobody types a confirmation only to be refused
    _refuse_succession(graph, memory)
    olds = [graph.memories[each] for each in (_replaces(memory),) if each in graph.memories]
    confirm(context, text_to_confirm(memory, olds), memory.id)
    return memory.digest


def _decide_and_trust(
    context: Context, request: RatifyRequest, reviewer: Actor, confirmed: str
) -> Decision[RatifyAnswer]:
    """Decide, and trust the words that were confirmed before they are written as ratified.

    Who is killed in between has left nothing to do that running it again would not.
    """
    decision = _decide(context, request, reviewer, confirmed)
    if not decision.operations or context.dry_run:
        return decision
    memory = _memory(context, request.id)[1]
    trusted = trust_commands(context, memory, reviewer, decision.answer.digest)
    return replace(decision, answer=decision.answer.but(trusted=trusted))


def _decide(
    context: Context, request: RatifyRequest, reviewer: Actor, confirmed: str
) -> Decision[RatifyAnswer]:
    graph, memory = _memory(context, request.id)
    state = Lineage(graph).state(memory)
    if state == "canonical":
        return Decision(
            verb="ratify", answer=RatifyAnswer(id=memory.id, digest=memory.digest, already=True)
        )
    if state != "draft":
        raise Refused(f"{memory.id} is {state}; only a draft can be ratified.", "Propose it anew.")
    refuse_other_words(memory, confirmed)
    _refuse_succession(graph, memory)
    refuse_repetition(graph, memory, frozenset({str(memory.fabric.get("appeals"))}))
    ratified = ratify_draft(context, graph, memory, reviewer.name, request.effective)
    return Decision(
        verb="ratify",
        answer=RatifyAnswer(
            id=memory.id,
            digest=ratified.digest,
            binds=[b.id for b in now_bound(context, memory)],
            forgotten=[row.removeprefix(NOTE_PREFIX) for row in ratified.notes],
        ),
        operations=ratified.operations,
        relies_on=(memory.bead, ratified.anchor),
        config=ratified.notes,
        about=(memory.id,),
        journal=ratified.journal,
    )


def _refuse_succession(graph: BeadGraph, memory: Memory) -> None:
    old = graph.memories.get(_replaces(memory))
    if old is not None and Lineage(graph).state(old) == "canonical":
        raise Refused(
            f"{memory.id} was proposed to replace {old.id}, which is in force.",
            f'Run `fabric supersede {old.id} --with {memory.id} --reason "…"`.',
        )


def _replaces(memory: Memory) -> str:
    return str(memory.fabric.get("replaces") or "")


def now_bound(context: Context, memory: Memory) -> list[Bead]:
    """The active work items that a memory would bind if it were in force, by id."""
    settings = context.settings
    active = context.store.find(
        BeadQuery(
            statuses=tuple(settings.work.active_statuses),
            issue_types=tuple(settings.work.types),
        )
    )
    graph = around_work(context.store, settings, active).graph()
    return [
        bead
        for bead in active
        if graph.kind(bead.id) == "work"
        and binding_reason(graph, memory, bead, bearing_of(graph, bead))
    ]


def _memory(context: Context, text: str) -> tuple[BeadGraph, Memory]:
    bead_id = resolve_id(context.store, text)
    graph = all_memories(context.store, context.settings).graph()
    memory = graph.memories.get(bead_id)
    if memory is None:
        raise WrongUse(f"{bead_id} is no memory.", "`fabric list --state draft` shows drafts.")
    return graph, memory

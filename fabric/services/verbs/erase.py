"""`fabric erase`: the words of a memory are replaced by their digests, here and in the journal."""

from collections.abc import Callable

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.actor import Actor
from fabric.models.answers_life import EraseAnswer
from fabric.models.application import Stamp, after_images
from fabric.models.change_set import Operation, ReplaceBead, SetMetadata, bead_operations
from fabric.models.frozen import dataclass
from fabric.models.journal import JournalDraft
from fabric.models.memory import Memory
from fabric.models.memory_metadata import updated_fabric
from fabric.models.words import FABRIC_KEY, RETIRED
from fabric.services.context import Context
from fabric.services.ending import Ending, end_operations, find_memory, one_reason
from fabric.services.erasing import (
    ERASE_VERB,
    erased_bead,
    has_words_of,
    is_erased,
    kept_of_others,
)
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_reviewer
from fabric.services.ratification import whole_text
from fabric.services.releasing import Release, release_all, work_under
from fabric.services.writing import rejected_values


@dataclass(frozen=True, slots=True)
class EraseRequest:
    """Which memory, why (kept: say nothing personal), by whom (empty: who acts)."""

    id: str
    reason: str
    person: str = ""


def erase(
    context: Context,
    request: EraseRequest,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Outcome[EraseAnswer]:
    """Erase a memory; one that stands is retired first. Running it again completes it.

    Raises NotAllowed, WrongUse.
    """
    reason = one_reason(request.reason, "It holds personal data")
    reviewer = require_reviewer(context, "erase a memory", request.person or None)
    acting = context.acting_as(reviewer)
    memory = find_memory(acting, request.id)[1]
    if not is_erased(memory.bead):
        text = f"{whole_text(memory)}\n\nThese words cannot be brought back afterwards."
        confirm(acting, text, memory.id)
    releasing, left = work_under(acting, memory)
    outcome = carry_out(acting, lambda: _decide(acting, memory.id, reason))
    if context.dry_run:
        return outcome
    release = Release(memory.id, "it was erased")
    released = release_all(acting, releasing, release, progress) if outcome.answer.retired else []
    blanked = _blank(acting, memory.id, reason, reviewer)
    answer = outcome.answer.but(
        released=released,
        left=[bead.id for bead in left],
        payloads=blanked,
        already=outcome.answer.already and not blanked,
    )
    return Outcome(
        answer,
        outcome.change_set,
        applied=outcome.applied or bool(released or blanked),
        entry=outcome.entry,
    )


def _decide(context: Context, memory_id: str, reason: str) -> Decision[EraseAnswer]:
    graph, memory = find_memory(context, memory_id)
    state = Lineage(graph).state(memory)
    if is_erased(memory.bead):
        answer = EraseAnswer(id=memory.id, was=state, already=True, retired=state == "retired")
        return Decision(ERASE_VERB, answer)
    standing = state in {"draft", "canonical"}
    return Decision(
        ERASE_VERB,
        EraseAnswer(id=memory.id, was=state, retired=standing, digest=memory.digest),
        tuple(_operations(context, graph, memory, reason)),
        relies_on=(memory.bead,),
        reason=reason,
        about=(memory.id,),
    )


def _operations(context: Context, graph: BeadGraph, memory: Memory, reason: str) -> list[Operation]:
    bead = context.store.bead(memory.id) or memory.bead  # whole, its comments too
    state = Lineage(graph).state(memory)
    operations: list[Operation] = []
    if state in {"draft", "canonical"}:
        ending = Ending(RETIRED, "Erased", reason, held=state == "canonical")
        operations += end_operations(context, graph, memory, ending)
    elif state == "rejected":  # the value stays refused, also where nobody recorded it
        values = sorted(rejected_values(memory))
        fabric = updated_fabric(bead.metadata, value_digests=values)
        operations.append(SetMetadata(bead.id, FABRIC_KEY, fabric))
    stamp = Stamp(context.now_text, context.who.name)
    own = [each for each in bead_operations(operations) if each.bead_id == bead.id]
    after = after_images({bead.id: bead}, own, stamp).get(bead.id, bead)
    others = [each for each in operations if each not in own]
    return [*others, ReplaceBead(erased_bead(after, bead, reason, context.now_text))]


def _blank(context: Context, memory_id: str, reason: str, reviewer: Actor) -> int:
    """Blank what the journal holds of the words; what it holds of others is written again."""
    store = context.store
    if not store.has_journal or not has_words_of(store, memory_id):
        return 0
    graph = find_memory(context, memory_id)[0]
    kept = kept_of_others(store, memory_id, graph.memories)
    draft = JournalDraft(
        at=context.now_text,
        actor=reviewer,
        door=context.door,
        verb=ERASE_VERB,
        bead_ids=tuple(sorted({memory_id, *kept.reviews, *kept.words})),
        reason=reason,
        payload=kept.payload,
    )
    return store.blank_payloads(memory_id, draft)

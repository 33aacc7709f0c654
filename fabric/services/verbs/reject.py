"""`fabric reject`: a proposal is declined for good; the bead is the tombstone of its value."""

from collections.abc import Callable

from fabric.errors import Refused
from fabric.graph.applies import is_reviewed
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers_life import RejectAnswer
from fabric.models.change_set import RemoveConfig
from fabric.models.digests import value_digest
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.models.words import NOTE_PREFIX, REJECTED
from fabric.services.context import Context
from fabric.services.ending import Ending, end_operations, find_memory, one_reason
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_reviewer
from fabric.services.ratification import whole_text
from fabric.services.releasing import Release, release_all, work_under
from fabric.services.reviews import reviews_of


@dataclass(frozen=True, slots=True)
class RejectRequest:
    """Which memory, why, by whom (empty: who acts)."""

    id: str
    reason: str
    person: str = ""


def reject(
    context: Context,
    request: RejectRequest,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Outcome[RejectAnswer]:
    """Reject a draft, or a canonical memory that no reviewer ratified.

    The same value is refused at every door from now on. Raises NotAllowed, Refused, WrongUse.
    """
    reason = one_reason(request.reason, "The framework does this already")
    reviewer = require_reviewer(context, "reject a memory", request.person or None)
    acting = context.acting_as(reviewer)
    graph, memory = find_memory(acting, request.id)
    if Lineage(graph).state(memory) != "rejected":
        _refuse(acting, graph, memory)
        confirm(acting, f"{whole_text(memory)}\n\nRejected because: {reason}", memory.id)
    outcome = carry_out(acting, lambda: _decide(acting, memory.id, reason))
    releasing, left = work_under(acting, memory)
    release = Release(memory.id, f"it was rejected: {outcome.answer.reason}")
    released = [] if context.dry_run else release_all(acting, releasing, release, progress)
    answer = outcome.answer.but(released=released, left=[bead.id for bead in left])
    return Outcome(
        answer, outcome.change_set, applied=outcome.applied or bool(released), entry=outcome.entry
    )


def _decide(context: Context, memory_id: str, reason: str) -> Decision[RejectAnswer]:
    graph, memory = find_memory(context, memory_id)
    state = Lineage(graph).state(memory)
    if state == "rejected":
        said = str(memory.fabric.get("reason") or reason)
        return Decision("reject", RejectAnswer(id=memory.id, reason=said, already=True, was=state))
    _refuse(context, graph, memory)
    values = _values(graph, memory)
    notes = _notes_saying(context, values)
    ending = Ending(
        REJECTED, "Rejected", reason, held=state == "canonical", more={"value_digests": values}
    )
    operations = end_operations(context, graph, memory, ending)
    return Decision(
        "reject",
        RejectAnswer(
            id=memory.id,
            reason=reason,
            was=state,
            value_digests=values,
            forgotten=[key.removeprefix(NOTE_PREFIX) for key in sorted(notes)],
        ),
        (*operations, *(RemoveConfig(key) for key in sorted(notes))),
        relies_on=(memory.bead,),
        config=notes,
        reason=reason,
        about=(memory.id,),
        journal={"forgotten": notes} if notes else {},
    )


def _refuse(context: Context, graph: BeadGraph, memory: Memory) -> None:
    state = Lineage(graph).state(memory)
    if state not in {"draft", "canonical"}:
        raise Refused(f"{memory.id} is {state} already.", "Only a standing memory is rejected.")
    if state == "canonical" and _is_reviewed(context, memory):
        raise Refused(
            f"{memory.id} was ratified; it cannot be rejected any more.",
            f'Run `fabric retire {memory.id} --reason "…"`.',
        )
    same = [m.id for m in _standing(graph, memory) if m.rule_digest == memory.rule_digest]
    if same:
        raise Refused(
            f"{', '.join(same)} says the same and stands; a rejection would refuse it too.",
            f'Withdraw only this one: `fabric retire {memory.id} --reason "…"`.',
        )


def _is_reviewed(context: Context, memory: Memory) -> bool:
    if not context.store.has_journal:
        return False
    return is_reviewed(memory, reviews_of(context.store, (memory.id,)))


def _standing(graph: BeadGraph, memory: Memory) -> list[Memory]:
    lineage = Lineage(graph)
    return [
        other
        for other in graph.memories.values()
        if other.id != memory.id and lineage.state(other) in {"draft", "canonical"}
    ]


def _values(graph: BeadGraph, memory: Memory) -> list[str]:
    """The rule, and the statement unless another memory that stands has it for its rule."""
    taken = {other.rule_digest for other in _standing(graph, memory)}
    statement = memory.statement_digest
    return sorted({memory.rule_digest, *({statement} - taken)})


def _notes_saying(context: Context, values: list[str]) -> dict[str, str]:
    rows = context.store.config(NOTE_PREFIX)
    return {key: text for key, text in rows.items() if value_digest(text) in values}

"""`fabric retire`: a memory ends without a successor, and work lets go of it."""

from collections.abc import Callable

from fabric.errors import Refused
from fabric.graph.lineage import Lineage
from fabric.models.actor import Actor
from fabric.models.answers_life import RetireAnswer
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.models.words import RETIRED
from fabric.services.context import Context
from fabric.services.ending import Ending, end_operations, find_memory, one_reason
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_reviewer
from fabric.services.ratification import whole_text
from fabric.services.releasing import Release, release_all, work_under
from fabric.services.views import proposer


@dataclass(frozen=True, slots=True)
class RetireRequest:
    """Which memory, why, by whom (empty: who acts)."""

    id: str
    reason: str
    person: str = ""


def retire(
    context: Context,
    request: RetireRequest,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Outcome[RetireAnswer]:
    """Retire a canonical memory now, or withdraw a draft; running it again completes the work.

    A draft may be withdrawn by whoever proposed it. Raises NotAllowed, Refused, WrongUse.
    """
    reason = one_reason(request.reason, "The gateway enforces this itself now")
    graph, memory = find_memory(context, request.id)
    state = Lineage(graph).state(memory)
    acting = context.acting_as(_who(context, request, memory, state))
    releasing, left = work_under(acting, memory)
    if state != "retired":
        _refuse(memory, state)
    if state == "canonical":
        confirm(acting, _text(memory, reason, releasing), memory.id)
    outcome = carry_out(acting, lambda: _decide(acting, memory.id, reason))
    release = Release(memory.id, f"it was retired: {outcome.answer.reason}")
    released = [] if context.dry_run else release_all(acting, releasing, release, progress)
    answer = outcome.answer.but(released=released, left=[bead.id for bead in left])
    return Outcome(
        answer, outcome.change_set, applied=outcome.applied or bool(released), entry=outcome.entry
    )


def _who(context: Context, request: RetireRequest, memory: Memory, state: str) -> Actor:
    if state == "draft" and not request.person and proposer(memory) == context.who:
        return context.who
    return require_reviewer(context, "retire a memory", request.person or None)


def _text(memory: Memory, reason: str, releasing: list[Bead]) -> str:
    named = ", ".join(bead.id for bead in releasing) or "none"
    return f"{whole_text(memory)}\n\nRetired because: {reason}\nWork that it binds now: {named}"


def _decide(context: Context, memory_id: str, reason: str) -> Decision[RetireAnswer]:
    graph, memory = find_memory(context, memory_id)
    state = Lineage(graph).state(memory)
    if state == "retired":
        said = str(memory.fabric.get("reason") or reason)
        return Decision("retire", RetireAnswer(id=memory.id, reason=said, already=True, was=state))
    _refuse(memory, state)
    word, verb = ("Retired", "retire") if state == "canonical" else ("Withdrawn", "withdraw")
    ending = Ending(RETIRED, word, reason, held=state == "canonical")
    return Decision(
        verb,
        RetireAnswer(id=memory.id, reason=reason, was=state),
        tuple(end_operations(context, graph, memory, ending)),
        relies_on=(memory.bead,),
        reason=reason,
        about=(memory.id,),
    )


def _refuse(memory: Memory, state: str) -> None:
    if state not in {"draft", "canonical"}:
        raise Refused(f"{memory.id} is {state} already.", f"See `fabric history {memory.id}`.")

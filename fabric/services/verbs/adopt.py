"""`fabric adopt`: a reviewer stands behind memories that were made canonical by hand or elsewhere."""

from collections.abc import Sequence

from fabric.errors import InvalidMemory, Refused, WrongUse
from fabric.graph.applies import is_reviewed
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.actor import Actor
from fabric.models.answers_life import AdoptAnswer, AdoptedMemory
from fabric.models.bead_record import bead_to_record
from fabric.models.change_set import AddLabel, Operation, SetMetadata
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.models.memory_metadata import updated_fabric
from fabric.models.words import CANONICAL, FABRIC_KEY
from fabric.services.anchors import anchor_of, relate
from fabric.services.context import Context
from fabric.services.ending import find_memory
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.governance import confirm, require_other_author, require_reviewer
from fabric.services.pinning import pin
from fabric.services.ratification import whole_text
from fabric.services.reviews import RATIFIED, WORDS, reviews_of
from fabric.services.trusting import trust_commands
from fabric.services.views import proposer


@dataclass(frozen=True, slots=True)
class AdoptRequest:
    """Which memories, by whom (empty: who acts)."""

    ids: tuple[str, ...]
    person: str = ""


def adopt(context: Context, request: AdoptRequest) -> list[Outcome[AdoptedMemory]]:
    """Pin the words of canonical memories that no reviewer is known to have ratified.

    All are looked at and confirmed before the first is written; each has a journal entry of its
    own, so that erasing one later leaves the others' reviews alone. Raises NotAllowed, Refused,
    InvalidMemory, WrongUse.
    """
    if not request.ids:
        raise WrongUse("No memory was named.", "`fabric review` shows the unreviewed ones.")
    reviewer = require_reviewer(context, "adopt a memory", request.person or None)
    acting = context.acting_as(reviewer)
    memories = [_looked_at(acting, text, reviewer) for text in dict.fromkeys(request.ids)]
    unpinned = [memory for memory, known in memories if not known]
    if unpinned:
        expected = unpinned[0].id if len(unpinned) == 1 else f"adopt {len(unpinned)}"
        confirm(acting, "\n\n".join(map(whole_text, unpinned)), expected)
    return [_adopt_one(acting, memory.id, reviewer) for memory, _ in memories]


def answer_of(outcomes: Sequence[Outcome[AdoptedMemory]]) -> AdoptAnswer:
    """What was adopted, as one answer."""
    return AdoptAnswer(adopted=[outcome.answer for outcome in outcomes])


def _adopt_one(context: Context, memory_id: str, reviewer: Actor) -> Outcome[AdoptedMemory]:
    outcome = carry_out(context, lambda: _decide(context, memory_id, reviewer))
    if context.dry_run:
        return outcome
    memory = find_memory(context, memory_id)[1]
    trusted = trust_commands(context, memory, reviewer, memory.digest)
    answer = outcome.answer.but(trusted=trusted)
    return Outcome(answer, outcome.change_set, applied=outcome.applied, entry=outcome.entry)


def _looked_at(context: Context, text: str, reviewer: Actor) -> tuple[Memory, bool]:
    """A memory that may be adopted, and whether it is reviewed already."""
    graph, memory = find_memory(context, text)
    known = _is_reviewed(context, memory)
    if not known:
        _refuse(context, graph, memory)
        require_other_author(context, proposer(memory), reviewer)
    return memory, known


def _is_reviewed(context: Context, memory: Memory) -> bool:
    return is_reviewed(memory, reviews_of(context.store, (memory.id,)))


def _refuse(context: Context, graph: BeadGraph, memory: Memory) -> None:
    state = Lineage(graph).state(memory)
    if state == "draft":
        raise Refused(f"{memory.id} is a draft.", f"Run `fabric ratify {memory.id}`.")
    if state != "canonical":
        raise Refused(f"{memory.id} is {state}.", "Only a canonical memory is adopted.")
    if not memory.domain or not memory.strength:
        raise InvalidMemory(
            f"{memory.id} has no known domain or no strength.", "Add both labels, then adopt it."
        )
    if memory.id in reviews_of(context.store, (memory.id,)):
        raise Refused(
            f"{memory.id} was ratified with other words than it has now.",
            f"`fabric repair {memory.id}` restores them; another rule is a successor: "
            f"`fabric propose --replaces {memory.id}`.",
        )


def _decide(context: Context, memory_id: str, reviewer: Actor) -> Decision[AdoptedMemory]:
    graph, memory = find_memory(context, memory_id)
    digest = memory.digest
    answer = AdoptedMemory(id=memory.id, statement=memory.statement, digest=digest)
    if _is_reviewed(context, memory):
        return Decision("adopt", answer.but(already=True))
    _refuse(context, graph, memory)
    record = bead_to_record(memory.bead)
    record.pop("comments", None)
    return Decision(
        "adopt",
        answer,
        tuple(_operations(context, graph, memory, reviewer)),
        relies_on=(memory.bead,),
        about=(memory.id,),
        journal={RATIFIED: {memory.id: digest}, WORDS: {memory.id: record}},
    )


def _operations(
    context: Context, graph: BeadGraph, memory: Memory, reviewer: Actor
) -> list[Operation]:
    bead = memory.bead
    fabric = updated_fabric(
        bead.metadata,
        digest=memory.digest,
        ratified_by=reviewer.name,
        ratified_at=context.now_text,
    )
    operations: list[Operation] = [
        AddLabel(bead.id, CANONICAL),
        SetMetadata(bead.id, FABRIC_KEY, fabric),
        *pin(context, bead),
    ]
    anchor = anchor_of(graph, memory.domain)
    if anchor is not None:
        operations += relate(graph, bead.id, anchor.id)
    return operations

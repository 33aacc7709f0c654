"""`fabric propose`: write a draft, checked at once against what was said and rejected before."""

from fabric.errors import WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers import ProposeAnswer
from fabric.models.change_set import AddDependency, InsertBead, Operation
from fabric.models.dependency import Dependency
from fabric.models.domain import Domain
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory, read_memory
from fabric.models.words import RELATES
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.prefix import free_memory_id
from fabric.services.reading import all_memories, resolve_id
from fabric.services.views import memory_view
from fabric.services.writing import (
    Provenance,
    Wording,
    draft_bead,
    near_memories,
    prefilled,
    refuse_repetition,
)


@dataclass(frozen=True, slots=True)
class ProposeRequest:
    """What to propose: a domain by name, the wording, what it replaces, why it asks again.

    `whole` says that what the wording leaves open stays open also where it replaces another.
    """

    domain: str
    wording: Wording
    replaces: str = ""
    appeal: str = ""
    whole: bool = False


def propose(context: Context, request: ProposeRequest) -> Outcome[ProposeAnswer]:
    """Propose a memory. Raises InvalidMemory, DuplicateMemory, SecretFound, WrongUse."""
    return carry_out(context, lambda: _decide(context, request))


def _decide(context: Context, request: ProposeRequest) -> Decision[ProposeAnswer]:
    part = all_memories(context.store, context.settings)
    graph = part.graph()
    replaces = resolve_id(context.store, request.replaces) if request.replaces else ""
    old = graph.memories.get(replaces)
    _refuse_appeal(request, replaces, old)
    wording = request.wording if request.whole else prefilled(request.wording, old)
    name = request.domain or (old.domain if old else "")
    if not name:
        raise WrongUse("No domain was given.", "Say --domain NAME.")
    domain = graph.domains.named(name)
    if old is not None and not request.appeal:
        _refuse_replacement(graph, old, domain, wording)
    taken = {bead.id for bead in part.beads}
    bead_id = free_memory_id(context, domain.label, wording.rule, taken)
    appeals = replaces if request.appeal else ""
    provenance = Provenance(
        by=context.who,
        today=f"{context.now:%Y-%m-%d}",
        replaces="" if appeals else replaces,
        appeals=appeals,
        version=old.version + 1 if old and not appeals else 1,
    )
    bead = draft_bead(bead_id, domain, wording, provenance)
    memory = read_memory(bead, graph.domains)
    refuse_repetition(graph, memory, frozenset({replaces}))
    operations: list[Operation] = [InsertBead(bead)]
    if appeals:
        operations += _linked(bead_id, appeals)
    return Decision(
        verb="propose",
        answer=ProposeAnswer(
            id=bead_id,
            memory=memory_view(context, memory, graph, reviews={}),
            near=[each for each in near_memories(graph, memory) if each.id != replaces],
            next=_next(bead_id, provenance.replaces),
        ),
        operations=tuple(operations),
        absent=(bead_id,),
        reason=request.appeal,
        about=(bead_id,),
    )


def _next(bead_id: str, replaces: str) -> str:
    """The command that makes a draft binding: ratifying refuses one that replaces another."""
    if replaces:
        return f'fabric supersede {replaces} --with {bead_id} --reason "…"'
    return f"fabric ratify {bead_id}"


def _refuse_appeal(request: ProposeRequest, replaces: str, old: Memory | None) -> None:
    if replaces and old is None:
        raise WrongUse(f"{replaces} is no memory.", "Name the memory that this one replaces.")
    if request.appeal and (old is None or old.state != "rejected"):
        raise WrongUse(
            "--appeal asks again for something that was rejected.",
            "Name the rejected memory with --replaces ID.",
        )


def _instead(old: Memory, state: str) -> str:
    if state == "draft":
        return f"Withdraw it (`fabric retire {old.id} --reason …`), and propose without --replaces."
    return "Propose without --replaces."


def _refuse_replacement(graph: BeadGraph, old: Memory, domain: Domain, wording: Wording) -> None:
    """Say at once what a succession would refuse."""
    lineage = Lineage(graph)
    state = lineage.state(old)
    if state == "rejected":
        raise WrongUse(f"{old.id} was rejected.", "Say why to ask again: --appeal REASON.")
    if state == "superseded":
        raise WrongUse(
            f"{old.id} was replaced by {lineage.head(old.id)}.", "Replace the last of its line."
        )
    if state != "canonical":
        raise WrongUse(
            f"{old.id} is {state}; only a canonical memory is replaced.", _instead(old, state)
        )
    if old.domain and old.domain != domain.label:
        raise WrongUse(
            f"{old.id} is in the domain {old.domain}.",
            "A successor stays there; else retire the old one and propose without --replaces.",
        )
    if old.is_hard and wording.strength == "soft":
        raise WrongUse(
            f"{old.id} is hard; a soft one cannot replace it.",
            "Weaken a rule openly: retire it and propose the soft one without --replaces.",
        )


def _linked(one: str, other: str) -> list[Operation]:
    return [
        AddDependency(Dependency(one, other, RELATES)),
        AddDependency(Dependency(other, one, RELATES)),
    ]

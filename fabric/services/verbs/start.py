"""`fabric start`: give a work item the memories that bind it, a contract, and a receipt."""

from typing import Final

from fabric.errors import Refused, WrongUse
from fabric.graph.applies import bearing_of, is_reviewed
from fabric.models.answers import StartAnswer
from fabric.models.bead import Bead
from fabric.models.change_set import AddComment, AddLabel, Operation, SetMetadata, SetStatus
from fabric.models.fabric_object import fabric_object
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.models.receipt import GivenMemory, LeftOut, Receipt, read_receipt
from fabric.models.words import RECEIPT_KEY
from fabric.ports import BeadQuery
from fabric.selection.select import MOST_NAMED
from fabric.services.anchors import relate, unrelate
from fabric.services.choosing import Asked, Given, look
from fabric.services.context import Context
from fabric.services.contracts import Binding, ContractPlan, plan_contract
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.holding import holder_after_claim, is_at_it, refuse_other_holder
from fabric.services.reading import family, insist_on_work, read_bead
from fabric.services.settling import Settled, settled
from fabric.services.views import memory_views

MOST_IN_COMMENT: Final = 20
"""How many of the memories left out the comment names; the receipt names more."""


@dataclass(frozen=True, slots=True)
class StartRequest:
    """Which work item; domains by name; the paths it will touch; whether to claim it."""

    work: str
    domains: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    claim: bool = True
    force: bool = False


def start(context: Context, request: StartRequest) -> Outcome[StartAnswer]:
    """Start a work item, or refresh what it was given. Raises Refused, NotFound, WrongUse."""
    return carry_out(context, lambda: _decide(context, request))


def active_work(context: Context, domain: str = "") -> list[str]:
    """Ids of the active work items, those of one domain (by name) if it is given."""
    settings = context.settings
    active = context.store.find(
        BeadQuery(
            statuses=tuple(settings.work.active_statuses),
            issue_types=tuple(settings.work.types),
        )
    )
    graph = family(context.store, settings, active).graph()
    label = graph.domains.named(domain).label if domain else ""
    return [
        bead.id
        for bead in active
        if graph.kind(bead.id) == "work" and (not label or label in bearing_of(graph, bead).domains)
    ]


def _decide(context: Context, request: StartRequest) -> Decision[StartAnswer]:
    bead = read_bead(context.store, request.work)
    found = look(context, Asked(bead, request.domains, request.paths))
    _refuse(context, request, found)
    hard = tuple(each.memory for each in found.selection.given if each.memory.is_hard)
    labels = tuple(sorted({memory.domain for memory in hard}))
    holder = holder_after_claim(context, found.work) if request.claim else found.work.assignee
    binding = Binding(found.work, hard, labels, context.now, holder)
    plan = plan_contract(found.graph, binding)
    receipt = _receipt(context, found, plan)
    operations, done = _operations(context, request, found, receipt, plan)
    given = [each.memory for each in found.selection.given]
    # Only with what is written anyway: a start that changes nothing writes nothing.
    rows = [memory.bead for memory in given]
    anchors = frozenset(each.id for each in found.graph.of_kind("anchor"))
    tidy = settled(context, rows, bead.id, anchors) if operations else Settled()
    return Decision(
        verb="start",
        answer=StartAnswer(
            work=bead.id,
            title=bead.title,
            receipt=receipt,
            memories=memory_views(context, given, found.graph, found.reviews),
            contract=plan.contract,
            changed=bool(operations),
            done=[*done, *tidy.done],
        ),
        operations=(*operations, *tidy.operations),
        relies_on=(bead, *plan.relies_on, *rows),
        absent=(plan.new_id,) if plan.new_id else (),
        journal={"receipt": receipt.plain()},
    )


def _refuse(context: Context, request: StartRequest, found: Given) -> None:
    bead = found.work
    insist_on_work(found.graph, bead, "Start a task, bug or feature.")
    if bead.is_finished:
        raise Refused(f"{bead.id} is {bead.status}.", "Open it again first.")
    if not found.bearing.domains and not found.selection.given:
        known = ", ".join(domain.short_name for domain in found.graph.domains) or "none yet"
        raise WrongUse(
            f"{bead.id} declares no domain, nor does a parent.",
            f"Say --domain NAME; known: {known}.",
        )
    if request.claim:
        refuse_other_holder(context, bead, force=request.force)


def _earlier(work: Bead) -> Receipt | None:
    """The receipt that is there. Raises Refused where it cannot be read."""
    receipt = read_receipt(work.metadata)
    if receipt is None and fabric_object(work.metadata, RECEIPT_KEY):
        raise Refused(
            f"metadata.{RECEIPT_KEY} of {work.id} cannot be read, so it is not written over.",
            "A newer version may have written it: upgrade, or remove that key.",
        )
    return receipt


def _receipt(context: Context, found: Given, plan: ContractPlan) -> Receipt:
    old = _earlier(found.work)
    left_out = [LeftOut(id=each.id, reason=each.reason) for each in found.selection.left_out]
    withheld = [LeftOut(id=m.id, reason="no reviewer ratified it") for m in found.withheld]
    left_out += withheld[:MOST_NAMED]
    more = found.selection.left_out_count + len(withheld) - len(left_out)
    new = Receipt(
        at=context.now_text,
        by=context.who,
        domains=list(found.bearing.domains),
        paths=list(found.bearing.paths),
        memories=[_given(found, each.memory, each.reason) for each in found.selection.given],
        contract=plan.contract,
        contract_record=plan.record,
        left_out=left_out,
        left_out_more=more or None,
        note=None if found.selection.given else "No memory in force applies.",
    )
    if old is None:
        return new
    if _same(old, new):
        return old
    old.plain()  # raises where it holds what only a newer version knows
    return new


def _given(found: Given, memory: Memory, reason: str) -> GivenMemory:
    return GivenMemory(
        id=memory.id,
        digest=memory.digest,
        strength=memory.strength,
        reason=reason,
        reviewed=is_reviewed(memory, found.reviews),
    )


def _same(old: Receipt, new: Receipt) -> bool:
    """Whether a receipt says nothing new: reasons may be worded anew by what was attached since."""
    return _essence(old) == _essence(new)


def _essence(receipt: Receipt) -> tuple[object, ...]:
    return (
        receipt.domains,
        receipt.paths,
        sorted((m.id, m.digest, m.strength, m.reviewed) for m in receipt.memories),
        receipt.contract,
        receipt.contract_record,
        sorted(each.id for each in receipt.left_out),
        receipt.note,
    )


def _operations(
    context: Context,
    request: StartRequest,
    found: Given,
    receipt: Receipt,
    plan: ContractPlan,
) -> tuple[list[Operation], list[str]]:
    work = found.work
    done: list[str] = []
    operations: list[Operation] = []
    claim = _claim(context, request, work)
    new_receipt = receipt != read_receipt(work.metadata)
    if claim:
        operations.append(claim)
        done.append(f"claimed for {claim.assignee}")
    if new_receipt:
        operations.append(SetMetadata(work.id, RECEIPT_KEY, receipt.plain()))
    for name in request.domains:
        label = found.graph.domains.named(name).label
        if not work.has(label):
            operations.append(AddLabel(work.id, label))
    relations, related = _relations(found, receipt)
    operations += relations
    done += related
    operations += plan.operations
    done += plan.done
    if new_receipt:
        operations.append(AddComment(work.id, context.who.name, _comment(receipt)))
        done.append("wrote the receipt")
    return operations, done


def _relations(found: Given, receipt: Receipt) -> tuple[list[Operation], list[str]]:
    """What is given is attached, and what is given no more is let go."""
    work = found.work
    operations: list[Operation] = []
    done: list[str] = []
    let_go = _let_go(found, receipt)
    for each in let_go:
        operations += unrelate(found.graph, work.id, each)
    if let_go:
        done.append(f"let go of {', '.join(let_go)}")
    attached = [m.id for m in receipt.memories if m.id not in found.graph.related(work.id)]
    for given in receipt.memories:
        operations += relate(found.graph, work.id, given.id)
    if attached:
        done.append(f"attached {', '.join(attached)}")
    return operations, done


def _let_go(found: Given, receipt: Receipt) -> list[str]:
    """What an earlier start gave and nothing gives any more; what cites the work stays."""
    old = read_receipt(found.work.metadata)
    kept = {each.id for each in receipt.memories} | {each.id for each in receipt.left_out}
    kept |= {each.id for each in found.withheld}
    related = found.graph.related(found.work.id)
    gone = [m.id for m in (old.memories if old else ()) if m.id in related and m.id not in kept]
    memories = found.graph.memories
    return [
        each
        for each in gone
        if each not in memories or found.work.id not in memories[each].evidence
    ]


def _claim(context: Context, request: StartRequest, work: Bead) -> SetStatus | None:
    if not request.claim or is_at_it(context, work):
        return None
    return SetStatus(work.id, "in_progress", holder_after_claim(context, work))


def _comment(receipt: Receipt) -> str:
    if not receipt.memories:
        return f"Started under {', '.join(receipt.domains)}: {receipt.note}"
    lines = [f"- {each.id} ({each.strength}): {each.reason}" for each in receipt.memories]
    head = f"Acknowledged {len(receipt.memories)} memories:"
    tail = [f"Contract: {receipt.contract}"] if receipt.contract else []
    if receipt.left_out:
        named = [each.id for each in receipt.left_out[:MOST_IN_COMMENT]]
        more = len(receipt.left_out) - len(named) + (receipt.left_out_more or 0)
        tail.append(f"Left out: {', '.join(named)}{f' and {more} more' if more else ''}")
    return "\n".join([head, *lines, *tail])

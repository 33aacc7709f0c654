"""`fabric work add|list|claim|close`: work items, for stores without bd."""

from fabric.errors import Refused, WrongUse
from fabric.graph.applies import own_domains
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import contract_states, is_moved_to_leaves, left_undone
from fabric.graph.readiness import open_blockers, ready_work
from fabric.models.answers import WorkAnswer, WorkItem, WorkListAnswer
from fabric.models.bead import Bead
from fabric.models.change_set import (
    CloseBead,
    InsertBead,
    Operation,
    SetMetadata,
    SetStatus,
)
from fabric.models.dependency import Dependency
from fabric.models.frozen import dataclass
from fabric.models.receipt import read_receipt
from fabric.models.words import CLOSED, CLOSED_AT_COMMIT_KEY, PARENT_CHILD
from fabric.ports import BeadQuery
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.holding import holder_after_claim, is_at_it, refuse_other_holder
from fabric.services.prefix import id_prefix
from fabric.services.reading import Part, all_memories, around_work, insist_on_work, read_bead


@dataclass(frozen=True, slots=True)
class WorkRequest:
    """A new work item; `domains` by name."""

    title: str
    domains: tuple[str, ...] = ()
    issue_type: str = "task"
    parent: str = ""
    description: str = ""
    priority: int = 2


def add_work(context: Context, request: WorkRequest) -> Outcome[WorkAnswer]:
    """Make a work item. Raises WrongUse for an unknown type, domain or parent."""
    bead_id = context.tools.identities.bead_id(id_prefix(context))
    return carry_out(context, lambda: _decide_add(context, request, bead_id))


def list_work(context: Context, *, ready: bool = False, everything: bool = False) -> WorkListAnswer:
    """Open work items; only those that nothing blocks with `ready`; closed ones too with `everything`."""
    settings = context.settings
    hidden = () if everything else (CLOSED, "tombstone")
    found = context.store.find(
        BeadQuery(issue_types=tuple(settings.work.types), not_statuses=hidden)
    )
    part = Part(context.store, settings)
    part.add(found)
    _add_what_may_block(part, found)
    part.find(BeadQuery(labels_any=("memory-anchor",)))
    graph = part.graph()
    beads = ready_work(graph) if ready else graph.of_kind("work")
    shown = {bead.id for bead in found}
    items = [_item(graph, bead) for bead in beads if bead.id in shown]
    return WorkListAnswer(work=sorted(items, key=lambda item: (item.priority, item.id)))


def _add_what_may_block(part: Part, works: list[Bead]) -> None:
    """Add the blockers of work and of all that is above it: bd hands a parent's down."""
    above = works
    while above:
        above = part.fetch(each for bead in above for each in bead.targets(PARENT_CHILD))
    part.fetch(each for bead in part.beads for each in bead.blockers())


def claim_work(context: Context, text: str, *, force: bool = False) -> Outcome[WorkAnswer]:
    """Take a work item. Raises Refused where it is closed or another holds it."""
    return carry_out(context, lambda: _decide_claim(context, text, force=force))


def close_work(
    context: Context, text: str, *, reason: str = "", force: bool = False
) -> Outcome[WorkAnswer]:
    """Close a work item. Raises Refused where something open blocks it, or it has open children."""
    return carry_out(context, lambda: _decide_close(context, text, reason, force=force))


def _decide_add(context: Context, request: WorkRequest, bead_id: str) -> Decision[WorkAnswer]:
    settings = context.settings
    if request.issue_type not in settings.work.types:
        raise WrongUse(
            f"{request.issue_type!r} is no type of work.", f"Say {', '.join(settings.work.types)}."
        )
    if not request.title.strip():
        raise WrongUse("The work item has no title.", "Say what is to be done.")
    domains = all_memories(context.store, settings).graph().domains
    labels = tuple(sorted({domains.named(name).label for name in request.domains}))
    parent = read_bead(context.store, request.parent) if request.parent else None
    edges = (Dependency(bead_id, parent.id, PARENT_CHILD),) if parent else ()
    bead = Bead(
        id=bead_id,
        title=" ".join(request.title.split()),
        description=request.description,
        issue_type=request.issue_type,
        priority=request.priority,
        labels=labels,
        dependencies=edges,
    )
    return Decision(
        verb="work-add",
        answer=WorkAnswer(id=bead_id, title=bead.title, status=bead.status, done=["added"]),
        operations=(InsertBead(bead),),
        absent=(bead_id,),
    )


def _decide_claim(context: Context, text: str, *, force: bool) -> Decision[WorkAnswer]:
    bead = _work(context, text)
    who = holder_after_claim(context, bead)
    if bead.is_finished:
        raise Refused(
            f"{bead.id} is {bead.status}.", "Open it again first, or add a new work item."
        )
    refuse_other_holder(context, bead, force=force)
    mine = is_at_it(context, bead)
    operations: tuple[Operation, ...] = () if mine else (SetStatus(bead.id, "in_progress", who),)
    answer = WorkAnswer(
        id=bead.id,
        title=bead.title,
        status=bead.status if mine else "in_progress",
        assignee=who,
        done=[] if mine else ["claimed"],
    )
    return Decision("work-claim", answer, operations, relies_on=(bead,))


def _decide_close(context: Context, text: str, reason: str, *, force: bool) -> Decision[WorkAnswer]:
    bead = _work(context, text)
    if bead.is_closed:
        answer = WorkAnswer(id=bead.id, title=bead.title, status=bead.status)
        return Decision("work-close", answer)
    part = Part(context.store, context.settings)
    part.add([bead])
    part.fetch(bead.blockers())
    part.find(BeadQuery(points_at=(bead.id,), by_types=(PARENT_CHILD,)))
    graph = part.graph()
    blockers = open_blockers(graph, bead)
    if not force:
        refuse_other_holder(context, bead, force=False)
        _refuse_open(graph, bead, blockers)
        _refuse_undone(context, bead)
    commit = context.tools.worktree.state().commit
    operations: list[Operation] = [CloseBead(bead.id, reason or "Closed")]
    if commit:
        operations.insert(0, SetMetadata(bead.id, CLOSED_AT_COMMIT_KEY, commit))
    done = ["closed"]
    if blockers:
        done.append(f"although {', '.join(each.id for each in blockers)} was open")
    answer = WorkAnswer(
        id=bead.id, title=bead.title, status=CLOSED, assignee=bead.assignee, done=done
    )
    return Decision(
        "work-close",
        answer,
        tuple(operations),
        relies_on=(bead, *blockers),
        reason=reason,
        journal={"forced_over": [each.id for each in blockers]} if blockers else {},
    )


def _refuse_open(graph: BeadGraph, bead: Bead, blockers: list[Bead]) -> None:
    if blockers:
        names = ", ".join(f"{each.id} ({each.title})" for each in blockers)
        contract = any(graph.kind(each.id) == "contract" for each in blockers)
        mend = f"Run `fabric verify {bead.id}`" if contract else "Close that first"
        raise Refused(
            f"{bead.id} cannot be closed: it is blocked by {names}.",
            f"{mend}, or see `fabric status {bead.id}`.",
        )
    children = [child.id for child in graph.children(bead.id) if not child.is_finished]
    if children:
        raise Refused(
            f"{bead.id} cannot be closed: {', '.join(children)} is still open.",
            "Close its children first.",
        )


def _refuse_undone(context: Context, bead: Bead) -> None:
    """Raise Refused where a closed contract holds no more: its waiver is over, or it was bypassed."""
    receipt = read_receipt(bead.metadata)
    if receipt is None or not receipt.contract:
        return
    graph = around_work(context.store, context.settings, [bead]).graph()
    states = contract_states(graph, bead)
    for state in states:
        undone = left_undone(states, state, context.now)
        if state.is_open or not undone or is_moved_to_leaves(state):
            continue
        raise Refused(
            f"{bead.id} cannot be closed: {state.id} is closed, and {', '.join(undone)} binds it "
            "again.",
            f"Run `fabric start {bead.id}`, then `fabric verify {bead.id}`.",
        )


def _work(context: Context, text: str) -> Bead:
    bead = read_bead(context.store, text)
    part = Part(context.store, context.settings)
    part.add([bead])
    insist_on_work(part.graph(), bead, "`fabric work list` shows work.")
    return bead


def _item(graph: BeadGraph, bead: Bead) -> WorkItem:
    blockers = open_blockers(graph, bead)
    contracts = [each.id for each in blockers if graph.kind(each.id) == "contract"]
    return WorkItem(
        id=bead.id,
        title=bead.title,
        type=bead.issue_type,
        status=bead.status,
        priority=bead.priority,
        assignee=bead.assignee,
        domains=list(own_domains(graph, bead)),
        blocked_by=[each.id for each in blockers],
        contract=contracts[0] if contracts else None,
    )

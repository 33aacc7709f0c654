"""From what is there and what shall be there to the steps that bd can take; pure.

The order makes each step harmless when the next one never comes: first the guarded update that
claims a work item, because it may lose a race; then fields, labels and metadata; then one import
with all that is new; what takes away or closes comes last.
"""

from collections.abc import Mapping, Sequence

from fabric.errors import ChangeRefused
from fabric.models.bead import Bead
from fabric.models.change_set import CloseBead, Operation, ReplaceBead, bead_operations
from fabric.models.frozen import dataclass
from fabric.store.bd.differences import Difference
from fabric.store.bd.endings import endings, reopening
from fabric.store.bd.loads import Exists, in_place_of_others, insist_on_edges, loads, plain_edges
from fabric.store.bd.steps import Command, Step
from fabric.store.bd.updates import needs_import, removal_of, update_of


@dataclass(frozen=True, slots=True)
class Task:
    """A change set against what was read.

    `before` holds the touched beads that are there (those that operations change, without their
    comments); `after` those that end otherwise than they began; `exists` tells whether any bead is
    there; `notes` are to be set. `order` has all of them in the order in which they are closed or
    named, `whole` those that come whole.
    """

    before: Mapping[str, Bead]
    after: Mapping[str, Bead]
    actor: str
    exists: Exists
    notes: Mapping[str, str]
    order: Sequence[str]
    whole: frozenset[str] = frozenset()


def order_of(operations: Sequence[Operation]) -> tuple[str, ...]:
    """The beads that operations touch, in the order in which they are closed or named."""
    named = bead_operations(operations)
    place = {op.bead_id: index for index, op in reversed([*enumerate(named)])}
    closes = {op.bead_id: index for index, op in enumerate(named) if isinstance(op, CloseBead)}
    return tuple(sorted(place, key=lambda each: closes.get(each, place[each])))


def whole_beads(operations: Sequence[Operation]) -> frozenset[str]:
    """The beads that come whole, in place of what is there."""
    return frozenset(op.bead_id for op in operations if isinstance(op, ReplaceBead))


def plan(task: Task) -> tuple[Step, ...]:
    """The steps, in order. Raises ChangeRefused for what bd has no way to do."""
    # bd keeps no line for a deleted bead: one that never was there need not be made.
    new = [b for each, b in task.after.items() if each not in task.before and not b.is_deleted]
    changed = _in_order(task)
    _insist_on_settable(changed)
    insist_on_edges(new, changed, task.exists)
    whole = [each for each in changed if each.after.id in task.whole]
    parts = [each for each in changed if each.after.id not in task.whole]

    opening = [reopening(each) for each in parts if each.is_opening]
    updates = [step for each in parts if (step := update_of(each, task.actor)) is not None]
    updates.sort(key=lambda step: not step.claim)
    removals = [step for each in whole if (step := removal_of(each)) is not None]
    imports = loads(new, whole, parts, task.notes)
    edges = [edge for each in changed for edge in in_place_of_others(each)]
    if len(imports) == 1 and (plain := plain_edges(imports[0])) is not None:
        imports, edges = [], [*edges, *plain]  # a batch is one transaction and says no aloud
    flags = _flags([*whole, *(each for each in parts if needs_import(each))])
    return (*opening, *updates, *removals, *imports, *endings(changed, parts, edges), *flags)


def _flags(by_import: Sequence[Difference]) -> tuple[Command, ...]:
    """Have bd look again at what is blocked, where an import finishes or opens a blocker.

    It keeps a flag for that, by which it lists ready work and guards the closing of work; an import
    leaves it as it was.
    """
    about = [e.after.id for e in by_import if e.before.is_finished != e.after.is_finished]
    return (Command(("recompute-blocked", "--json"), tuple(about)),) if about else ()


def _in_order(task: Task) -> list[Difference]:
    """What happens to the beads that are there, in the order in which they are closed or named."""
    there = (each for each in task.order if each in task.after and each in task.before)
    return [Difference(task.before[each], task.after[each]) for each in there]


def _insist_on_settable(changed: Sequence[Difference]) -> None:
    for each in changed:
        if each.after.is_deleted and not each.before.is_deleted:
            raise ChangeRefused(
                f"{each.after.id} is deleted in what comes and there in the workspace.",
                f"Delete it with `bd delete {each.after.id}`, or leave its line out.",
            )
        if each.never:
            raise ChangeRefused(
                f"bd has no way to change {', '.join(each.never)} of {each.after.id}, "
                "which is there already.",
                "Leave that out, or bring it into an empty workspace; nothing was written.",
            )

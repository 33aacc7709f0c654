"""The receipt of unfinished work no longer says what binds it."""

from collections.abc import Iterator

from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet, SetMetadata
from fabric.models.finding import Finding
from fabric.models.receipt import GivenMemory, Receipt
from fabric.models.words import RECEIPT_KEY
from fabric.rules.asked import Asked
from fabric.rules.fixes import fix_of
from fabric.rules.late import began_after
from fabric.rules.renamed import renamed_memories
from fabric.rules.rule import Rule
from fabric.rules.words import named

RULE = Rule(
    slug="stale-receipt",
    severity="warning",
    scope="work",
    summary="A receipt names memories that ended or changed, or misses one that came later.",
    help="Run `fabric start` on the item again: it refreshes the receipt.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Compare the receipts of unfinished items with the memories as they are now."""
    for work in asked.unfinished:
        if RECEIPT_KEY not in work.metadata:
            continue
        receipt = asked.receipt(work)
        if receipt is None:
            yield RULE.finding(work.id, "Its receipt cannot be read.", missing="a readable receipt")
        else:
            yield from _given(asked, work, receipt)
            yield from _late(asked, work, receipt)
            yield from _contract(asked, work, receipt)


def _given(asked: Asked, work: Bead, receipt: Receipt) -> Iterator[Finding]:
    absent = {each.id: each.digest for each in receipt.memories if asked.graph.is_absent(each.id)}
    renamed = renamed_memories(asked.graph, work.id, absent)
    for given in receipt.memories:
        problem = _problem(asked, given, renamed.get(given.id, ""))
        if problem:
            yield RULE.finding(
                work.id,
                f"Its receipt names {given.id}, {problem}.",
                missing=given.id,
                fix=_renaming(asked, work, receipt, renamed) if given.id in renamed else None,
            )


def _problem(asked: Asked, given: GivenMemory, renamed: str) -> str:
    if renamed:
        return f"which is {renamed} now"
    if asked.graph.is_absent(given.id):
        return "which is not there any more"
    memory = asked.graph.memories.get(given.id)
    if memory is None:
        return ""
    state = asked.states[memory.id]
    if state not in {"canonical", "draft"}:
        return f"which was {state}"
    return "whose words changed since" if given.digest and given.digest != memory.digest else ""


def _late(asked: Asked, work: Bead, receipt: Receipt) -> Iterator[Finding]:
    """On a parent nothing else tells of a late hard memory: it has no contract."""
    if not asked.has_children(work):
        return
    known = {each.id for each in receipt.memories} | {each.id for each in receipt.left_out}
    for memory in asked.applying(work):
        if memory.is_hard and memory.id not in known and began_after(memory, receipt):
            yield RULE.finding(
                work.id,
                f"Its receipt is older than the hard memory {named(memory)}.",
                missing=memory.id,
            )


def _contract(asked: Asked, work: Bead, receipt: Receipt) -> Iterator[Finding]:
    """A renaming takes the contract along with its item, and not the id in the receipt."""
    named = receipt.contract
    if not named or not asked.graph.is_absent(named) or receipt.contract_record is not None:
        return
    waiting = [state.id for state in asked.contracts(work) if state.blocks]
    if len(waiting) == 1:
        mended = receipt.but(contract=waiting[0])
        yield RULE.finding(
            work.id,
            f"Its receipt names the contract {named}, which is {waiting[0]} now.",
            missing=named,
            fix=fix_of(asked, SetMetadata(work.id, RECEIPT_KEY, mended.plain())),
        )


def _renaming(
    asked: Asked, work: Bead, receipt: Receipt, renamed: dict[str, str]
) -> ChangeSet | None:
    memories = [each.but(id=renamed.get(each.id, each.id)) for each in receipt.memories]
    mended = receipt.but(memories=memories)
    return fix_of(asked, SetMetadata(work.id, RECEIPT_KEY, mended.plain()))

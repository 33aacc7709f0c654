"""`fabric audit`: the journal, and whether its chains hold."""

from fabric.errors import CouldNot
from fabric.models.answers import AuditAnswer, JournalView
from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery
from fabric.services.context import Context
from fabric.services.reading import resolve_id


def audit(context: Context, text: str = "", *, verify: bool = False) -> AuditAnswer:
    """The journal of a bead or of all. Raises CouldNot where the store keeps no journal."""
    store = context.store
    if not store.has_journal:
        raise CouldNot(
            f"{store.url} keeps no journal.", "Ask the store that the beads were written to."
        )
    bead_id = resolve_id(store, text) if text else ""
    entries = store.journal(JournalQuery(bead_id=bead_id))
    faults: list[str] = []
    if verify:
        every = store.journal(JournalQuery())
        payloads = store.journal_payloads(JournalQuery())
        faults = [
            f"{each.writer}/{each.sequence}: {each.problem}"
            for each in verify_chain(every, payloads)
        ]
    views = [
        JournalView(
            writer=each.writer,
            sequence=each.sequence,
            at=each.at,
            actor=each.actor,
            actor_kind=each.actor_kind,
            door=each.door,
            verb=each.verb,
            beads=list(each.bead_ids),
            reason=each.reason,
        )
        for each in entries
    ]
    return AuditAnswer(entries=views, verified=not faults if verify else None, faults=faults)

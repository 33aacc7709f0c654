"""`fabric audit`: the journal, and whether its chains hold."""

from fabric.errors import CouldNot
from fabric.models.answers import AuditAnswer
from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery
from fabric.services.context import Context
from fabric.services.journal_views import journal_view
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
    views = [journal_view(each, bead_id) for each in entries]
    return AuditAnswer(entries=views, verified=not faults if verify else None, faults=faults)

"""`fabric audit`: the journal, and whether its chains hold."""

from collections.abc import Sequence
from typing import Final

from fabric.errors import CouldNot
from fabric.models.answers import AuditAnswer, JournalView
from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery
from fabric.services.context import Context
from fabric.services.reading import resolve_id

MOST_NAMED: Final = 100
"""How many beads of an entry are named: an import may bring a million."""


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
            beads=_named(each.bead_ids, bead_id),
            bead_count=len(each.bead_ids),
            reason=each.reason,
        )
        for each in entries
    ]
    return AuditAnswer(entries=views, verified=not faults if verify else None, faults=faults)


def _named(ids: Sequence[str], asked_for: str) -> list[str]:
    first = [asked_for] if asked_for in ids else []
    return [*first, *(each for each in ids[: MOST_NAMED + 1] if each != asked_for)][:MOST_NAMED]

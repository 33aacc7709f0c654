"""`fabric audit`: the journal, and whether it is what it was."""

from contextlib import nullcontext, suppress

from fabric.errors import CouldNot, NotAllowed
from fabric.models.answers import AuditAnswer
from fabric.ports import JournalQuery
from fabric.services.context import Context
from fabric.services.journal_check import MAY_BE_MEANT, check_journal, remember_ends
from fabric.services.journal_views import journal_view
from fabric.services.reading import resolve_id


def audit(
    context: Context, text: str = "", *, verify: bool = False, accept_end: bool = False
) -> AuditAnswer:
    """The journal of a bead or of all; with `verify`, what of it does not hold.

    Where all holds, the ends of its chains are remembered on this machine; with `accept_end` also
    where they were seen to be further. Raises CouldNot where the store keeps no journal,
    NotAllowed where an agent would accept an end.
    """
    store = context.store
    if not store.has_journal:
        raise CouldNot(
            f"{store.url} keeps no journal.", "Ask the store that the beads were written to."
        )
    bead_id = resolve_id(store, text) if text else ""
    entries = store.journal(JournalQuery(bead_id=bead_id))
    if accept_end:
        _refuse_agents(context)
    told = _faults(context, accept_end=accept_end) if verify or accept_end else None
    views = [journal_view(each, bead_id) for each in entries]
    if told is None:
        return AuditAnswer(entries=views)
    faults, accepted = told
    return AuditAnswer(entries=views, verified=not faults, faults=faults, accepted=accepted)


def _faults(context: Context, *, accept_end: bool) -> tuple[list[str], list[str]]:
    """What does not hold, and what was accepted although it was seen otherwise."""
    every = context.store.journal(JournalQuery())
    checked = check_journal(context, every)
    lost = [] if accept_end else [f"{each} ({MAY_BE_MEANT})" for each in checked.lost]
    if not checked.faults and not lost:
        # Where nothing can be remembered, what holds holds all the same; an accepted end must be.
        with nullcontext() if accept_end else suppress(CouldNot):
            remember_ends(context, checked.entries)
    faults = [*checked.faults, *lost]
    return faults, list(checked.lost) if accept_end and not faults else []


def _refuse_agents(context: Context) -> None:
    """Raise NotAllowed for an agent: whoever cut the journal must not be who says that it is well."""
    typed = context.settings.governance.confirm == "typed"
    agent = context.actor is not None and context.actor.kind == "agent"
    if agent or (context.agent_host and typed):
        raise NotAllowed(
            "An end of the journal is accepted by a person, not by an agent or in its shell.",
            "Run it in a terminal of your own.",
        )

"""Who holds a work item."""

from fabric.errors import Refused
from fabric.models.bead import Bead
from fabric.services.context import Context


def refuse_other_holder(context: Context, bead: Bead, *, force: bool) -> None:
    """Raise Refused where another holds the work item."""
    if bead.assignee and not context.holds(bead) and not force:
        raise Refused(
            f"{bead.id} is held by {bead.assignee}.", "Ask them, or say --force to take it over."
        )


def is_at_it(context: Context, bead: Bead) -> bool:
    """Whether who acts has claimed the work item already, by whichever name."""
    return context.holds(bead) and bead.status in context.settings.work.active_statuses


def holder_after_claim(context: Context, bead: Bead) -> str:
    """Under which name who acts holds an item once it is claimed; a claim that stands keeps its."""
    return bead.assignee if is_at_it(context, bead) else context.holder

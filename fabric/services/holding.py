"""Who holds a work item."""

from fabric.errors import Refused
from fabric.models.bead import Bead


def refuse_other_holder(bead: Bead, who: str, *, force: bool) -> None:
    """Raise Refused where another holds the work item."""
    if bead.assignee and bead.assignee != who and not force:
        raise Refused(
            f"{bead.id} is held by {bead.assignee}.", "Ask them, or say --force to take it over."
        )

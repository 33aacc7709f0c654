"""bd's flag `pinned` on beads that are there already: set where the store can set it."""

from fabric.models.bead import Bead
from fabric.models.change_set import Operation, SetFields
from fabric.services.context import Context


def pin(context: Context, bead: Bead) -> list[Operation]:
    """Set the flag that keeps housekeeping away; bd's own commands cannot, so there it is left."""
    if bead.pinned or context.store.url.startswith("bd:"):
        return []
    return [SetFields(bead.id, {"pinned": True})]

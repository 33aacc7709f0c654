"""`fabric show`: one bead with its edges in words."""

from fabric.models.answers import BeadView
from fabric.models.words import SUPERSEDES
from fabric.ports import BeadQuery
from fabric.services.context import Context
from fabric.services.reading import Part, read_bead
from fabric.services.views import bead_view


def show(context: Context, text: str) -> BeadView:
    """One bead. Raises NotFound, WrongUse."""
    bead = read_bead(context.store, text)
    part = Part(context.store, context.settings)
    part.add([bead])
    part.fetch(edge.depends_on_id for edge in bead.dependencies)
    part.find(BeadQuery(points_at=(bead.id,)))
    part.find(BeadQuery(labels_any=("memory-anchor",)))
    part.follow_lines(each for each in part.beads if each.id == bead.id or _succeeds(each.id, part))
    return bead_view(context, bead, part.graph())


def _succeeds(bead_id: str, part: Part) -> bool:
    bead = part.get(bead_id)
    return bead is not None and bool(bead.targets(SUPERSEDES))

"""bd's tables as we write them, and the one of ours that keeps what bd has no column for."""

from typing import Final

from fabric.store.statements import Names

LABELS: Final = Names("labels", ("issue_id", "label"))
DEPENDENCIES: Final = Names("dependencies", ("id",))
COMMENTS: Final = Names("comments", ("id",))
EVENTS: Final = Names("events", ("id",))
EXTRA: Final = Names("fabric_extra", ("issue_id", "place"))
"""Unknown fields: of a bead (`place` empty) or of its edge to `place`."""

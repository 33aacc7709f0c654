"""A typed edge between two beads, kept without loss."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Final

from fabric.models.frozen import dataclass, field
from fabric.models.frozen_fast import fast_maker
from fabric.models.words import EXTERNAL_PREFIX, RELATION_TYPES

NOTHING_MORE: Final[Mapping[str, object]] = {}
"""No unknown fields: one plain dictionary for all the many edges and beads that have none."""

_DEFAULT_TYPE: Final = "blocks"
_EMPTY_METADATA: Final = "{}"
_PLACES: Final = {
    name: place
    for place, name in enumerate(
        ("issue_id", "depends_on_id", "type", "created_at", "created_by", "metadata", "thread_id")
    )
}
_AS_BD_WRITES: Final = 6
_AS_BD: Final = itemgetter(*list(_PLACES)[:_AS_BD_WRITES])


@dataclass(frozen=True, slots=True)
class Dependency:
    """The row `issue_id` --type--> `depends_on_id`; metadata stays the JSON text that bd stores."""

    issue_id: str
    depends_on_id: str
    type: str = _DEFAULT_TYPE
    created_at: str = ""
    created_by: str = ""
    metadata: str = _EMPTY_METADATA
    thread_id: str = ""
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING_MORE)

    @property
    def pair(self) -> tuple[str, str]:
        """Both ends; bd keeps one edge a pair."""
        return (self.issue_id, self.depends_on_id)

    @property
    def order(self) -> tuple[str, str]:
        """Where it stands among the edges of its bead: target, then type."""
        return (self.depends_on_id, self.type)

    @property
    def is_relation(self) -> bool:
        """Whether it says "relates", in either spelling."""
        return self.type in RELATION_TYPES

    @property
    def is_external(self) -> bool:
        """Whether the target lies in another project, and so cannot dangle here."""
        return self.depends_on_id.startswith(EXTERNAL_PREFIX)


_made: Final = fast_maker(Dependency)


def dependency_from_record(record: Mapping[str, object], owner: str) -> Dependency | None:
    """Read one edge of the bead `owner`; None when it has no target.

    Fields that we do not know or cannot read are kept in `extra` as they came, another `issue_id`
    than the owner's included: an edge belongs to the bead on whose line it stands.
    """
    # By position, as beads are read: a graph holds very many edges, nearly all as bd writes them.
    if len(record) == _AS_BD_WRITES and (usual := _usual(record, owner)):
        return usual
    values = [owner, "", _DEFAULT_TYPE, "", "", _EMPTY_METADATA, ""]
    extra: dict[str, object] = {}
    for key, value in record.items():
        place = _PLACES.get(key)
        if place is None or not isinstance(value, str):
            extra[key] = value
        elif value:
            values[place] = value
    source, target, kind, created_at, created_by, metadata, thread_id = values
    if not target:
        return None
    if source != owner:
        extra["issue_id"] = source
    more = extra or NOTHING_MORE
    return _made(owner, target, kind, created_at, created_by, metadata, thread_id, more)


def _usual(record: Mapping[str, object], owner: str) -> Dependency | None:
    """An edge with just the fields that bd always writes, each with its text; None for any other."""
    try:
        values = _AS_BD(record)
        "".join(values)  # the quickest way to ask whether all are texts
    except (KeyError, TypeError):
        return None
    if values[0] != owner or "" in values:
        return None
    return _made(*values, "", NOTHING_MORE)


def dependency_to_record(edge: Dependency) -> dict[str, object]:
    """Write one edge as bd's export does, unknown keys last."""
    record: dict[str, object] = {
        "issue_id": edge.issue_id,
        "depends_on_id": edge.depends_on_id,
        "type": edge.type,
    }
    for key in ("created_at", "created_by"):
        if getattr(edge, key):
            record[key] = getattr(edge, key)
    record["metadata"] = edge.metadata
    if edge.thread_id:
        record["thread_id"] = edge.thread_id
    record.update(sorted(edge.extra.items()))
    return record

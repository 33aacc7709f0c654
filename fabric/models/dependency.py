"""A typed edge between two beads, kept without loss."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from fabric.models.words import EXTERNAL_PREFIX, RELATION_TYPES

NOTHING_MORE: Final[Mapping[str, object]] = MappingProxyType({})
"""No unknown fields; one for all, because a graph holds very many edges and beads."""

_DEFAULT_TYPE: Final = "blocks"
_EMPTY_METADATA: Final = "{}"
_KNOWN: Final = frozenset(
    {"issue_id", "depends_on_id", "type", "created_at", "created_by", "metadata", "thread_id"}
)


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


def dependency_from_record(record: Mapping[str, object], owner: str) -> Dependency | None:
    """Read one edge of the bead `owner`; None when it has no target.

    Fields that we do not know or cannot read are kept in `extra` as they came, another `issue_id`
    than the owner's included: an edge belongs to the bead on whose line it stands.
    """
    target = record.get("depends_on_id")
    if not isinstance(target, str) or not target:
        return None
    extra = {
        key: value
        for key, value in record.items()
        if key not in _KNOWN or not isinstance(value, str)
    }
    source = record.get("issue_id")
    if source and source != owner:
        extra["issue_id"] = source
    return Dependency(
        owner,
        target,
        _text(record, "type") or _DEFAULT_TYPE,
        _text(record, "created_at"),
        _text(record, "created_by"),
        _text(record, "metadata") or _EMPTY_METADATA,
        _text(record, "thread_id"),
        extra or NOTHING_MORE,
    )


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


def _text(record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""

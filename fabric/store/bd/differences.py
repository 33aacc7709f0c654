"""What sets two states of one bead apart, sorted by the ways in which bd can be told."""

from collections.abc import Iterable, Mapping
from typing import Final

from fabric.models.bead import Bead, Comment
from fabric.models.dependency import Dependency
from fabric.models.frozen import dataclass
from fabric.models.instants import parse_instant

OPTIONS: Final[Mapping[str, str]] = {
    "title": "--title",
    "description": "--description",
    "design": "--design",
    "acceptance_criteria": "--acceptance",
    "notes": "--notes",
    "priority": "--priority",
    "issue_type": "--type",
}
"""Fields that an option of `bd update` sets (status and assignee have rules of their own)."""

_BY_IMPORT: Final = ("close_reason", "closed_at")
_EXTRA_BY_IMPORT: Final = frozenset(
    {"estimated_minutes", "started_at", "external_ref", "source_repo", "closed_by_session"}
)
_NEVER: Final = ("owner", "created_at", "created_by", "ephemeral", "is_template")
_OF_THE_MOMENT: Final = frozenset(
    {"lease_expires_at", "heartbeat_at", "lease_granted_node", "wisp_plane"}
)
"""What bd alone keeps up; a change set never means to set it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """From `before` to `after`: all that must be told to bd."""

    before: Bead
    after: Bead

    @property
    def options(self) -> tuple[str, ...]:
        """Fields that `bd update` can set."""
        return tuple(name for name in OPTIONS if self._differs(name))

    @property
    def by_import(self) -> tuple[str, ...]:
        """Fields that only an import of the whole row can set."""
        named = tuple(name for name in _BY_IMPORT if self._differs(name))
        extra = self._extra() & _EXTRA_BY_IMPORT
        return (*named, *sorted(extra))

    @property
    def never(self) -> tuple[str, ...]:
        """Fields that bd cannot set on a bead that is there (the pin aside)."""
        named = tuple(name for name in _NEVER if self._differs(name))
        return (*named, *sorted(self._extra() - _EXTRA_BY_IMPORT - _OF_THE_MOMENT))

    @property
    def says_otherwise(self) -> bool:
        """Whether any field differs that an import of the whole row sets."""
        names = ("status", "assignee")
        fields = self.options or self.by_import or any(self._differs(name) for name in names)
        return bool(fields or self.metadata or self.metadata_gone)

    @property
    def metadata(self) -> dict[str, object]:
        """Top-level metadata keys to write."""
        old = self.before.metadata
        return {k: v for k, v in self.after.metadata.items() if k not in old or old[k] != v}

    @property
    def metadata_gone(self) -> tuple[str, ...]:
        """Top-level metadata keys to take away."""
        return tuple(sorted(self.before.metadata.keys() - self.after.metadata.keys()))

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels to add."""
        return tuple(sorted(set(self.after.labels) - set(self.before.labels)))

    @property
    def labels_gone(self) -> tuple[str, ...]:
        """Labels to take away."""
        return tuple(sorted(set(self.before.labels) - set(self.after.labels)))

    @property
    def edges(self) -> tuple[Dependency, ...]:
        """Dependencies to add."""
        have = _kinds(self.before.dependencies)
        return tuple(e for e in self.after.dependencies if (e.depends_on_id, e.type) not in have)

    @property
    def edges_gone(self) -> tuple[Dependency, ...]:
        """Dependencies to take away."""
        keep = _kinds(self.after.dependencies)
        return tuple(e for e in self.before.dependencies if (e.depends_on_id, e.type) not in keep)

    @property
    def comments(self) -> tuple[Comment, ...]:
        """Comments to send: bd knows those that it has, and none is ever taken away."""
        same = len(self.after.comments) == len(self.before.comments)
        return () if same else self.after.comments

    @property
    def count(self) -> int:
        """How many things differ, comments aside."""
        lists = (self.labels, self.labels_gone, self.edges, self.edges_gone)
        keys = (self.metadata, self.metadata_gone, self.options, self.by_import)
        named = sum(self._differs(name) for name in ("status", "assignee"))
        return sum(map(len, (*lists, *keys))) + named

    @property
    def is_closing(self) -> bool:
        """Whether it ends closed and did not begin so."""
        return self.after.is_closed and not self.before.is_closed

    @property
    def is_opening(self) -> bool:
        """Whether it began closed and does not end so."""
        return self.before.is_closed and not self.after.is_closed

    @property
    def changes_status(self) -> bool:
        """Whether the status changes otherwise than by closing or opening; bd takes the pin then."""
        status = "open" if self.is_opening else self.before.status
        return self.after.status != status and not self.is_closing

    @property
    def moves(self) -> bool:
        """Whether status or assignee change otherwise than by closing or opening."""
        return self.changes_status or self.after.assignee != self.before.assignee

    def _differs(self, name: str) -> bool:
        old, new = getattr(self.before, name), getattr(self.after, name)
        if name in self.before.extra or name in self.after.extra:
            return bool(self.before.extra.get(name) != self.after.extra.get(name))
        if name.endswith("_at"):
            return parse_instant(old) != parse_instant(new)
        return bool(old != new)

    def _extra(self) -> frozenset[str]:
        old, new = self.before.extra, self.after.extra
        return frozenset(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))


def _kinds(edges: Iterable[Dependency]) -> set[tuple[str, str]]:
    return {(edge.depends_on_id, edge.type) for edge in edges}

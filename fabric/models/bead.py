"""One bead as bd knows it; what we do not know is carried along unchanged."""

from collections.abc import Iterator, Mapping

from fabric.models.dependency import NOTHING_MORE, Dependency
from fabric.models.frozen import dataclass, field
from fabric.models.words import BLOCKING_TYPES, FINISHED_STATUSES, PARENT_CHILD, TOMBSTONE


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment on a bead; `id` is empty until a store gave it one."""

    author: str
    text: str
    created_at: str
    id: str = ""
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING_MORE)


@dataclass(frozen=True, slots=True)
class Bead:
    """An issue of the graph; times are text as they were written, `extra` holds unknown fields."""

    id: str
    title: str = ""
    description: str = ""
    design: str = ""
    acceptance_criteria: str = ""
    notes: str = ""
    status: str = "open"
    priority: int = 2
    issue_type: str = "task"
    assignee: str = ""
    owner: str = ""
    created_at: str = ""
    created_by: str = ""
    updated_at: str = ""
    closed_at: str = ""
    close_reason: str = ""
    pinned: bool = False
    ephemeral: bool = False
    is_template: bool = False
    labels: tuple[str, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=lambda: NOTHING_MORE)
    dependencies: tuple[Dependency, ...] = ()
    comments: tuple[Comment, ...] = ()
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING_MORE)

    @property
    def is_closed(self) -> bool:
        """Whether its status is `closed`."""
        return self.status == "closed"

    @property
    def is_deleted(self) -> bool:
        """Whether it is the tombstone line of a deleted bead."""
        return self.status == TOMBSTONE

    @property
    def is_finished(self) -> bool:
        """Whether its status blocks nothing any more."""
        return self.status in FINISHED_STATUSES

    def has(self, label: str) -> bool:
        """Whether the bead carries the label."""
        return label in self.labels

    def targets(self, *types: str) -> tuple[str, ...]:
        """Ids that this bead points at by one of the dependency types, in row order."""
        return tuple(edge.depends_on_id for edge in self.dependencies if edge.type in types)

    def relations(self) -> Iterator[Dependency]:
        """Its outgoing relations."""
        return (edge for edge in self.dependencies if edge.is_relation)

    def blockers(self) -> tuple[str, ...]:
        """Ids of the beads that it waits for."""
        return self.targets(*BLOCKING_TYPES)

    @property
    def parent(self) -> str | None:
        """Id of its parent, if it has one."""
        parents = self.targets(PARENT_CHILD)
        return parents[0] if parents else None

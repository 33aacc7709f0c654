"""A change set: the small operations that a service decided on, and the versions it relied on."""

from collections.abc import Iterable, Mapping
from typing import Final

from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record
from fabric.models.dependency import Dependency, dependency_to_record
from fabric.models.frozen import dataclass, field, field_names


@dataclass(frozen=True, slots=True)
class InsertBead:
    """A new bead, with its labels, dependencies and comments; its id must be free."""

    bead: Bead

    @property
    def bead_id(self) -> str:
        """The bead it touches."""
        return self.bead.id


@dataclass(frozen=True, slots=True)
class ReplaceBead:
    """The whole bead as an import brings it; inserted where it is absent."""

    bead: Bead

    @property
    def bead_id(self) -> str:
        """The bead it touches."""
        return self.bead.id


@dataclass(frozen=True, slots=True)
class SetFields:
    """Text, number or flag fields of a bead (not status: see CloseBead, ReopenBead, SetStatus)."""

    bead_id: str
    fields: Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class SetStatus:
    """Another status that is not `closed`, with the assignee that comes with it (None: keep)."""

    bead_id: str
    status: str
    assignee: str | None = None


@dataclass(frozen=True, slots=True)
class SetMetadata:
    """One top-level metadata key, written whole; a value of None removes the key."""

    bead_id: str
    key: str
    value: object


@dataclass(frozen=True, slots=True)
class AddLabel:
    """A label; harmless when it is there."""

    bead_id: str
    label: str


@dataclass(frozen=True, slots=True)
class RemoveLabel:
    """A label to take away; harmless when it is absent."""

    bead_id: str
    label: str


@dataclass(frozen=True, slots=True)
class AddDependency:
    """An edge; harmless when the same is there, refused when the pair has another type."""

    dependency: Dependency

    @property
    def bead_id(self) -> str:
        """The bead it touches."""
        return self.dependency.issue_id


@dataclass(frozen=True, slots=True)
class RemoveDependency:
    """The edge of one type between a pair; harmless when it is absent."""

    bead_id: str
    depends_on_id: str
    type: str


@dataclass(frozen=True, slots=True)
class AddComment:
    """A comment for people."""

    bead_id: str
    author: str
    text: str


@dataclass(frozen=True, slots=True)
class AppendNote:
    """A line at the end of the notes field."""

    bead_id: str
    line: str


@dataclass(frozen=True, slots=True)
class CloseBead:
    """Close with a reason; `pinned` says whether housekeeping must spare the closed bead."""

    bead_id: str
    reason: str
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class ReopenBead:
    """Open a closed bead again."""

    bead_id: str


@dataclass(frozen=True, slots=True)
class SetConfig:
    """A row of the config table, as a note is."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class RemoveConfig:
    """A row of the config table to take away; harmless when it is absent."""

    key: str


BeadOperation = (
    InsertBead
    | ReplaceBead
    | SetFields
    | SetStatus
    | SetMetadata
    | AddLabel
    | RemoveLabel
    | AddDependency
    | RemoveDependency
    | AddComment
    | AppendNote
    | CloseBead
    | ReopenBead
)
ConfigOperation = SetConfig | RemoveConfig
Operation = BeadOperation | ConfigOperation

OPERATION_NAMES: Final[Mapping[type, str]] = {
    InsertBead: "insert-bead",
    ReplaceBead: "replace-bead",
    SetFields: "set-fields",
    SetStatus: "set-status",
    SetMetadata: "set-metadata",
    AddLabel: "add-label",
    RemoveLabel: "remove-label",
    AddDependency: "add-dependency",
    RemoveDependency: "remove-dependency",
    AddComment: "add-comment",
    AppendNote: "append-note",
    CloseBead: "close-bead",
    ReopenBead: "reopen-bead",
    SetConfig: "set-config",
    RemoveConfig: "remove-config",
}


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What a store applies whole or not at all.

    `relies_on` maps bead ids to the version that was read (`version.ABSENT` where none was there);
    `config_relies_on` maps config keys to the value that was read (None where none was there).
    """

    operations: tuple[Operation, ...] = ()
    relies_on: Mapping[str, str] = field(default_factory=dict)
    config_relies_on: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not self.operations

    @property
    def bead_ids(self) -> tuple[str, ...]:
        """Ids of the beads that it touches, sorted."""
        return tuple(sorted({op.bead_id for op in bead_operations(self.operations)}))

    @property
    def config_keys(self) -> tuple[str, ...]:
        """Keys of the config rows that it touches, sorted."""
        return tuple(
            sorted({op.key for op in self.operations if isinstance(op, SetConfig | RemoveConfig)})
        )


def bead_operations(operations: Iterable[Operation]) -> list[BeadOperation]:
    """The operations that touch a bead, in order."""
    return [op for op in operations if not isinstance(op, SetConfig | RemoveConfig)]


def operation_to_record(operation: Operation) -> dict[str, object]:
    """An operation as the journal keeps it and as `--dry-run --json` prints it."""
    record: dict[str, object] = {"operation": OPERATION_NAMES[type(operation)]}
    for name in field_names(type(operation)):
        value = getattr(operation, name)
        if isinstance(value, Bead):
            record[name] = bead_to_record(value)
        elif isinstance(value, Dependency):
            record[name] = dependency_to_record(value)
        else:
            record[name] = dict(value) if isinstance(value, Mapping) else value
    return record

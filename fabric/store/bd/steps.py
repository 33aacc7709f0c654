"""The steps in which a change set reaches bd: each one bd command, harmless to repeat."""

from collections.abc import Mapping

from fabric.models.bead import Bead, Comment
from fabric.models.dependency import Dependency
from fabric.models.frozen import dataclass, field


@dataclass(frozen=True, slots=True)
class Update:
    """`bd update` of one bead: only if status and assignee are still what they were.

    `options` are whole (`--title=…`); `files` are texts that an option reads from a file;
    `metadata` are top-level keys, written whole; `unset` are keys to take away, for which bd needs
    a command of its own. With `claim`, bd itself refuses an item that another holds; `forced` takes
    it from another, which bd does not let us guard by the assignee.
    """

    bead_id: str
    status: str
    assignee: str
    options: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, object] = field(default_factory=dict)
    unset: tuple[str, ...] = ()
    claim: bool = False
    guarded: bool = True
    forced: bool = False

    @property
    def about(self) -> tuple[str, ...]:
        """The bead that it changes."""
        return (self.bead_id,)


@dataclass(frozen=True, slots=True)
class Addition:
    """What an import adds to a bead that is there, and the bead as it was read."""

    bead: Bead
    labels: tuple[str, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True)
class Load:
    """`bd import`: new beads, additions to old ones, whole rows in place of old ones, and notes.

    `replaced` rows keep the times that they bring (with `overrides`, also older ones win);
    `amended` rows are made one second newer than what bd has: it keeps its own, and says so, when
    somebody else wrote since.
    """

    new: tuple[Bead, ...] = ()
    additions: tuple[Addition, ...] = ()
    replaced: tuple[Bead, ...] = ()
    amended: tuple[Bead, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    overrides: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to import."""
        return not self.about and not self.notes

    @property
    def about(self) -> tuple[str, ...]:
        """The beads that it changes."""
        beads = (*self.new, *(each.bead for each in self.additions), *self.replaced, *self.amended)
        return tuple(sorted({bead.id for bead in beads}))


@dataclass(frozen=True, slots=True)
class Batch:
    """`bd batch`: lines that are carried out in one transaction."""

    lines: tuple[str, ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """Any other bd command: what follows `bd`, and a text for a file that its `option` reads."""

    arguments: tuple[str, ...]
    about: tuple[str, ...]
    option: str = ""
    text: str = ""
    may_find_nothing: bool = False


Step = Update | Load | Batch | Command

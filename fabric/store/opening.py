"""What every backend is told when it is opened, and how each of them is opened."""

from collections.abc import Callable, Mapping
from pathlib import Path

from fabric.models.frozen import dataclass, field
from fabric.ports import Store

WriterId = str | Callable[[], str]
"""A writer's id, or how to get it: only a store that is written to needs one."""


def written_by(writer_id: WriterId) -> str:
    """The id itself; asked by the first write, because it may have to be made and kept."""
    return writer_id if isinstance(writer_id, str) else writer_id()


@dataclass(frozen=True, slots=True)
class Opening:
    """How to open a store.

    `writer_id` names this machine's chain in the journal. With `create`, a store that can be made
    is made where it is missing. Relative paths start at `folder`. `wait_seconds` is how long to wait
    for another writer. `environment` is the one of the programs that a store runs; a password is
    looked for there. `notes_follow` says that whoever reads beads will read notes next. `known_as` says under
    which name bd knows who acts, where that is another than ours: it guards work by its own.
    """

    writer_id: WriterId
    create: bool = False
    folder: Path = field(default_factory=Path)
    wait_seconds: float = 10.0
    environment: Mapping[str, str] = field(default_factory=dict)
    notes_follow: bool = False
    known_as: Mapping[str, str] = field(default_factory=dict)


Opener = Callable[[str, Opening], Store]
"""Opens what stands behind `<scheme>:` in a URL."""

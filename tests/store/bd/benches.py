"""Where the tests of the bd command store work: over a pretended bd here, over the real one live."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record
from fabric.store.backends.bd_command import BdCommandStore
from fabric.store.bd.checked import Checked
from fabric.store.bd.command import Launch, Reply
from fabric.store.bd.workspace import find_workspace
from fabric.store.bd.writer import Limits
from tests.store.bd.pretend import PretendBd
from tests.store.beads import WRITER

Around = Callable[[Launch], Launch]
_READING = frozenset({"version", "query", "comments", "export"})


class Bench(Protocol):
    """A workspace, whatever bd it has."""

    def hold(self, *beads: Bead, notes: Mapping[str, str] | None = None) -> None:
        """Put beads and notes there, as another program would."""

    def run(self, *arguments: str) -> None:
        """Run bd as somebody else."""

    def open(self, writer: str = WRITER, around: Around = lambda launch: launch) -> BdCommandStore:
        """Open the store anew, as another process would; `around` wraps how bd is run."""
        ...


@dataclass
class PretendBench:
    """A workspace in a folder, over a pretended bd."""

    folder: Path
    bd: PretendBd

    def hold(self, *beads: Bead, notes: Mapping[str, str] | None = None) -> None:
        """Put beads and notes there, as another program would."""
        reply = self.bd(("import", "-"), given=lines_of(*beads, notes=notes), seconds=1)
        assert reply.exit == 0, reply.err
        self.bd.calls.clear()

    def run(self, *arguments: str) -> None:
        """Run bd as somebody else."""
        verb, *rest = arguments
        reply = self.bd((verb, "--actor=vera", *rest), given="", seconds=1)
        assert reply.exit == 0, reply.err

    def open(self, writer: str = WRITER, around: Around = lambda launch: launch) -> BdCommandStore:
        """Open the store anew, as another process would; `around` wraps how bd is run."""
        workspace = find_workspace(self.folder)
        checked = Checked(around(self.bd), self.folder / "bd", workspace)
        return BdCommandStore(workspace, checked, lambda: writer, Limits(turn=1))


class Killed(BaseException):
    """Our process ended here."""


@dataclass
class Mortal:
    """A `Launch` under which our process dies, at the writing command of this number.

    With `late`, bd has carried the command out and only we did not learn it.
    """

    launch: Launch
    at: int
    late: bool

    def __call__(self, arguments: Sequence[str], *, given: str, seconds: float) -> Reply:
        """Run bd, or die."""
        if arguments[0] in _READING:
            return self.launch(arguments, given=given, seconds=seconds)
        self.at -= 1
        if not self.at and not self.late:
            raise Killed
        reply = self.launch(arguments, given=given, seconds=seconds)
        if not self.at:
            raise Killed
        return reply


def pretend_bench(folder: Path) -> PretendBench:
    """Return an empty workspace in a folder."""
    return PretendBench(folder, PretendBd(folder / ".beads"))


def lines_of(*beads: Bead, notes: Mapping[str, str] | None = None) -> str:
    """Return what an import reads."""
    return "".join(f"{json.dumps(row)}\n" for row in _rows(beads, notes or {}))


def _rows(beads: tuple[Bead, ...], notes: Mapping[str, str]) -> Iterator[Mapping[str, object]]:
    yield from (bead_to_record(bead) for bead in beads)
    for key, text in notes.items():
        yield {"_type": "memory", "key": key, "value": text}

"""The bd command store over the real bd: the tests that a pretended bd passes, asked of the real one."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from fabric.models.bead import Bead
from fabric.store.backends.bd_command import BdCommandStore
from fabric.store.bd.checked import Checked
from fabric.store.bd.command import Program
from fabric.store.bd.workspace import find_workspace
from fabric.store.bd.writer import Limits
from tests.live.workspaces import Workspace
from tests.store.bd.benches import Around, lines_of
from tests.store.bd.test_bd_operations import *  # noqa: F403  # all of them, on the fixture below
from tests.store.bd.test_bd_work import *  # noqa: F403
from tests.store.beads import WRITER


@dataclass(frozen=True, slots=True)
class LiveBench:
    """A workspace over the real bd."""

    workspace: Workspace

    def hold(self, *beads: Bead, notes: Mapping[str, str] | None = None) -> None:
        """Put beads and notes there, as another program would."""
        self.workspace.bd("import", "-", stdin=lines_of(*beads, notes=notes))

    def run(self, *arguments: str) -> None:
        """Run bd as somebody else."""
        self.workspace.acting_as("vera")(*arguments)

    def open(self, writer: str = WRITER, around: Around = lambda launch: launch) -> BdCommandStore:
        """Open the store anew, as another process would; `around` wraps how bd is run."""
        bd, workspace = self.workspace.bd, find_workspace(self.workspace.path)
        run = Program(bd.program, workspace.root, workspace.given, bd.environment)
        checked = Checked(around(run), bd.program, workspace)
        return BdCommandStore(workspace, checked, lambda: writer, Limits())


@pytest.fixture
def bench(embedded_workspace: Workspace) -> LiveBench:
    return LiveBench(embedded_workspace)

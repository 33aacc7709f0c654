"""The bd command store over the real bd: the tests that a pretended bd passes, asked of the real one."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from fabric.models.bead import Bead
from fabric.store.backends.bd_command import BdCommandStore
from fabric.store.catalog import open_store
from tests.live.workspaces import Workspace
from tests.store.bd.benches import lines_of
from tests.store.bd.test_bd_store import *  # noqa: F403  # all of them, on the fixture below
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

    def open(self, writer: str = WRITER) -> BdCommandStore:
        """Open the store anew, as another process would."""
        bd = self.workspace.bd
        path = f"{bd.program.parent}:{bd.environment['PATH']}"
        store = open_store(
            f"bd:{self.workspace.path}",
            writer_id=writer,
            environment={**bd.environment, "PATH": path},
        )
        assert isinstance(store, BdCommandStore)
        return store


@pytest.fixture
def bench(embedded_workspace: Workspace) -> LiveBench:
    return LiveBench(embedded_workspace)

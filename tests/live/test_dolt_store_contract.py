"""The Dolt store over a real server: the one contract suite of all backends, a fresh database a test."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from inspect import signature
from types import ModuleType

import pytest

from fabric.models.bead import Bead
from fabric.ports import Store
from fabric.store.catalog import open_store
from tests.live.workspaces import ServerWorkspace
from tests.store import conftest as store_fixtures
from tests.store import test_applying, test_journal, test_lossless, test_reading
from tests.store.beads import WRITER, bead
from tests.store.conftest import Open
from tests.store.under_test import Backend, reopened, seeded

closing = store_fixtures.closing
_FIXTURES = {"holding", "writable"}


def _contract(module: ModuleType) -> dict[str, Callable[..., None]]:
    """Return those tests of a module that ask any backend."""
    return {
        name: each
        for name, each in vars(module).items()
        if name.startswith("test_") and _FIXTURES & {*signature(each).parameters}
    }


for _module in (test_applying, test_journal, test_lossless, test_reading):
    globals().update(_contract(_module))


def _with_targets(beads: Sequence[Bead]) -> list[Bead]:
    """Return the beads and a stand-in for each that they point at: this database has no dangling edges."""
    there = {each.id for each in beads}
    wanted = {
        edge.depends_on_id for each in beads for edge in each.dependencies if not edge.is_external
    }
    return [*(bead(each) for each in sorted(wanted - there)), *beads]


def _holding(
    request: pytest.FixtureRequest, beads: Sequence[Bead], config: Mapping[str, str]
) -> Store:
    workspace: ServerWorkspace = request.getfixturevalue("server_workspace")
    workspace.rows("DELETE FROM config")  # bd's own rows, so that a test sees those that it wrote
    return seeded(open_store(workspace.url, writer_id=WRITER), _with_targets(beads), config)


DOLT = Backend("dolt", _holding, keeps_all=False, again=reopened)


@pytest.fixture
def backend() -> Backend:
    return DOLT


@pytest.fixture
def holding(request: pytest.FixtureRequest, closing: ExitStack) -> Open:
    def opened(*beads: Bead, config: Mapping[str, str] | None = None) -> Store:
        store = DOLT.holding(request, beads, config or {})
        closing.callback(store.close)
        return store

    return opened


@pytest.fixture
def writable(holding: Open) -> Open:
    return holding

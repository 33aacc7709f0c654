"""The Dolt store over a real server: the one contract suite of all backends, a fresh database a test."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from inspect import signature
from types import ModuleType

import pytest

from fabric.models.bead import Bead
from fabric.ports import Store
from tests.store import conftest as store_fixtures
from tests.store import test_applying, test_journal, test_lossless, test_reading
from tests.store.conftest import Open
from tests.store.under_test import DOLT, Backend

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

"""Stores of each backend, closed when the test is over."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack

import pytest

from fabric.models.bead import Bead
from fabric.ports import Store
from tests.store.under_test import Backend, parameters

Open = Callable[..., Store]


@pytest.fixture(params=parameters())
def backend(request: pytest.FixtureRequest) -> Backend:
    """Return each backend in turn."""
    found: Backend = request.param
    return found


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    """Return a stack that closes what was opened."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def holding(backend: Backend, request: pytest.FixtureRequest, closing: ExitStack) -> Open:
    """Return a function: a store of the backend that holds these beads and notes."""
    return _opener(backend, request, closing)


@pytest.fixture(params=parameters(writable=True))
def writable(request: pytest.FixtureRequest, closing: ExitStack) -> Open:
    """Return a function: a store that can be written to and holds these beads and notes."""
    return _opener(request.param, request, closing)


def _opener(backend: Backend, request: pytest.FixtureRequest, closing: ExitStack) -> Open:
    def opened(*beads: Bead, config: Mapping[str, str] | None = None) -> Store:
        store = backend.holding(request, beads, config or {})
        closing.callback(store.close)
        return store

    return opened

"""Every store that can be written: what holds must hold on each of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fabric.ports import Store
from fabric.store.catalog import open_store

WRITABLE = ("memory", "sqlite")


def new_store(kind: str, folder: Path, *, create: bool = True) -> Store:
    """A store of one kind in a folder: an empty one, or the one that is there."""
    url = "memory:" if kind == "memory" else f"sqlite:///{folder / 'fabric.db'}"
    return open_store(url, writer_id="w-test", create=create)


@pytest.fixture(params=WRITABLE)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = new_store(request.param, tmp_path)
    yield opened
    opened.close()

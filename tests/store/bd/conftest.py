"""A workspace over a pretended bd."""

from pathlib import Path

import pytest

from tests.store.bd.benches import PretendBench, pretend_bench


@pytest.fixture
def pretended(tmp_path: Path) -> PretendBench:
    """Return a workspace of which the test may see and bend everything."""
    return pretend_bench(tmp_path / "shop")


@pytest.fixture
def bench(pretended: PretendBench) -> PretendBench:
    """Return a workspace; in the live tier the same tests get one over the real bd."""
    return pretended

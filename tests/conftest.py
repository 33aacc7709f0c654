"""Fixtures for every room, and the guard around every test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.guard import ROOT, hide_the_world, left_as_found

# A busy machine is no reason for a property test to fail.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

_HOME = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_HOME] = hide_the_world()


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[_HOME], ignore_errors=True)


@pytest.fixture(autouse=True)
def _leaves_the_world_alone(request: pytest.FixtureRequest) -> Iterator[None]:
    # Real programs keep caches in the home folder; the live tier may let them.
    is_live = request.node.get_closest_marker("live") is not None
    with left_as_found(None if is_live else request.config.stash[_HOME]):
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder of this test's own, empty."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def samples() -> Path:
    """Return the folder of exports that real projects published; skip where it is not at hand."""
    folder = ROOT.parent / "shared" / "samples"
    if not folder.is_dir():
        pytest.skip("the published sample exports are not beside this checkout")
    return folder

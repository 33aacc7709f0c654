"""What ships is the package and its data: all of it, and nothing else."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from fabric import __version__
from tests.guard import ROOT

INFO = f"bead_fabric-{__version__}.dist-info"
FORCED = {"schemas": "fabric/data/schemas", "lint/rules": "fabric/data/rules"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.Path:
    """Return the wheel of this checkout, built without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return zipfile.Path(built)


def names_in(wheel: zipfile.Path) -> set[str]:
    return {name for name in wheel.root.namelist() if not name.endswith("/")}


def files_below(folder: str) -> set[Path]:
    found = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT / folder) for path in found if "__pycache__" not in path.parts}


def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.Path) -> None:
    strangers = {name for name in names_in(wheel) if not name.startswith(("fabric/", f"{INFO}/"))}
    assert strangers == set()


def test_every_file_of_the_package_is_in_the_wheel(wheel: zipfile.Path) -> None:
    wanted = {f"fabric/{path.as_posix()}" for path in files_below("fabric")}
    assert wanted - names_in(wheel) == set()


@pytest.mark.parametrize(("source", "place"), FORCED.items())
def test_pages_and_schemas_are_in_the_wheel(source: str, place: str, wheel: zipfile.Path) -> None:
    wanted = {f"{place}/{path.as_posix()}" for path in files_below(source)}
    assert wanted
    assert {name for name in names_in(wheel) if name.startswith(f"{place}/")} == wanted


def test_no_hidden_file_or_cache_is_in_the_wheel(wheel: zipfile.Path) -> None:
    hidden = {
        name
        for name in names_in(wheel)
        if any(part.startswith(".") or part == "__pycache__" for part in name.split("/"))
    }
    assert hidden == set()


def test_both_commands_are_declared(wheel: zipfile.Path) -> None:
    said = (wheel / INFO / "entry_points.txt").read_text(encoding="utf-8").splitlines()
    assert {"fabric = fabric.main:main", "bead-fabric = fabric.main:main"} <= set(said)

"""Rooms only look down, and every heavy library has one door."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.guard import ROOT
from tests.house.sources import at, imports_of, python_files

DOORS = {
    "alembic": "fabric.store",
    "markdown_it": "fabric.rules_files.markdown",
    "networkx": "fabric.graph.reach",
    "pymysql": "fabric.store",
    "sqlalchemy": "fabric.store",
    "typer": "fabric.faces.cli",
}


def contracts() -> list[dict[str, object]]:
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, object]] = tables["tool"]["importlinter"]["contracts"]
    return found


def test_every_import_contract_is_kept() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint_imports, "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("library", "door"), sorted(DOORS.items()))
def test_a_heavy_library_that_is_imported_has_a_door(library: str, door: str) -> None:
    users = [
        at(path)
        for path in python_files("fabric")
        if any(name.split(".")[0] == library for name in imports_of(path))
    ]
    doors = [c.get("allowed_importers") for c in contracts() if c["id"] == f"door-{library}"]
    assert doors == ([[door]] if users else []), f"{library} is imported by {users}"

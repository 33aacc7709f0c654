"""A day of reading leaves every byte of the project and of this machine's state as it was."""

import gc
import hashlib
import subprocess
from pathlib import Path

import pytest

from tests.faces.shop import Shop
from tests.faces.test_json import prepared, scene

__all__ = ("prepared", "scene")

READING: list[tuple[str, ...]] = [
    ("list",),
    ("list", "--as-of", "2026-03-02"),
    ("search", "service"),
    ("show", "{hard}"),
    ("show", "{started}"),
    ("history", "{hard}"),
    ("graph",),
    ("status", "{started}"),
    ("work", "list", "--ready"),
    ("anchor", "list"),
    ("anchor", "show", "arch"),
    ("lint",),
    ("lint", "--all"),
    ("lint", "{task}"),
    ("audit", "--verify"),
    ("export",),
    ("export", "--include-memories"),
    ("prime",),
    ("recall", "prices"),
    ("memories",),
    ("doctor",),
    ("review", "--json"),
    ("init", "--dry-run"),
    ("start", "{task}", "--dry-run"),
    ("ratify", "{draft}", "--dry-run"),
    ("import", "in.jsonl", "--dry-run"),
    ("show", "shop-none"),
    ("list", "--domain", "none"),
]


def image(folder: Path) -> dict[str, tuple[str, int]]:
    """Digest and times of each file below a folder, and the folders themselves."""
    return {
        str(path.relative_to(folder)): (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder",
            path.stat().st_mtime_ns if path.is_file() else 0,
        )
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def quiet(prepared: tuple[Shop, dict[str, str]]) -> tuple[Shop, dict[str, str]]:
    """The scene, as a repository in which all is committed, its journal seen on this machine."""
    shop, ids = prepared
    shop.ok("audit", "--verify")
    gc.collect()
    git(shop, "init", "-q", ".")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "All")
    return shop, ids


def git(shop: Shop, *words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=shop.folder, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_reading_leaves_no_trace(
    words: tuple[str, ...], quiet: tuple[Shop, dict[str, str]]
) -> None:
    shop, ids = quiet
    before = image(shop.folder)
    shop.fabric(*(word.format(**ids) for word in words))
    gc.collect()  # a process would have closed its store
    assert image(shop.folder) == before
    assert git(shop, "status", "--porcelain") == ""


def test_nor_do_processes_of_their_own(quiet: tuple[Shop, dict[str, str]]) -> None:
    shop, ids = quiet
    before = image(shop.folder)
    for words in (("list",), ("status", ids["started"]), ("lint",), ("export",), ("prime",)):
        running = shop.process(*words)
        _, err = running.communicate(timeout=60)
        assert running.returncode in {0, 1}, err.decode()
    assert image(shop.folder) == before


def test_the_check_can_fail(quiet: tuple[Shop, dict[str, str]]) -> None:
    shop, _ = quiet
    before = image(shop.folder)
    shop.ok("work", "add", "A task")
    assert image(shop.folder) != before

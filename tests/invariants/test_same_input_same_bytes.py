"""Invariant 10: the same input gives the same bytes, in whatever process and order of hashing."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fabric.models.document import plain
from fabric.models.journal import JournalEntry
from fabric.ports import JournalQuery
from fabric.services.verbs.export import export_lines
from tests.guard import ROOT
from tests.invariants.conftest import WRITABLE, new_store
from tests.invariants.story import live
from tests.services.world import World


def nothing_more(_: World, __: str) -> None:
    """Look at nothing."""


def outputs(world: World) -> tuple[str, str, list[JournalEntry]]:
    """Export, lint report and journal, as they go out."""
    report = world.lint(everything=True).but(store="")
    lines = "".join(export_lines(world.context, with_notes=True))
    return lines, json.dumps(plain(report)), world.store.journal(JournalQuery())


def day_of(kind: str, folder: Path, *, late: bool = False) -> tuple[str, str, list[JournalEntry]]:
    folder.mkdir()
    world = World(new_store(kind, folder))
    if late:
        world.clock.forward(seconds=1)
    live(world, nothing_more)
    found = outputs(world)
    world.store.close()
    return found


@pytest.mark.parametrize("kind", WRITABLE)
def test_two_stores_that_live_the_same_day_are_equal(kind: str, tmp_path: Path) -> None:
    assert day_of(kind, tmp_path / "a") == day_of(kind, tmp_path / "b")


COMMENT_ID = re.compile(r'"id":"[0-9a-f-]{36}",')


def test_every_store_gives_the_same_bytes_but_for_the_ids_of_comments(tmp_path: Path) -> None:
    days = [day_of(kind, tmp_path / kind) for kind in WRITABLE]
    first, *others = [(COMMENT_ID.sub("", lines), *more) for lines, *more in days]
    for each in others:
        assert each == first


@pytest.mark.parametrize("kind", WRITABLE)
def test_the_check_can_fail(kind: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        assert day_of(kind, tmp_path / "a") == day_of(kind, tmp_path / "b", late=True)


IN_A_PROCESS = """
from tests.invariants.test_same_input_same_bytes import nothing_more, outputs
from tests.invariants.story import live
from tests.services.world import World
world = World()
live(world, nothing_more)
lines, report, journal = outputs(world)
print(lines, report, journal)
"""


def in_a_process(seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS],
        cwd=ROOT,
        env={"PYTHONHASHSEED": seed, "PATH": "", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_order_of_hashing_does_not_show() -> None:
    assert in_a_process("1") == in_a_process("2")

"""`fabric start` as a process of its own loads no library that checks data."""

import json
import os
import subprocess
import sys

import pytest

from tests.faces.shop import Shop
from tests.guard import ROOT

PROGRAM = """
import atexit, sys
heavy = ("pydantic", "pydantic_core", "annotated_types", "typing_inspection", "typing_extensions")
found = lambda: sorted({name.split(".")[0] for name in sys.modules}.intersection(heavy))
atexit.register(lambda: print(*found(), file=sys.stderr))
from fabric.main import main
sys.argv = ["fabric", *sys.argv[1:]]
sys.exit(main())
"""
RULE = "Writes go through the service layer"


def start(shop: Shop, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, "start", *words],
        cwd=shop.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},  # noqa: TID251  # handed on
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("more", [(), ("--json",), ("--dry-run",)])
def test_a_first_start_loads_none(shop: Shop, more: tuple[str, ...]) -> None:
    shop.memory(RULE)
    shop.hint("Prefer small modules")
    done = start(shop, shop.work(), *more)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    assert "-mc" in done.stdout  # it is a whole start, with a contract


def test_nor_does_one_that_reads_what_an_earlier_one_wrote(shop: Shop) -> None:
    shop.memory(RULE)
    work = shop.started()
    shop.ok("verify", work)
    shop.memory("Prices are in cents")
    done = start(shop, work, "--json")
    assert (done.returncode, done.stderr.strip()) == (0, "")
    assert len(json.loads(done.stdout)["receipt"]["memories"]) == 2


def test_what_only_the_full_check_can_tell_is_seen_to_load_it(shop: Shop) -> None:
    shop.memory(RULE)
    done = start(shop, shop.work(), FABRIC_BUDGET_MEMORIES="3")
    assert done.returncode == 0
    assert "pydantic" in done.stderr.split()

"""Processes whose outputs are closed, full or slow: the work is done, and the status tells how."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faces.shop import Shop
from tests.guard import ROOT

VERBS = {
    "prime": ("prime",),
    "start": ("start", "--all-active"),
    "list": ("list",),
    "json": ("list", "--json"),
    "help": ("start", "--help"),
    "version": ("--version",),
}


def in_shell(shop: Shop, words: tuple[str, ...], how: str) -> subprocess.CompletedProcess[bytes]:
    """A command whose outputs a shell redirects first."""
    return subprocess.run(
        ["/bin/sh", "-c", f'"$@" {how}', "sh", sys.executable, "-m", "fabric", *words],
        cwd=shop.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},  # noqa: TID251  # handed on
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("words", VERBS.values(), ids=VERBS)
def test_an_output_that_is_closed_is_as_good_as_one_that_nobody_reads(
    words: tuple[str, ...], shop: Shop
) -> None:
    ran = in_shell(shop, words, ">&-")
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_without_any_outputs_the_work_is_done_all_the_same(shop: Shop) -> None:
    work = shop.work()
    assert in_shell(shop, ("start", work), ">&- 2>&- <&-").returncode == 0
    assert shop.ok("status", work, "--json").document["status"] == "in_progress"


@pytest.mark.parametrize("how", ["2>&-", "2>/dev/full"], ids=["closed", "full"])
@pytest.mark.parametrize(
    ("words", "status"),
    [(("start", "--all-active", "x"), 2), (("show", "nothing"), 1)],
    ids=["refused", "not found"],
)
def test_where_errors_cannot_be_told_the_status_tells_them(
    words: tuple[str, ...], status: int, how: str, shop: Shop
) -> None:
    ran = in_shell(shop, words, how)
    assert (ran.returncode, ran.stdout) == (status, b"")


def test_a_slow_reader_gets_every_byte(shop: Shop, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    line = '{"id":"shop-%04d","title":"%s","issue_type":"task","status":"open"}\n'
    file.write_text("".join(line % (n, "x" * 400) for n in range(2_500)), encoding="utf-8")
    shop.ok("import", str(file))
    whole = in_shell(shop, ("export",), "").stdout
    assert len(whole) > 1_000_000
    assert in_shell(shop, ("export",), "| (sleep 1; cat)").stdout == whole

"""Tables fit the terminal, and are whole where nobody looks at one."""

import io

import pytest
from typing_extensions import override

from fabric.faces.cli.tables import cut, padded, table, width_of


class Terminal(io.StringIO):
    """A standard output that says it is a terminal."""

    @override
    def isatty(self) -> bool:
        return True


ROWS = [["shop-1", "HARD", "x" * 90], ["shop-22", "soft", "short"]]


def test_away_from_a_terminal_nothing_is_cut() -> None:
    assert table(ROWS) == [f"shop-1   HARD  {'x' * 90}", "shop-22  soft  short"]


@pytest.mark.parametrize("columns", [40, 80])
def test_on_a_terminal_no_line_breaks(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("sys.stdout", Terminal())
    lines = table(ROWS)
    assert width_of(lines[0]) == columns - 4
    assert lines[0].endswith("x…")
    assert lines[1] == "shop-22  soft  short"


def test_a_narrow_terminal_still_says_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.setattr("sys.stdout", Terminal())
    assert table(ROWS)[0] == f"shop-1   HARD  {'x' * 19}…"


def test_wide_letters_and_marks_are_counted_as_terminals_do() -> None:
    assert [width_of(each) for each in ("ab", "日本", "e\u0301", "a\u200d")] == [2, 4, 1, 1]
    assert padded("日本", 6) == "日本  "
    assert table([["日本", "x"], ["abcdef", "y"]]) == ["日本    x", "abcdef  y"]


@pytest.mark.parametrize(
    ("text", "width", "wanted"),
    [
        pytest.param("abcdef", 6, "abcdef", id="it fits"),
        pytest.param("abcdef", 5, "abcd…", id="it is cut"),
        pytest.param("日本語", 5, "日本…", id="wide letters are not halved"),
        pytest.param("ab cdef", 4, "ab…", id="no blank before the ellipsis"),
    ],
)
def test_cutting(text: str, width: int, wanted: str) -> None:
    assert cut(text, width) == wanted


def test_a_cell_cannot_begin_a_line_or_steer_the_terminal() -> None:
    assert table([["a\nb", "\x1b[31m"]]) == ["a\\nb  \\x1b[31m"]


def test_no_rows_are_no_lines() -> None:
    assert table([]) == []

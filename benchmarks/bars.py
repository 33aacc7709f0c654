"""Bars as rows of one table: what was measured, what it must keep, and whether it did."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Row:
    """One bar: what was measured, the bar, ours, what stands beside it, the ratio.

    `met` is None where there is no bar, or where it could not be measured; `note` then says why.
    """

    what: str
    bar: str = ""
    ours: str = ""
    beside: str = ""
    ratio: str = ""
    met: bool | None = None
    note: str = ""


def parser(description: str | None) -> ArgumentParser:
    """Arguments that every benchmark has."""
    made = ArgumentParser(description=description)
    made.add_argument("--quick", action="store_true", help="smaller data, fewer runs")
    made.add_argument("--rows", type=Path, help="add the rows to this file, as JSON lines")
    return made


def report(rows: Iterable[Row], file: Path | None) -> None:
    """Print the rows as a table, and add them to the file if one is named."""
    found = list(rows)
    print("\n".join(table(found)))
    if file is not None:
        with file.open("a", encoding="utf-8") as stream:
            stream.writelines(json.dumps(asdict(row)) + "\n" for row in found)


def read_rows(file: Path) -> list[Row]:
    """The rows of a file."""
    return [Row(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def table(rows: Iterable[Row]) -> list[str]:
    """The rows in columns, with a head."""
    verdicts = {True: "met", False: "NOT MET", None: "-"}
    head = ("what", "bar", "ours", "beside", "ratio", "")
    cells = [
        head,
        *(
            (each.what, each.bar, each.ours, each.beside, each.ratio, verdicts[each.met])
            for each in rows
        ),
    ]
    widths = [max(len(row[place]) for row in cells) for place in range(len(head))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return lines + [f"  {each.what}: {each.note}" for each in rows if each.note]


def seconds(value: float) -> str:
    """A time as people read it."""
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def at_most(what: str, ours: float, beside: float, bar: float | None, note: str = "") -> Row:
    """A row of two times, ours at most so many times the other; without a bar it is only told."""
    ratio = ours / beside
    return Row(
        what=what,
        bar="" if bar is None else f"<= {_times(bar)}",
        ours=seconds(ours),
        beside=seconds(beside),
        ratio=_times(ratio),
        met=None if bar is None else ratio <= bar,
        note=note,
    )


def _times(ratio: float) -> str:
    if ratio >= 0.5:
        return f"{ratio:.2f} x"
    part = 1 / ratio
    return f"1/{part:.0f}" if part >= 10 or part == int(part) else f"1/{part:.1f}"

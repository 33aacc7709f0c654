"""Files of JSON lines that only grow: appended durably, read again only when they changed."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Generic, TypeVar

Row = Mapping[str, object]
Content = TypeVar("Content")
Mark = tuple[int, int]


class Remembered(Generic[Content]):
    """What was made of each file's lines, for as long as the file stays the same."""

    def __init__(self, make: Callable[[Iterator[Row]], Content]) -> None:
        self._make = make
        self._known: dict[Path, tuple[Mark, Content]] = {}

    def of(self, file: Path) -> Content:
        """What the lines of a file say; a file that is not there has none. Raises OSError."""
        mark = mark_of(file)
        known = self._known.get(file)
        if known is None or known[0] != mark:
            lines = _rows(file.read_bytes()) if mark != (0, 0) else iter(())
            known = self._known[file] = (mark, self._make(lines))
        return known[1]


def mark_of(file: Path) -> Mark:
    """Size and time of a file. Raises OSError."""
    try:
        facts = file.stat()
    except FileNotFoundError:
        return (0, 0)
    return (facts.st_size, facts.st_mtime_ns)


def append_line(file: Path, line: str) -> None:
    """Add one line; it is on the disk when this returns. Raises OSError."""
    with file.open("ab", buffering=0) as stream:
        stream.write(f"{line}\n".encode("utf-8", "surrogatepass"))
        os.fsync(stream.fileno())


def cut_unfinished_line(file: Path) -> None:
    """Remove what follows the last line feed: whoever wrote it died meanwhile. Raises OSError."""
    with file.open("r+b") as stream:
        size = stream.seek(0, os.SEEK_END)
        if size:
            stream.seek(size - 1)
            if stream.read(1) != b"\n":
                stream.truncate(file.read_bytes().rfind(b"\n") + 1)


def _rows(data: bytes) -> Iterator[Row]:
    """The objects, line by line; an unfinished line is none, nor is one that cannot be read."""
    for line in data.split(b"\n")[:-1]:
        try:
            row: object = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            yield row

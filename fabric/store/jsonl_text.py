r"""JSON Lines as bytes: records, beads and notes, or a bad line that stops nothing else.

A line ends at `\n` (with an optional `\r` before it) and nowhere else; a byte order mark at
the very beginning is passed over, and so are blank lines. Nothing is held but one line.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import BinaryIO, Final

from pydantic_core import from_json

from fabric.errors import UnreadableRecord
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record
from fabric.models.frozen import dataclass
from fabric.ports import BadLine

MAX_LINE_BYTES: Final = 16 * 1024 * 1024
MAX_DEPTH: Final = 100
_TOO_DEEP: Final = f"The line is nested deeper than {MAX_DEPTH} levels."

Record = dict[str, object]

_MARK: Final = b"\xef\xbb\xbf"
_CONFLICT: Final = (b"<<<<<<< ", b"=======\n", b"=======\r", b">>>>>>> ", b"||||||| ")
_SAYS_ISSUE: Final = ("title", "status", "issue_type", "description")


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the quick plane; its config row is `kv.memory.<key>`."""

    key: str
    value: str


Item = Bead | Note | BadLine


class _Unfit(ValueError):
    """JSON that is no record of ours, said in a sentence."""


def read_records(stream: BinaryIO) -> Iterator[tuple[int, Record | BadLine]]:
    """Every line that is not blank, by number: its object, or why there is none."""
    for number, line in _lines(stream):
        if isinstance(line, BadLine):
            yield number, line
        elif line and not line.isspace():
            yield number, _record(number, line)


def read_items(stream: BinaryIO) -> Iterator[tuple[int, Item]]:
    """Every line that is not blank, by number: a bead, a note, or why it is neither."""
    for number, item, _ in read_items_and_records(stream):
        yield number, item


def read_items_and_records(stream: BinaryIO) -> Iterator[tuple[int, Item, Record | None]]:
    """As `read_items`, each with the record that it was read from, where there is one."""
    for number, line in _lines(stream):
        if isinstance(line, BadLine):
            yield number, line, None
            continue
        try:
            record = from_json(line, allow_inf_nan=False)
        except ValueError:
            record = None
        item = item_of(number, record) if isinstance(record, dict) else None
        if item is not None and _keeps_plain(item):
            yield number, item, record
        elif line and not line.isspace():
            yield number, *_judged(number, line)


def _judged(number: int, line: bytes) -> tuple[Item, Record | None]:
    """What the slower reader makes of a line, which is the one that explains itself.

    The faster one knows no halves of characters, and takes numbers too large to be finite.
    """
    record = _record(number, line)
    return (record, None) if isinstance(record, BadLine) else (item_of(number, record), record)


def _keeps_plain(item: Item) -> bool:
    """Whether nothing that is kept as it came is infinite or nested too deep."""
    if not isinstance(item, Bead):
        return isinstance(item, Note)
    if item.metadata and not _is_plain((item.metadata,), MAX_DEPTH - 1):
        return False
    if item.extra and not _is_plain(item.extra.values(), MAX_DEPTH - 1):
        return False
    for each in item.dependencies:
        if each.extra and not _is_plain(each.extra.values(), MAX_DEPTH - 3):
            return False
    return all(_is_plain(each.extra.values(), MAX_DEPTH - 3) for each in item.comments)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | BadLine]]:
    """Every line by number, its end included, or that it is too long."""
    number = 0
    while line := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(_MARK)
        if len(line) > MAX_LINE_BYTES:
            _pass_over(stream, line)
            limit = MAX_LINE_BYTES // 1024**2
            yield number, BadLine(number, f"The line is longer than {limit} MiB.")
        else:
            yield number, line


def _pass_over(stream: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = stream.readline(MAX_LINE_BYTES)


def _record(number: int, line: bytes) -> Record | BadLine:
    try:
        return _parsed(line)
    except (ValueError, RecursionError) as error:
        return BadLine(number, _problem(error, line))


def _parsed(line: bytes) -> Record:
    value = _fast(line)
    if value is None:
        value = _DECODER.decode(line.decode())
        if _is_deep(value):
            raise _Unfit(_TOO_DEEP)
    if not isinstance(value, dict):
        raise _Unfit("The line is JSON, but no object.")
    return value


def _fast(line: bytes) -> object:
    """What the faster reader makes of a line; None where the slower one must judge.

    The faster one knows no halves of characters, and takes numbers too large to be finite.
    """
    try:
        value: object = from_json(line, allow_inf_nan=False)
    except ValueError:
        return None
    return value if _is_plain((value,), MAX_DEPTH) else None


def _is_plain(values: Iterable[object], levels: int) -> bool:
    """Whether no number is infinite and nothing is nested deeper than so many levels."""
    for each in values:
        kind = type(each)
        if kind is str or kind is int:  # most are
            continue
        if isinstance(each, float):
            if not isfinite(each):
                return False
        elif isinstance(each, dict | list) and not _is_plain_inside(each, levels):
            return False
    return True


def _is_plain_inside(value: dict[str, object] | list[object], levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value
    return levels > 0 and _is_plain(inner, levels - 1)


def _problem(error: Exception, line: bytes) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"The line is not UTF-8 (byte {error.start + 1})."
    if isinstance(error, json.JSONDecodeError):
        if line.startswith(_CONFLICT):
            return "The line is a mark of a merge conflict that is not resolved."
        return f"The line is not JSON: {error.msg} (column {error.colno})."
    if isinstance(error, RecursionError):
        return _TOO_DEEP
    if isinstance(error, _Unfit):
        return str(error)
    return "The line holds a number of more digits than can be kept."


def _is_deep(value: object) -> bool:
    level: list[object] = [value]
    for _ in range(MAX_DEPTH):
        inner: list[object] = []
        for each in level:
            if isinstance(each, dict):
                inner.extend(each.values())
            elif isinstance(each, list):
                inner.extend(each)
        level = inner
    return any(isinstance(each, dict | list) for each in level)


def item_of(number: int, record: Mapping[str, object]) -> Item:
    """The bead or note of one record, or why it is neither."""
    kind = record.get("_type", "issue")
    if kind == "memory":
        return _note(number, record)
    if kind != "issue":
        return BadLine(number, f"The record is of _type {kind!r}, neither issue nor memory.")
    if "_type" not in record and not any(key in record for key in _SAYS_ISSUE):
        keys = ", ".join(sorted(record)[:6]) or "none"
        return BadLine(number, f"The record is no issue; its keys are: {keys}.")
    try:
        bead = bead_from_record(record)
    except UnreadableRecord as error:
        return BadLine(number, error.what)
    return bead if _has_utf8(bead.id) else BadLine(number, "The id holds half a character.")


def _note(number: int, record: Mapping[str, object]) -> Note | BadLine:
    key, value = record.get("key"), record.get("value")
    if not isinstance(key, str) or not isinstance(value, str) or not key:
        return BadLine(number, "The memory has no text `key` or no text `value`.")
    return (
        Note(key, value) if _has_utf8(key) else BadLine(number, "The `key` holds half a character.")
    )


def _has_utf8(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _refuse(constant: str) -> object:
    raise _Unfit(f"The line is not JSON: it holds {constant}.")


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise _Unfit(f"The line holds a number that is too large: {digits[:40]}.")
    return number


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)

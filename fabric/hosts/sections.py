"""One marked section of ours in an instructions file that several hosts may read.

Its first line names the hosts it was asked for, so that one block serves all of them and goes
with the last. The markers hold none of bd's marker words: bd takes the first of its own it finds.
"""

import re
from collections.abc import Iterator

from fabric.hosts.part import Taken
from fabric.hosts.tail_block import append_block, cut_block
from fabric.hosts.unfit import Unfit
from fabric.models.frozen import dataclass

_BEGIN = re.compile(r"<!-- BEGIN FABRIC MEMORY \(([a-z, -]*)\)[^\n]*-->[ \t]*")
_END = re.compile(r"<!-- END FABRIC MEMORY -->[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_LOOSE = "was changed around our section since it was put in; the section is out, the rest stays"


@dataclass(frozen=True, slots=True)
class Block:
    """Where a section of ours stands, and the hosts that it was asked for by."""

    start: int
    end: int
    users: frozenset[str]


@dataclass(frozen=True, slots=True)
class Section:
    """Our section as one host asks for it."""

    host: str
    body: str

    def put(self, before: str | None) -> str:
        """Return the text with one section of ours, this host among those that it is for."""
        if before is None:
            return self.rendered({self.host}) + "\n"
        blocks = find_blocks(before)
        if not blocks:
            return append_block(before, self.rendered({self.host}))
        users = frozenset({self.host}).union(*(block.users for block in blocks))
        text = before
        for block in reversed(blocks[1:]):
            text = cut_block(text, block.start, block.end)
        return self._replaced(text, blocks[0], users)

    def count(self, before: str) -> int:
        """Return how many sections of ours name this host."""
        return sum(self.host in block.users for block in find_blocks(before))

    def take(self, before: str) -> Taken:
        """Return the text in which our section no longer serves this host; the last one takes it."""
        text, copies, exact = before, 0, True
        for block in reversed(find_blocks(before)):
            if self.host not in block.users:
                continue
            copies += 1
            if block.users != {self.host}:
                text = self._replaced(text, block, block.users - {self.host})
                continue
            if _is_whole_file(text, block):
                return Taken(None, copies)
            cut = cut_block(text, block.start, block.end)
            exact = exact and append_block(cut, self.rendered({self.host})) == text
            text = cut
        return Taken(text, copies, exact, "" if exact else _LOOSE)

    def rendered(self, users: set[str] | frozenset[str]) -> str:
        r"""Return the section for these hosts, lines ended by `\n`, without a line end at its end."""
        names = ", ".join(sorted(users))
        return (
            f"<!-- BEGIN FABRIC MEMORY ({names}): written by `fabric setup`, taken out by --remove -->"
            f"\n{self.body.strip()}\n<!-- END FABRIC MEMORY -->"
        )

    def _replaced(self, text: str, block: Block, users: frozenset[str]) -> str:
        line_end = "\r\n" if "\r\n" in text[block.start : block.end] else "\n"
        fresh = self.rendered(users).replace("\n", line_end)
        return text[: block.start] + fresh + text[block.end :]


def find_blocks(text: str) -> tuple[Block, ...]:
    """Return our sections in order; raise `Unfit` where a marker has no counterpart.

    Markers inside a closed code fence are somebody's example and do not count.
    """
    found: list[Block] = []
    opened: tuple[int, int, frozenset[str]] | None = None
    for number, start, line in _lines_outside_fences(text):
        begin = _BEGIN.fullmatch(line)
        if begin:
            if opened:
                raise _unpaired(opened[0])
            users = frozenset(filter(None, (name.strip() for name in begin[1].split(","))))
            opened = (number, start, users)
        elif _END.fullmatch(line):
            if not opened:
                raise _unpaired(number)
            found.append(Block(opened[1], start + len(line), opened[2]))
            opened = None
    if opened:
        raise _unpaired(opened[0])
    return tuple(found)


def _unpaired(line: int) -> Unfit:
    return Unfit(
        f"has a marker of ours without its counterpart in line {line}",
        "Take out that line and what is left of the section by hand; nothing was written.",
    )


def _is_whole_file(text: str, block: Block) -> bool:
    return block.start == 0 and text[block.end :] in ("\n", "\r\n")


def _numbered_lines(text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for number, line in enumerate(text.split("\n"), start=1):
        yield number, start, line.removesuffix("\r")
        start += len(line) + 1


def _lines_outside_fences(text: str) -> Iterator[tuple[int, int, str]]:
    lines = list(_numbered_lines(text))
    at = 0
    while at < len(lines):
        closing = _closing_fence(lines, at)
        if closing is not None:
            at = closing + 1
            continue
        yield lines[at]
        at += 1


def _closing_fence(lines: list[tuple[int, int, str]], at: int) -> int | None:
    """Return the line that closes the fence opened at `at`; a fence without an end is no fence."""
    opening = _FENCE.fullmatch(lines[at][2])
    if opening is None or (opening[1][0] == "`" and "`" in opening[2]):
        return None
    mark = opening[1]
    for later in range(at + 1, len(lines)):
        closing = _FENCE.fullmatch(lines[later][2])
        if closing and closing[1].startswith(mark) and not closing[2].strip():
            return later
    return None

"""The words on how to work that a briefing carries: ours, or the project's own from PRIME.md."""

import re
from collections.abc import Callable
from typing import Final

from fabric.models.visible import visible

BUILT_IN: Final = """\
## How to work with it
- Before you work on an item: `fabric start ID` attaches the rules that bind it, with a contract.
- While you work: `fabric status ID` says what binds it and what is open.
- Before you close it: `fabric verify ID` runs the checks; an open contract holds the item up.
- A new rule: `fabric propose`, and a person ratifies it. A quick note: `fabric remember "..."`.
- A rule that no longer fits is not bypassed: propose what replaces it, and say so."""

_CUT: Final = "(cut here; the rest stands in PRIME.md)"
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


def words_within(custom: str | None, fits: Callable[[str], bool]) -> str:
    """The words if they fit; of the project's own as many lines as fit, marked as cut, or none."""
    if custom is None:
        return BUILT_IN if fits(BUILT_IN) else ""
    lines = visible(custom.replace("\r\n", "\n")).strip("\n").split("\n")
    if fits(whole := _closed(lines)):
        return whole
    most, too_many = 0, len(lines)
    while too_many - most > 1:
        middle = (most + too_many) // 2
        if fits(_cut(lines[:middle])):
            most = middle
        else:
            too_many = middle
    return _cut(lines[:most]) if most else ""


def _cut(lines: list[str]) -> str:
    return f"{_closed(lines)}\n{_CUT}"


def _closed(lines: list[str]) -> str:
    """The lines, with a fence that they leave open closed: what follows must not be code."""
    fence = ""
    for line in lines:
        found = _FENCE.match(line)
        if found is None:
            continue
        mark, rest = found.groups()
        if not fence:
            fence = "" if mark[0] == "`" and "`" in rest else mark
        elif mark.startswith(fence) and not rest.strip():
            fence = ""
    return "\n".join([*lines, fence] if fence else lines)

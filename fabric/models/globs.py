"""Path globs from the repository root: `*` and `?` within a name, `**` across folders."""

import re
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

_PIECE: Final = re.compile(r"\*\*/|\*+|\?|[^*?]+")
_BELOW: Final = "//"
"""As the last piece: the end, or a slash and anything. No cleaned glob holds it."""


def path_matches(path: str, glob: str) -> bool:
    """Whether a path (with `/`) is meant by a glob; brackets and braces mean themselves.

    A glob that does not end in a wildcard also means all below the folder of that name, and
    `src/**` also means `src` itself. The time it takes grows with both lengths and no faster,
    because globs come from data.
    """
    clean = _clean(path)
    ends: AbstractSet[int] = {0}
    for piece in _pieces(glob):
        ends = _after(piece, ends, clean)
        if not ends:
            return False
    return len(clean) in ends


@lru_cache(maxsize=4096)
def _pieces(glob: str) -> tuple[str, ...]:
    clean = _clean(glob)
    if not clean:
        return ("**",)
    if clean.endswith("/**"):
        return (*_PIECE.findall(clean.removesuffix("/**")), _BELOW)
    return (*_PIECE.findall(clean), *(() if clean.endswith("*") else (_BELOW,)))


def _clean(path: str) -> str:
    names = path.replace("\\", "/").split("/")
    return "/".join(name for name in names if name not in {"", "."})


def _after(piece: str, starts: AbstractSet[int], path: str) -> AbstractSet[int]:
    """Where a piece can end in the path, for each place where it can start."""
    first, end = min(starts), len(path)
    if piece == "**/":
        return starts | {at + 1 for at in range(first, end) if path[at] == "/"}
    if piece == _BELOW:
        return {end} if any(at == end or path[at] == "/" for at in starts) else set()
    if piece == "?":
        return {at + 1 for at in starts if at < end and path[at] != "/"}
    if piece == "*":
        return _within_name(starts, path)
    if piece.startswith("**"):
        return set(range(first, end + 1))
    return {at + len(piece) for at in starts if path.startswith(piece, at)}


def _within_name(starts: AbstractSet[int], path: str) -> set[int]:
    found: set[int] = set()
    running = False
    for at in range(min(starts), len(path) + 1):
        running = running or at in starts
        if running:
            found.add(at)
        if path[at : at + 1] == "/":
            running = False
    return found

"""The text of a rules file without what is not Markdown, every line still at its number."""

import re
from pathlib import PurePosixPath

from fabric.models.frozen import dataclass

_BYTE_ORDER_MARK = "\ufeff"
_FENCE = re.compile(r"\A---[ \t]*\n(.*?\n)??---[ \t]*(?:\n|\Z)", re.DOTALL)
_KEY = re.compile(r"^([A-Za-z_]+)[ \t]*:[ \t]*(.*)$")
_ITEM = re.compile(r"^[ \t]*-[ \t]+(.+)$")
# Cursor says globs, Claude Code paths, Copilot applyTo.
_SCOPE_KEYS = frozenset({"globs", "glob", "paths", "applyto", "applies_to"})
_EVERYWHERE = frozenset({"", "*", "**", "**/*", "/**", "./**", "./**/*"})


@dataclass(frozen=True, slots=True)
class SourceText:
    r"""Markdown whose lines end at `\n`, and the globs that the front matter names."""

    text: str
    globs: tuple[str, ...] = ()


def source_text(raw: str) -> SourceText:
    r"""Drop a byte order mark, make line ends `\n`, and blank the front matter out.

    Only `\n`, `\r\n` and `\r` end a line: other Unicode separators are part of the text.
    """
    text = raw.removeprefix(_BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    found = _FENCE.match(text)
    if found is None:
        return SourceText(text)
    matter = found.group(1) or ""
    blank = "\n" * found.group(0).count("\n")
    return SourceText(blank + text[found.end() :], _front_globs(matter))


def _front_globs(matter: str) -> tuple[str, ...]:
    """Globs of a front matter: hosts write `globs: *.ts, *.tsx`, which is no YAML."""
    globs: list[str] = []
    inside = False
    for line in matter.split("\n"):
        key, item = _KEY.match(line), _ITEM.match(line)
        if key:
            inside = key.group(1).lower() in _SCOPE_KEYS
            globs += split_globs(key.group(2)) if inside else ()
        elif item and inside:
            globs += split_globs(item.group(1))
    return narrowing(globs)


def split_globs(value: str) -> list[str]:
    """Globs of one value: a list in brackets, or names with commas between; braces stay whole."""
    bare = value.strip().removeprefix("[").removesuffix("]")
    parts = re.split(r",(?![^{]*\})", bare)
    return [part.strip().strip("\"'").strip() for part in parts]


def narrowing(globs: list[str]) -> tuple[str, ...]:
    """Those globs that leave something out, sorted; one that means everywhere empties the list."""
    named = {glob.removeprefix("./") for glob in globs if glob}
    return () if named & _EVERYWHERE else tuple(sorted(named))


def folder_globs(source: str) -> tuple[str, ...]:
    """What a file in a sub-folder speaks for: `src/core/AGENTS.md` rules `src/core/**`.

    Folders of hosts (`.cursor/rules`, `.github`) speak for the folder that holds them.
    """
    parts = PurePosixPath(source.replace("\\", "/")).parts[:-1]
    if any(part in {"..", "/"} or ":" in part for part in parts):
        return ()
    kept: list[str] = []
    for part in parts:
        if part.startswith(".") and part != ".":
            break
        kept.append(part)
    return (f"{'/'.join(kept)}/**",) if kept else ()

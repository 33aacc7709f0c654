"""Rules files off the disk, each text met once however many names it has."""

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from fabric.errors import CouldNot, NotFound, WrongUse
from fabric.models.frozen import dataclass

_MOST_BYTES = 2 * 1024 * 1024
# A symbolic link that was checked out as text is the bare path; Claude Code imports with `@path`.
_POINTER = re.compile(r"@?((?:[\w .-]+/)*[\w .-]+\.(?:md|mdc|txt|cursorrules))\s*", re.IGNORECASE)
_IMPORT = re.compile(r"^@((?:[\w.-]+/)*[\w.-]+\.mdc?)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RulesFile:
    """A text with rules: the name to show (relative to the root, with `/`) and what it says.

    `imports` are other files that it names with `@path` on a line of their own; they are not read.
    """

    source: str
    text: str
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A named file that yields no text of its own, and why."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class RulesFiles:
    """What there is to read among the named files, in the order they were named."""

    files: tuple[RulesFile, ...]
    left_out: tuple[LeftOut, ...] = ()


def read_rules_files(paths: Iterable[Path], root: Path) -> RulesFiles:
    """Read the named files; a link, a link checked out as text, or a copy is not read twice.

    A file whose whole text is the path of another stands for that one, if it lies under `root`.
    Raises NotFound for a name that does not exist, WrongUse for a folder and for a file outside of
    `root` (also at the end of a link), CouldNot for a file that cannot be read.
    """
    files: list[RulesFile] = []
    left_out: list[LeftOut] = []
    seen_paths: dict[Path, str] = {}
    seen_texts: dict[str, str] = {}
    for named in paths:
        source = _shown(named, root)
        target, text = _behind_pointers(named, root)
        digest = sha256(text.encode()).hexdigest()
        first = seen_paths.get(target) or seen_texts.get(digest)
        if first is not None:
            left_out.append(LeftOut(source, f"the same rules as {first}"))
            continue
        shown = _shown(target, root)
        seen_paths[target] = seen_texts[digest] = shown
        if _pointed_at(text):
            reason = f"only points at {text.strip()}, which is no file under this root"
            left_out.append(LeftOut(source, reason))
        else:
            files.append(RulesFile(shown, text, tuple(_IMPORT.findall(text))))
    return RulesFiles(tuple(files), tuple(left_out))


def _behind_pointers(named: Path, root: Path) -> tuple[Path, str]:
    """The file that a name stands for in the end, and its text; a circle of pointers is left."""
    path = _resolved(named)
    if not path.is_relative_to(root.resolve()):
        raise WrongUse(
            f"{named} lies outside of {root}.", "Copy it into the repository, and name the copy."
        )
    text = _text_of(path)
    met = {path}
    while (pointer := _pointed_at(text)) is not None:
        target = (path.parent / pointer).resolve()
        inside = target.is_relative_to(root.resolve())
        if not inside or target in met or not target.is_file():
            break
        met.add(target)
        path, text = target, _text_of(target)
    return path, text


def _pointed_at(text: str) -> str | None:
    """The path that is all a text says, headings aside."""
    lines = [line for line in text.removeprefix("\ufeff").split("\n") if line.strip()]
    said = [line for line in lines if not line.startswith("#")]
    found = _POINTER.fullmatch(said[0]) if len(said) == 1 else None
    return found.group(1) if found else None


def _resolved(path: Path) -> Path:
    try:
        return path.resolve(strict=True)
    except FileNotFoundError:
        raise NotFound(f"There is no file {path}.", "Name an existing rules file.") from None
    except (OSError, RuntimeError) as failure:
        raise CouldNot(f"Cannot follow {path}: {failure}.", "Check the link.") from failure


def _text_of(path: Path) -> str:
    if path.is_dir():
        raise WrongUse(f"{path} is a folder.", "Name the rules files in it one by one.")
    try:
        raw = path.read_bytes()
    except OSError as failure:
        raise CouldNot(f"Cannot read {path}: {failure.strerror}.", "Check its rights.") from failure
    if len(raw) > _MOST_BYTES:
        raise CouldNot(
            f"{path} has {len(raw):,} bytes; a rules file has less than 2 MiB.", "Split it."
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        raise CouldNot(
            f"{path} is not UTF-8 text (byte {failure.start}).", "Save it as UTF-8 and try again."
        ) from failure


def _shown(path: Path, root: Path) -> str:
    """A path relative to the root where it lies under it, with `/`."""
    absolute = path if path.is_absolute() else Path.cwd() / path
    for base in (root, root.resolve()):
        if absolute.is_relative_to(base):
            return absolute.relative_to(base).as_posix()
    return path.as_posix()

"""What a setup would change, as values: shown by a dry run, carried out by `files.apply`."""

import difflib
from collections.abc import Iterator
from pathlib import Path

from fabric.models.frozen import dataclass


@dataclass(frozen=True, slots=True)
class FileEdit:
    """One file before and after; None stands for "no such file".

    `path` is where the host looks, `target` the file behind links, `folder` the project or home
    below which emptied folders may go.
    """

    path: Path
    target: Path
    folder: Path
    before: bytes | None
    after: bytes | None

    def diff(self) -> str:
        """Return the change as a unified diff that `patch` accepts, paths relative to the folder."""
        name = self._name()
        old = _DEV_NULL if self.before is None else f"a/{name}"
        new = _DEV_NULL if self.after is None else f"b/{name}"
        lines = difflib.unified_diff(_lines(self.before), _lines(self.after), old, new)
        return "".join(_ended(lines))

    def _name(self) -> str:
        inside = self.path.is_relative_to(self.folder)
        path = self.path.relative_to(self.folder) if inside else self.path
        return path.as_posix().lstrip("/")


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """All edits of one setup or removal, and sentences for the person who asked for it."""

    edits: tuple[FileEdit, ...]
    notes: tuple[str, ...] = ()

    def diff(self) -> str:
        """Return all changes as one unified diff, empty where nothing changes."""
        return "".join(edit.diff() for edit in self.edits)


_DEV_NULL = "/dev/null"


def _lines(content: bytes | None) -> list[str]:
    # Only a line feed ends a line, as for git and patch.
    text = (content or b"").decode("utf-8", "backslashreplace")
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop().removesuffix("\n")
    return [*lines, last] if last else lines


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"

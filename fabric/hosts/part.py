"""What a host asks of us is a few parts; a part is one file and a kind of thing in it.

Kinds: a hook entry in JSON or in TOML, a marked section in Markdown, a whole file of ours. Each
knows three moves on text; reading and writing files is somebody else's work.
"""

from enum import StrEnum
from pathlib import Path
from typing import Protocol

from fabric.models.frozen import dataclass


class Role(StrEnum):
    """What a part is for; of one role a host needs one part, even where several files can hold it."""

    HOOK = "hook"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Taken:
    """A file's text after our things were taken out; `after` None means: delete the file.

    `exact` tells that what is left is, byte for byte, what was there before we came.
    """

    after: str | None
    copies: int
    exact: bool = True
    remark: str = ""


class Kind(Protocol):
    """How one sort of thing of ours is put into a text, found in it and taken out of it."""

    def put(self, before: str | None) -> str:
        """Return the text with ours in it, unchanged if it is there; raise `Unfit` if it cannot."""
        ...

    def take(self, before: str) -> Taken:
        """Return the text without ours; raise `Unfit` if it cannot be read."""
        ...

    def count(self, before: str) -> int:
        """Return how often ours stands there; raise `Unfit` if it cannot be read."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """One file that can hold something of ours.

    `wanted` is false for a file where an entry would be found and taken out, but where a new one
    is not put (the other of two files that a host reads). `folder` bounds the path: links that
    leave it are refused if `confined`, folders below it that we leave empty are removed.
    """

    path: Path
    kind: Kind
    role: Role
    folder: Path
    wanted: bool = True
    confined: bool = True

"""Which bd may touch a workspace: a newer one would upgrade it for good at its first command."""

import re
from typing import Final

from fabric.errors import StoreReadOnly, StoreTooNew, StoreUnavailable
from fabric.models.frozen import dataclass

Version = tuple[int, ...]

FIRST_THAT_WRITES: Final[Version] = (1, 3)
"""Before 1.3 an import overwrites whatever it meets, and updates know no guards."""

_NUMBERS: Final = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?")


@dataclass(frozen=True, slots=True)
class Versions:
    """The bd that is installed, and the one that used the workspace last (empty: not told)."""

    installed: str
    last: str

    def insist_on_match(self) -> None:
        """Refuse to run a bd that would upgrade the workspace, or that is too old for it.

        Raises StoreUnavailable, StoreTooNew.
        """
        ours, theirs = version_of(self.installed), version_of(self.last)
        if not ours:
            raise StoreUnavailable(
                f"The version of bd cannot be made out: {self.installed!r}.",
                "Look at what `bd version` says.",
            )
        if theirs and ours > theirs:
            raise StoreUnavailable(
                f"This workspace was last used with bd {self.last}, and bd {self.installed} is "
                f"installed: its first command upgrades the workspace for good.",
                "If everybody who uses it may be upgraded, run `bd list` once, by hand.",
            )
        if theirs and ours < theirs:
            raise StoreTooNew(
                f"This workspace was last used with bd {self.last}, and bd {self.installed} is "
                "installed.",
                f"Install bd {self.last} or newer.",
            )

    @property
    def writes(self) -> bool:
        """Whether this bd has what careful writing needs."""
        return version_of(self.installed) >= FIRST_THAT_WRITES

    def insist_on_writing(self) -> None:
        """Raises StoreReadOnly."""
        if not self.writes:
            raise StoreReadOnly(
                f"With bd {self.installed} this workspace can only be read here.",
                "Writing needs bd 1.3 or newer.",
            )


def version_of(text: str) -> Version:
    """The numbers of a version; none for a text without any."""
    found = _NUMBERS.search(text)
    return tuple(int(part) for part in found.groups() if part) if found else ()

"""A whole file of ours, with a line that tells whether anybody changed it since."""

import hashlib
import re

from fabric.hosts.part import Taken
from fabric.hosts.text_form import newline_of
from fabric.hosts.unfit import Unfit
from fabric.models.frozen import dataclass

_SEAL = re.compile(
    r'^.*written by "fabric setup ([a-z-]+)", text sha256:([0-9a-f]{16}).*\n?', re.MULTILINE
)
_CHANGED = "was changed by hand since it was written, so it is left as it is"


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file that we write whole: `text` holds `{seal}` on a line of its own, in a comment."""

    host: str
    text: str

    def put(self, before: str | None) -> str:
        """Return our text; raise `Unfit` over a file that is not ours or was changed."""
        if before is None:
            return self.sealed()
        if not self.count(before):
            raise Unfit(
                "is there already and is not ours", "Move it away, or leave it in our place."
            )
        if not _is_pristine(before):
            return before
        return self.sealed().replace("\n", newline_of(before))

    def count(self, before: str) -> int:
        """Return 1 if the file says that we wrote it for this host."""
        found = _SEAL.search(before)
        return int(found is not None and found[1] == self.host)

    def take(self, before: str) -> Taken:
        """Return that the file goes; one that was changed by hand stays."""
        if not self.count(before):
            return Taken(before, 0)
        if not _is_pristine(before):
            return Taken(before, 1, exact=False, remark=_CHANGED)
        return Taken(None, 1)

    def is_outdated(self, before: str) -> bool:
        """Tell whether this is a text that another release of ours wrote, untouched since."""
        plain = before.replace("\r\n", "\n")
        return bool(self.count(before)) and _is_pristine(before) and plain != self.sealed()

    def sealed(self) -> str:
        """Return the text with its seal filled in."""
        line = next(line for line in self.text.splitlines(keepends=True) if "{seal}" in line)
        digest = _digest(self.text.replace(line, ""))
        seal = f'written by "fabric setup {self.host}", text sha256:{digest}'
        return self.text.replace("{seal}", seal)


def _is_pristine(text: str) -> bool:
    plain = text.replace("\r\n", "\n")
    found = _SEAL.search(plain)
    return found is not None and found[2] == _digest(plain[: found.start()] + plain[found.end() :])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]

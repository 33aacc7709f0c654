"""Which store a project uses, and why."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fabric.errors import StoreUnavailable

_OWN_FOLDER: Final = ".fabric"
_OWN_FILE: Final = "fabric.db"


@dataclass(frozen=True, slots=True)
class Found:
    """The URL of a store and the reason for it, in words."""

    url: str
    why: str


def own_store(root: Path) -> Found:
    """The embedded store of a project, whether it is there or not."""
    return Found(f"sqlite:///{root / _OWN_FOLDER / _OWN_FILE}", f"the embedded store of {root}")


def find_store(root: Path, named: str) -> Found:
    """The store that is named, else that of the project. Raises StoreUnavailable for none."""
    if named:
        return Found(named, "it was named")
    if (root / _OWN_FOLDER / _OWN_FILE).exists():
        return own_store(root)
    raise StoreUnavailable(
        f"There is no store in {root} or above.", "Run `fabric init`, or name one with --store."
    )

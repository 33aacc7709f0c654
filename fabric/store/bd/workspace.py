"""A bd workspace on disk: its folders, which bd used it last, and what changes with every write."""

import json
from pathlib import Path
from typing import Final

from fabric.errors import StoreUnavailable
from fabric.models.frozen import dataclass

BEADS: Final = ".beads"
_JOURNAL_NAME: Final = "v" * 32
"""The file to which an embedded database appends everything."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """`root` is where bd runs, `given` its `.beads` folder, `beads` the one that it redirects to."""

    root: Path
    given: Path
    beads: Path

    @property
    def journal_folder(self) -> Path:
        """Where our journal is, one file a writer; a project may track it."""
        return self.beads / "fabric-journal"

    @property
    def local_folder(self) -> Path:
        """Where we keep what belongs to this clone only; git ignores it."""
        return self.beads / "fabric-local"

    @property
    def last_bd(self) -> str:
        """The version of the bd that used this clone last; empty where it is not told."""
        return _text(self.beads / ".local_version").strip()

    def state(self) -> str:
        """A text that differs after every write to an embedded database, and stays through reads.

        Empty where there is none to look at (server mode, an unknown layout).
        """
        settings = _settings(self.beads)
        if settings.get("dolt_mode", "embedded") != "embedded":
            return ""
        name = settings.get("dolt_database")
        if not isinstance(name, str) or not name:
            return ""
        noms = self.beads / "embeddeddolt" / name / ".dolt" / "noms"
        # Readers write the manifest anew too, with the same text: its time says nothing.
        manifest = _text(noms / "manifest")
        return f"{manifest.strip()}:{_size(noms / _JOURNAL_NAME)}" if manifest else ""


def find_workspace(place: Path) -> Workspace:
    """The workspace of a folder that holds `.beads`, or of that `.beads` itself.

    Raises StoreUnavailable.
    """
    given = place if place.name == BEADS else place / BEADS
    if not given.is_dir():
        raise StoreUnavailable(
            f"There is no bd workspace in {place}.", "Run `bd init` there, or name another store."
        )
    return Workspace(root=given.parent, given=given, beads=_redirected(given))


def _redirected(given: Path) -> Path:
    """As bd does it: the first line that says something, from the folder that holds `.beads`."""
    lines = (line.strip() for line in _text(given / "redirect").splitlines())
    target = next((line for line in lines if line and not line.startswith("#")), "")
    if not target:
        return given
    folder = (given.parent / target).resolve()
    return folder if folder.is_dir() else given


def _settings(beads: Path) -> dict[str, object]:
    try:
        found: object = json.loads(_text(beads / "metadata.json") or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0

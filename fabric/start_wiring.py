"""From a folder to what `prime` reads: `wiring` for the start of a session, with what reading needs.

A hook runs at every start, so nothing is loaded here that it can do without: none that writes, and a
library that checks settings only where these are unusual.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from fabric.config import project_at
from fabric.models.query import Reads
from fabric.models.settings import Settings
from fabric.surroundings import (
    BEADS_FOLDER,
    OWN_FOLDER,
    Environment,
    has_beads,
    main_checkout,
    root_of,
    settings_file_of,
)

_OWN_FILE: Final = "fabric.db"
_WORDS_FILE: Final = "PRIME.md"
_MOST_WORDS: Final = 200_000


class Start(NamedTuple):
    """Where a session starts: the project's root, its settings, the environment.

    `is_ours` says that something of ours or of bd is there, whether it can be read or not.
    """

    root: Path
    settings: Settings
    environ: Environment
    is_ours: bool


class Opened(NamedTuple):
    """A store to read from, and how to let go of it."""

    store: Reads
    close: Callable[[], None]


def now() -> datetime:
    """The present instant."""
    return datetime.now(UTC)


def find_root(folder: Path) -> tuple[Path, bool]:
    """The root of the project around a folder, and whether something of ours or of bd is there."""
    root = root_of(folder)
    marked = (root / OWN_FOLDER).exists() or has_beads(root)
    return root, marked or settings_file_of(root) is not None


def find_start(root: Path, environ: Environment, *, is_ours: bool) -> Start:
    """Read the settings of a project. Raises BadSettings."""
    return Start(root, project_at(root, environ).settings, environ, is_ours)


def open_reads(start: Start, option: str, wait_seconds: float) -> Opened:
    """Open the store of a project, or the named one. Raises WrongUse, StoreUnavailable and its like."""
    # What a person types begins at the working folder, what the settings say at the root.
    folder = Path() if option else start.root
    url = option or start.settings.store or _own_url(start.root, start.environ)
    if url.startswith("sqlite:///") and url != "sqlite:///":
        from fabric.store.sqlite_reads import SqliteReads

        reads = SqliteReads(folder / url.removeprefix("sqlite:///"), wait_seconds=wait_seconds)
        return Opened(reads, reads.close_reading)
    from fabric.store.catalog import open_as
    from fabric.store.opening import Opening

    opening = Opening(
        writer_id="",
        folder=folder,
        wait_seconds=wait_seconds,
        environment=start.environ.variables,
        notes_follow=True,
    )
    store = open_as(url or _found_url(start), opening)
    return Opened(store, store.close)


def custom_words(root: Path) -> str | None:
    """The project's own words on how to work, from `.beads/PRIME.md`; None where there are none.

    Raises OSError and UnicodeDecodeError where the file is there and cannot be read.
    """
    for folder in dict.fromkeys((root, main_checkout(root))):
        file = folder / BEADS_FOLDER / _WORDS_FILE
        if file.exists():
            with file.open(encoding="utf-8-sig", newline="") as stream:
                return stream.read(_MOST_WORDS)
    return None


def holder_names(root: Path, environ: Environment) -> Callable[[], frozenset[str]]:
    """How to learn the names under which this person holds work: git is asked only then."""

    def names() -> frozenset[str]:
        named = environ.get("FABRIC_ACTOR") or environ.get("BEADS_ACTOR")
        if named:
            return frozenset({named, named.removeprefix("agent:").strip()})
        from fabric.machine.git import run_git

        said = run_git(("config", "--get-regexp", r"^user\.(name|email)$"), root)
        found = {line.partition(" ")[2].strip() for line in said.split("\n")}
        return frozenset({*found, environ.get("USER")} - {""})

    return names


def has_cursor_entry(root: Path, environ: Environment) -> bool:
    """Whether Cursor has an entry of ours, so that it would be told twice."""
    from fabric.hosts.connect import has_entry
    from fabric.hosts.files import DiskFiles
    from fabric.hosts.ground import Ground, Level

    ground = Ground(root, environ.home, environ.variables, DiskFiles())
    return any(has_entry("cursor", level, ground) for level in (Level.PROJECT, Level.USER))


def _own_url(root: Path, environ: Environment) -> str:
    """The embedded store of a project without a bd workspace: what the discovery would say."""
    if environ.get("BEADS_DIR"):
        return ""
    for folder in (root, *root.parents):
        if has_beads(folder) or (folder / ".git").is_file():
            return ""
        own = folder / OWN_FOLDER / _OWN_FILE
        if own.exists():
            return f"sqlite:///{own}"
        if (folder / ".git").exists():
            return ""
    return ""


def _found_url(start: Start) -> str:
    from fabric.store.discovery import find_store

    return find_store(start.root, "", start.environ.variables).url

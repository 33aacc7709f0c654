"""What git says that a lint should look at: what changed since a commit, or what commits name."""

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fabric.errors import WrongUse
from fabric.machine.git import git_bytes, run_git
from fabric.models.bead import Bead
from fabric.models.instants import parse_instant
from fabric.services.changed import Since
from fabric.services.context import Context
from fabric.wiring import Place, read_source

_ID: Final = re.compile(r"[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)+(?:\.[A-Za-z0-9_]+)*")
_EXPORT: Final = "jsonl:"


def since(place: Place, context: Context, reference: str) -> Since:
    """The state at a commit: of the export that is linted, where git tracks it; else by time.

    Raises WrongUse for what git does not know as a commit.
    """
    root = place.project.root
    wanted = f"{reference}^{{commit}}"
    commit = run_git(("rev-parse", "--verify", "-q", "--end-of-options", wanted), root).strip()
    if not commit:
        raise WrongUse(
            f"git knows no commit {reference!r} in {root}.",
            "Name a branch, a tag or a commit; a shallow clone may lack it.",
        )
    url = context.store.url
    if url.startswith(_EXPORT):
        before = _export_at(commit, Path(url.removeprefix(_EXPORT)))
        if before is not None:
            return Since(reference, before=before)
    at = run_git(("show", "-s", "--format=%cI", commit), root).strip()
    return Since(reference, at=parse_instant(at))


def ids_in_commits(place: Place, context: Context, commits: str) -> tuple[str, ...]:
    """Ids of beads that the messages of some commits name, sorted. Raises WrongUse."""
    root = place.project.root
    said = git_bytes(("log", "--format=%B", "--end-of-options", commits, "--"), root)
    if said is None:
        raise WrongUse(
            f"git knows no commits {commits!r} in {root}.", "Give a range, as main..HEAD."
        )
    named = set(_ID.findall(said.decode("utf-8", "replace")))
    return tuple(sorted(context.store.beads(named)))


def _export_at(commit: str, file: Path) -> Mapping[str, Bead] | None:
    """The beads of an export as a commit has it; None where git does not track the file."""
    folder = file.resolve().parent
    if not folder.is_dir() or not run_git(("ls-files", "--", file.name), folder):
        return None
    data = git_bytes(("show", f"{commit}:./{file.name}"), folder)
    if data is None:  # it was not there yet
        return {}
    with TemporaryDirectory() as temporary:
        copy = Path(temporary) / file.name
        copy.write_bytes(data)
        return {bead.id: bead for bead in read_source(copy).beads}

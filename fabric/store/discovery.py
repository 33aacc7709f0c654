"""Which store a project uses, and why."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from fabric.errors import NoStore, StoreUnavailable
from fabric.models.frozen import dataclass, replace
from fabric.store.bd.workspace import find_workspace
from fabric.store.dolt.settings import workspace_settings
from fabric.surroundings import BEADS_FOLDER, BEADS_PROJECT_FILES, OWN_FOLDER, main_checkout

_OWN_FILE: Final = "fabric.db"
_EXPORT: Final = "issues.jsonl"


@dataclass(frozen=True, slots=True)
class Found:
    """The URL of a store and the reason for it, in words.

    `is_lone_export` says that it is an export beside which there is no store at all.
    """

    url: str
    why: str
    is_lone_export: bool = False


def own_store(root: Path) -> Found:
    """The embedded store of a project, whether it is there or not."""
    return Found(f"sqlite:///{root / OWN_FOLDER / _OWN_FILE}", f"the embedded store of {root}")


def find_store(root: Path, named: str, variables: Mapping[str, str]) -> Found:
    """The store that is named, else that of the project, from its root upwards to the repository's.

    A bd workspace comes before a store of our own, and that before an export that stands alone:
    we write one ourselves. In a worktree the main checkout is looked at, because stores live there.
    Raises NoStore, and StoreUnavailable for one that does not work.
    """
    if named:
        return Found(named, "it was named")
    given = variables.get("BEADS_DIR", "").strip()
    if given:
        return _in_workspace(root / given, variables, "BEADS_DIR names it")
    for folder in _folders(root):
        beads = folder / BEADS_FOLDER
        if _is_workspace(beads):
            return _in_workspace(beads, variables, f"the bd workspace of {folder}")
        if (folder / OWN_FOLDER / _OWN_FILE).exists():
            return own_store(folder)
        if (beads / _EXPORT).exists():
            found = _in_workspace(beads, variables, f"the export in {folder}")
            return replace(found, is_lone_export=found.url.startswith("jsonl:"))
    raise NoStore(
        f"There is no store in {root} or above.", "Run `fabric init`, or name one with --store."
    )


def _folders(root: Path) -> Iterator[Path]:
    """From the root upwards; at the top of a repository its main checkout, and no further."""
    for folder in (root, *root.parents):
        if (folder / ".git").exists():
            yield main_checkout(folder)
            return
        yield folder


def _is_workspace(beads: Path) -> bool:
    return any((beads / name).exists() for name in BEADS_PROJECT_FILES)


def _in_workspace(beads: Path, variables: Mapping[str, str], why: str) -> Found:
    workspace = find_workspace(beads)
    if workspace.beads != workspace.given:
        why = f"{why}, which redirects to {workspace.beads}"
    settings = workspace_settings(workspace.beads, variables)
    if settings.is_server:
        return Found(settings.address().url, f"{why}, whose beads are on a Dolt server")
    from shutil import which  # noqa: PLC0415  # slow to load, and no workspace, no question

    if which("bd", path=variables.get("PATH", "")) is not None:
        return Found(f"bd:{workspace.root}", f"{why}, spoken to through its own command `bd`")
    export = workspace.beads / _EXPORT
    if export.is_file():
        return Found(
            f"jsonl:{export}",
            f"{why}; the command `bd` is not on the PATH, so its export is read, which may be older "
            "than the workspace, and nothing can be written",
        )
    raise StoreUnavailable(
        f"There is a bd workspace in {workspace.root}, but no command `bd` to speak to it and no "
        f"export {_EXPORT} in it.",
        "Install bd, or turn its export on: `bd config set export.auto true`.",
    )

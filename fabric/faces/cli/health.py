"""What `doctor` says of the machine and the project around a store."""

from collections.abc import Iterator

from fabric.hosts.detect import detect_host
from fabric.machine.git import run_git
from fabric.machine.installed import (
    command_on_path,
    other_packages,
    own_command,
    own_version,
    program_version,
    sqlite_version,
    takes_files,
)
from fabric.models.answers_life import DoctorLine
from fabric.services.verbs.doctor import line
from fabric.surroundings import BEADS_FOLDER, OWN_FOLDER, Environment
from fabric.wiring import Place


def machine_lines(environ: Environment) -> Iterator[DoctorLine]:
    """Versions, packages and commands of our name, the state folder, the agent host."""
    yield line("versions", "ok", f"{own_version()}.")
    sqlite = sqlite_version()
    if sqlite:
        yield line("versions", "ok", f"SQLite {sqlite}, with full-text search.")
    else:
        yield line(
            "versions",
            "broken",
            "This Python's SQLite cannot search in full text.",
            "Use a Python whose sqlite3 module has FTS5, as the ones from python.org have.",
        )
    yield from _namesakes()
    folder = environ.state_folder
    if takes_files(folder):
        yield line("machine", "ok", f"Trust and writer ids are kept in {folder}.")
    else:
        yield line(
            "machine",
            "broken",
            f"{folder} cannot be written, so no trust and no writer id can be kept.",
            "Make it writable, or set FABRIC_STATE to another folder.",
        )
    host = detect_host(environ.variables)
    if host is not None and host.drives:
        yield line(
            "machine",
            "note",
            f"This looks like a shell of {host.host} ({host.variable}): reviewers' acts are "
            "refused here unless `governance.confirm` is none.",
        )


def _namesakes() -> Iterator[DoctorLine]:
    others = other_packages()
    if others:
        yield line(
            "versions",
            "broken",
            f"Another package brings a module `fabric` too: {', '.join(others)}.",
            "Give bead-fabric an environment of its own: `pipx install bead-fabric`.",
        )
    first, own = command_on_path(), own_command()
    if first is not None and own.exists() and first != own:
        yield line(
            "versions",
            "warning",
            f"The command `fabric` on the path is another one: {first}.",
            "Use the command `bead-fabric`, which is ours under its full name.",
        )


def project_lines(place: Place) -> Iterator[DoctorLine]:
    """Settings, store and why, git, and what bd left beside it."""
    project = place.project
    if project.settings_file is None:
        yield line(
            "settings", "note", f"{project.root} has no settings file.", "`fabric init` writes one."
        )
    else:
        yield line("settings", "ok", f"{project.settings_file}.")
    yield line("store", "ok", f"{place.found.url}: {place.found.why}.")
    if (project.root / BEADS_FOLDER).is_dir():
        version = program_version("bd")
        yield line("store", "note", f"There is a {BEADS_FOLDER}/ here; {version or 'no bd'}.")
    yield from _git_lines(place)


def _git_lines(place: Place) -> Iterator[DoctorLine]:
    root = place.project.root
    git = program_version("git")
    if not git:
        yield line(
            "git",
            "warning",
            "git is not installed: evidence names no commit.",
            "Install git.",
        )
        return
    head = run_git(("rev-parse", "--verify", "-q", "HEAD"), root).strip()
    if head:
        yield line("git", "ok", f"{git}, at {head[:12]}.")
    elif run_git(("rev-parse", "--git-dir"), root):
        yield line("git", "note", f"{git}; there is no commit yet, so evidence names none.")
    else:
        yield line("git", "note", f"{git}; {root} is no repository, so evidence names no commit.")
    if run_git(("ls-files", OWN_FOLDER), root):
        yield line(
            "git",
            "warning",
            f"Files in {OWN_FOLDER}/ are tracked: two checkouts would overwrite one another.",
            f"Run `git rm -r --cached {OWN_FOLDER}`; track the export instead.",
        )

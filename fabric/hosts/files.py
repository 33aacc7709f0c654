"""The one place of this room that touches files: read them, follow links, write all or nothing."""

import os
import stat
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fabric.errors import HostFileRefused, HostFileUnusable
from fabric.hosts.edits import FileEdit, SetupPlan

_LARGEST = 4 * 1024 * 1024
_NEW_FILE_MODE = 0o644


class DiskFiles:
    """The files of this machine."""

    def read(self, path: Path) -> bytes | None:
        """Return a file's content, nothing where there is no file; see `ground.Files`."""
        try:
            if not path.is_file():
                return None
            if path.stat().st_size > _LARGEST:
                raise HostFileUnusable(
                    f"{path} is larger than {_LARGEST // 1024 // 1024} MiB.", "Look what fills it."
                )
            return path.read_bytes()
        except OSError as error:
            raise _cannot("read", path, error) from error

    def locate(self, path: Path, folder: Path, *, confined: bool) -> Path:
        """Return the file behind a path, links followed; see `ground.Files`."""
        target = _resolved(path)
        if confined and not target.is_relative_to(_resolved(folder)):
            raise HostFileRefused(
                f"{path} is a link that leaves the project, to {target}.",
                "Make it a plain file, or link to a file inside the project.",
            )
        if path.is_symlink() and not target.exists():
            raise HostFileRefused(
                f"{path} is a link to {target}, which is not there.", "Mend or remove the link."
            )
        if target.exists() and not target.is_file():
            raise HostFileRefused(f"{path} is no plain file.", "Move it away and run it again.")
        return target


def apply(plan: SetupPlan) -> None:
    """Carry out a plan: every file, or none.

    Raises `HostFileUnusable` where a file changed since the plan was made, is read-only, or
    cannot be written; files written before are put back then.
    """
    for edit in plan.edits:
        _check_writable(edit)
    done: list[FileEdit] = []
    try:
        for edit in plan.edits:
            _carry_out(edit)
            done.append(edit)
    except OSError as error:
        _put_back(done)
        failed = plan.edits[len(done)]
        raise _cannot("write", failed.path, error) from error


def _put_back(done: Sequence[FileEdit]) -> None:
    for edit in reversed(done):
        _carry_out(
            FileEdit(edit.path, edit.target, edit.folder, before=edit.after, after=edit.before)
        )


def _check_writable(edit: FileEdit) -> None:
    current = DiskFiles().read(edit.target)
    if current != edit.before:
        raise HostFileUnusable(
            f"{edit.path} was changed by something else meanwhile.", "Run the command again."
        )
    if current is not None and not _may_write(edit.target):
        raise HostFileUnusable(f"{edit.path} is read-only.", "Allow writing it, then run it again.")


def _may_write(target: Path) -> bool:
    # The mode is asked too: to an administrator everything is writable.
    mode = target.stat().st_mode
    return os.access(target, os.W_OK) and bool(mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))


def _carry_out(edit: FileEdit) -> None:
    if edit.after is None:
        edit.target.unlink()
        _remove_emptied_folders(edit)
    else:
        _write(edit.target, edit.after)


def _write(target: Path, content: bytes) -> None:
    """Write beside the target and rename: whoever reads meanwhile sees the old or the new text."""
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else _NEW_FILE_MODE
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _remove_emptied_folders(edit: FileEdit) -> None:
    bound = _resolved(edit.folder)
    for folder in edit.target.parents:
        if not folder.is_relative_to(bound) or folder == bound or any(folder.iterdir()):
            return
        folder.rmdir()


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:  # a loop of links
        raise HostFileRefused(f"{path} is a link that leads to itself.", "Mend it.") from error


def _cannot(verb: str, path: Path, error: OSError) -> HostFileUnusable:
    reason = error.strerror or type(error).__name__
    return HostFileUnusable(f"Cannot {verb} {path}: {reason}.", "Mend that, then run it again.")

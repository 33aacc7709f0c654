"""The folder of what belongs to this clone only: it hides itself from git, and its files are whole."""

import os
import secrets
from pathlib import Path
from shutil import rmtree
from typing import Final

from fabric.errors import StoreReadOnly

_IGNORE_ALL: Final = "# What only this clone needs; made by fabric.\n*\n"


def open_local_folder(folder: Path) -> None:
    """Make the folder where it is missing. Raises StoreReadOnly."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            write_whole(ignore, _IGNORE_ALL.encode())
    except OSError as error:
        raise StoreReadOnly(
            f"{folder} cannot be made: {error}.", "Give yourself the right to write there."
        ) from error


def write_whole(file: Path, content: bytes, *, durable: bool = False) -> None:
    """Write a file so that it is there whole or not at all. Raises OSError."""
    temporary = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("wb") as stream:
            temporary.chmod(0o600)
            stream.write(content)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)
    if durable:
        sync_folder(file.parent)


def sweep(folder: Path, begin: str) -> None:
    """Remove what a process that was killed left of files that only one at a time makes."""
    for each in folder.glob(f"{begin}*"):
        if each.is_dir():
            rmtree(each, ignore_errors=True)
        else:
            each.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make names in a folder survive a crash of the machine. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""What is installed around us: versions, other programs and packages of our name."""

import importlib.metadata
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fabric import __version__

OUR_DISTRIBUTION: Final = "bead-fabric"
_TIMEOUT_SECONDS: Final = 10


def own_version() -> str:
    """Our version, Python's, and where we are installed."""
    return f"bead-fabric {__version__}, Python {platform.python_version()} ({sys.prefix})"


def sqlite_version() -> str:
    """The version of Python's SQLite; empty where it cannot search in full text."""
    database = sqlite3.connect(":memory:")
    try:
        database.execute("CREATE VIRTUAL TABLE texts USING fts5(words)")
    except sqlite3.OperationalError:
        return ""
    finally:
        database.close()
    return sqlite3.sqlite_version


def other_packages(name: str = "fabric") -> list[str]:
    """Distributions in this environment, but ours, that bring a package of a name, sorted."""
    found = importlib.metadata.packages_distributions().get(name, [])
    return sorted({each for each in found if each.casefold() != OUR_DISTRIBUTION})


def command_on_path(name: str = "fabric") -> Path | None:
    """The program that a shell would run by a name."""
    found = shutil.which(name)
    return Path(found).resolve() if found else None


def own_command(name: str = "fabric") -> Path:
    """Where this environment keeps its program of a name."""
    return (Path(sys.executable).parent / name).resolve()


def program_version(name: str, arguments: Sequence[str] = ("--version",)) -> str:
    """The first line that a program says of its version; empty where it is not there or hangs."""
    found = shutil.which(name)
    if found is None:
        return ""
    try:
        done = subprocess.run(  # noqa: S603 -- a program that was found, asked for its version
            [found, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    return lines[0].strip() if lines else ""


def takes_files(folder: Path) -> bool:
    """Whether files can be made in a folder, which may still have to be made itself."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)

"""The plan of a migration on the disk: never written over another one."""

from pathlib import Path
from typing import Final

from fabric.errors import CouldNot, NotFound, Refused
from fabric.faces.cli.files import write_whole
from fabric.rules_files.plan_file import PlanEntry, read_plan

_MOST_BYTES: Final = 16 * 1024 * 1024


def write_plan_file(file: Path, text: str, *, dry_run: bool = False) -> None:
    """Write a plan. Raises Refused where another text is there already: somebody may have edited it."""
    if file.exists():
        if _read(file) == text:
            return
        raise Refused(
            f"{file} is there already, and may have been edited.",
            f"Apply it with `fabric migrate rules --plan {file} --apply`, or name another file.",
        )
    if not dry_run:
        write_whole(file, text)


def read_plan_file(file: Path) -> list[PlanEntry]:
    """The entries of a plan. Raises NotFound, CouldNot, BadSettings."""
    return read_plan(_read(file))


def _read(file: Path) -> str:
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise NotFound(
            f"There is no plan {file}.",
            f"Write it with `fabric migrate rules FILE… --plan {file}`.",
        ) from None
    except OSError as error:
        raise CouldNot(f"{file} cannot be read: {error.strerror}.", "Name a plan.") from error
    if len(data) > _MOST_BYTES:
        raise CouldNot(f"{file} is too large for a plan ({len(data):,} bytes).", "Split it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CouldNot(f"{file} is not UTF-8 (byte {error.start}).", "Save it as UTF-8.") from error

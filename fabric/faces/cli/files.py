"""Writing files so that nothing is lost."""

import os
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from fabric.errors import CouldNot, Refused
from fabric.models.bead import Bead
from fabric.services.source import Source


def refuse_to_lose(
    file: Path, source: Source, known: Callable[[Iterable[str]], Mapping[str, Bead]]
) -> None:
    """Raise Refused where a file holds beads or lines that writing it anew would lose."""
    there = known(bead.id for bead in source.beads)
    lost = sorted(bead.id for bead in source.beads if bead.id not in there)
    if lost:
        shown = ", ".join(lost[:5]) + (" …" if len(lost) > 5 else "")
        raise Refused(
            f"{file} holds {len(lost)} beads that the store lacks: {shown}.",
            f"Take them first with `fabric import {file}`, or say --force to lose them.",
        )
    if source.bad:
        raise Refused(
            f"{file} holds a line that cannot be read (line {source.bad[0].line}).",
            "Mend it first, or say --force to lose it.",
        )


def write_whole(file: Path, text: str) -> None:
    """Write a file in one step, through a link to what it points at. Raises CouldNot."""
    target = file.resolve()
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("wb") as stream:
            stream.write(text.encode("utf-8", "surrogatepass"))
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o7777)
        temporary.replace(target)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise CouldNot(
            f"{file} cannot be written: {error.strerror}.", "Nothing was changed."
        ) from error

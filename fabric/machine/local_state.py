"""What belongs to this machine and user: writer ids, trusted commands, what was seen; never copied."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from fabric.errors import CouldNot
from fabric.models.sighting import Sighting
from fabric.ports import Trust

_NAME_LENGTH: Final = 32


class FolderState:
    """A `ports.LocalState` in a folder of small files, each written once, whole."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def writer_id(self, store_url: str) -> str:
        """The id under which this machine writes the journal of a store, made at first need."""
        file = self._folder / "writers" / _name(store_url)
        known = _read(file)
        if not known:
            write = _write_once if known is None else _write  # an empty one holds no id
            write(file, f"w-{os.urandom(6).hex()}\n")
            known = _read(file) or ""
        return known.strip()

    def trusted(self, digest: str) -> Trust | None:
        """Whether a person trusted the memory with this digest here."""
        text = _read(self._folder / "trusted" / _name(digest))
        if text is None:
            return None
        try:
            return Trust(**json.loads(text))
        except (ValueError, TypeError):
            return None

    def trust(self, trust: Trust) -> None:
        """Remember that trust."""
        values = {"digest": trust.digest, "memory": trust.memory, "by": trust.by, "at": trust.at}
        text = json.dumps(values, ensure_ascii=False, sort_keys=True) + "\n"
        _write_once(self._folder / "trusted" / _name(trust.digest), text)

    def seen(self, store_url: str) -> list[Sighting]:
        """Entries of a store's journal that were seen here, oldest first."""
        lines = (_read(self._seen(store_url)) or "").split("\n")
        return [found for line in lines if (found := _sighting(line)) is not None]

    def saw(self, store_url: str, sighting: Sighting) -> None:
        """Remember one more; where that cannot be done, it is left out."""
        file = self._seen(store_url)
        # The store has confirmed by now: a full disk here is no reason to say that it has not.
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as lines:  # whole lines, also of two at once
                lines.write(_line(sighting))

    def keep_seen(self, store_url: str, sightings: Sequence[Sighting]) -> None:
        """Remember these in place of all that were seen before. Raises CouldNot."""
        _write(self._seen(store_url), "".join(map(_line, sightings)))

    def _seen(self, store_url: str) -> Path:
        return self._folder / "seen" / _name(store_url)


def _name(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:_NAME_LENGTH]


def _read(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise CouldNot(f"{file} cannot be read: {error}.", "Mend or remove it.") from error


def _line(sighting: Sighting) -> str:
    return json.dumps(list(sighting), ensure_ascii=True) + "\n"


def _sighting(line: str) -> Sighting | None:
    """What a line says; None for one that was cut short."""
    try:
        writer, sequence, own = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return None
    return Sighting(str(writer), sequence, str(own)) if isinstance(sequence, int) else None


def _write(file: Path, text: str) -> None:
    """Write a file whole, in place of what is there."""
    with _written(file, text) as temporary:
        temporary.replace(file)


def _write_once(file: Path, text: str) -> None:
    """Write a file whole; where two write at once the first one stays, for both."""
    with _written(file, text) as temporary:
        try:
            file.hardlink_to(temporary)
        except FileExistsError:
            pass
        finally:
            temporary.unlink()


@contextmanager
def _written(file: Path, text: str) -> Iterator[Path]:
    """A file with the text beside another, to be put in its place. Raises CouldNot."""
    temporary = file.with_name(f"{file.name}.{os.urandom(4).hex()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8")
        yield temporary
    except OSError as error:
        raise CouldNot(
            f"{file} cannot be written: {error}.",
            "Make that folder writable, or set FABRIC_STATE to another one.",
        ) from error

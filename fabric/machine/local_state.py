"""What belongs to this machine and user: writer ids and trusted commands; never copied along."""

import hashlib
import json
import secrets
from pathlib import Path
from typing import Final

from fabric.errors import CouldNot
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
        if known is None:
            _write_once(file, f"w-{secrets.token_hex(6)}\n")
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


def _name(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:_NAME_LENGTH]


def _read(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise CouldNot(f"{file} cannot be read: {error}.", "Mend or remove it.") from error


def _write_once(file: Path, text: str) -> None:
    """Write a file whole; where two write at once the first one stays, for both."""
    temporary = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8")
        try:
            file.hardlink_to(temporary)
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
    except OSError as error:
        raise CouldNot(
            f"{file} cannot be written: {error}.",
            "Make that folder writable, or set FABRIC_STATE to another one.",
        ) from error

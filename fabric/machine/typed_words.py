"""Words that a person typed and that nobody took yet: kept in a file until somebody does."""

import hashlib
import re
from pathlib import Path

from fabric.errors import CouldNot


class TypedWords:
    """A file of this machine, for one project and one purpose."""

    def __init__(self, folder: Path, root: Path, purpose: str) -> None:
        name = re.sub(r"[^a-z0-9]+", "-", f"{root.name}-{purpose}".casefold()).strip("-")
        mark = hashlib.sha256(f"{root.resolve()}\n{purpose}".encode()).hexdigest()[:8]
        self.file = folder / f"{name}-{mark}.md"

    def read(self) -> str | None:
        """What is kept; None where nothing is. Raises CouldNot."""
        try:
            return self.file.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as error:
            raise CouldNot(f"{self.file} is not UTF-8.", "Save it as UTF-8.") from error
        except OSError as error:
            raise CouldNot(
                f"{self.file} cannot be read: {error.strerror}.", "Mend or remove it."
            ) from error

    def keep(self, text: str) -> None:
        """Keep a text, for this user's eyes only. Raises CouldNot."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.touch(mode=0o600)
            self.file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CouldNot(
                f"{self.file} cannot be written: {error.strerror}.",
                "Make that folder writable, or set FABRIC_STATE to another one.",
            ) from error

    def drop(self) -> None:
        """Forget them: they were taken, or given up."""
        self.file.unlink(missing_ok=True)

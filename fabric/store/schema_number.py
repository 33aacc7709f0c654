"""The number of our schema: the newest revision in `migrations`, known without loading them."""

from typing import Final

from fabric.errors import StoreTooNew

SCHEMA_NUMBER: Final = 1
VERSION_TABLE: Final = "fabric_schema"
VERSION_COLUMN: Final = "version_num"  # Alembic's own name for it


def revision(number: int) -> str:
    """The name that a revision has in the version table."""
    return f"{number:04d}"


def known_number(name: str, place: str) -> int:
    """The number of a revision name; raises StoreTooNew for one that we do not know."""
    number = int(name) if name.isdecimal() else SCHEMA_NUMBER + 1
    if number > SCHEMA_NUMBER:
        raise StoreTooNew(
            f"{place} was made by a newer version of fabric (schema {name}, known up to "
            f"{revision(SCHEMA_NUMBER)}).",
            "Upgrade fabric here: pip install --upgrade bead-fabric.",
        )
    return number

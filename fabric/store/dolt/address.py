"""Where a Dolt server is: `dolt://user@host:port/database`, never with a password."""

from typing import Final
from urllib.parse import quote, unquote, urlsplit

from fabric.errors import WrongUse
from fabric.models.frozen import dataclass

_FORM: Final = "dolt://USER@HOST:PORT/DATABASE"
_DEFAULT_PORT: Final = 3307


@dataclass(frozen=True, slots=True)
class Address:
    """A database of a server, and who speaks to it."""

    user: str
    host: str
    port: int
    database: str

    @property
    def url(self) -> str:
        """The URL, without any password."""
        return f"dolt://{quote(self.user)}@{self.host}:{self.port}/{quote(self.database)}"


def parse_address(url: str) -> Address:
    """Read a URL. Raises WrongUse for another form, and for a password in it."""
    parts = urlsplit(url)
    try:
        port = parts.port or _DEFAULT_PORT
    except ValueError as error:
        raise WrongUse("The port of the Dolt server is no number.", f"Write {_FORM}.") from error
    if parts.password:
        raise WrongUse(
            "A password has no place in a URL: it ends in logs and histories.",
            "Set BEADS_DOLT_PASSWORD instead.",
        )
    database = unquote(parts.path.strip("/"))
    if parts.scheme != "dolt" or not parts.hostname or not database or "/" in database:
        raise WrongUse(f"{url!r} names no database of a Dolt server.", f"Write {_FORM}.")
    return Address(unquote(parts.username or "root"), parts.hostname, port, database)

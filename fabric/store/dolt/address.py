"""Where a Dolt server is: `dolt://user@host:port/database[?project=ID]`, never with a password."""

from typing import Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

from fabric.errors import WrongUse
from fabric.models.frozen import dataclass
from fabric.store.urls import without_password

_FORM: Final = "dolt://USER@HOST:PORT/DATABASE"
_DEFAULT_PORT: Final = 3307


@dataclass(frozen=True, slots=True)
class Address:
    """A database of a server, and who speaks to it; `project` is what its beads must belong to."""

    user: str
    host: str
    port: int
    database: str
    project: str = ""

    @property
    def url(self) -> str:
        """The URL, without any password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        place = f"dolt://{quote(self.user, safe='')}@{host}:{self.port}/{quote(self.database)}"
        return f"{place}?project={quote(self.project, safe='')}" if self.project else place


def parse_address(url: str) -> Address:
    """Read a URL. Raises WrongUse for another form, and for a password in it."""
    try:
        parts = urlsplit(url)
        (parts.hostname or "").encode("idna")  # as the driver does
    except ValueError as error:  # a bracket without its other half, a host that can be none
        shown = without_password(url)
        raise WrongUse(f"{shown!r} names no Dolt server: {error}.", f"Write {_FORM}.") from error
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
    project = parse_qs(parts.query).get("project", [""])[0]
    return Address(unquote(parts.username or "root"), parts.hostname, port, database, project)

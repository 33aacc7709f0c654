"""Where the Dolt server of a bd workspace is, as bd itself finds it; read anew each time."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fabric.errors import StoreUnavailable
from fabric.models.frozen import dataclass
from fabric.store.dolt.address import Address

_LOCAL: Final = "127.0.0.1"
_SHARED_PORT: Final = 3308
_LOCAL_HOSTS: Final = frozenset({_LOCAL, "localhost", "::1", "0.0.0.0"})  # noqa: S104  # compared only
_TRUE: Final = frozenset({"1", "true"})


@dataclass(frozen=True, slots=True)
class WorkspaceSettings:
    """What a `.beads` folder and the environment say about the server."""

    beads: Path
    metadata: Mapping[str, object]
    variables: Mapping[str, str]

    @property
    def is_server(self) -> bool:
        """Whether bd works on a server here, in bd's own order of reasons."""
        if self._variable("BEADS_DOLT_SERVER_MODE") == "1" or self._is_shared:
            return True
        if self._host not in _LOCAL_HOSTS:
            return True
        return self._text("dolt_mode").lower() == "server"

    def address(self) -> Address:
        """The database. Raises StoreUnavailable where bd's own server does not run."""
        port = self._port()
        if port is None:
            raise StoreUnavailable(
                f"The Dolt server of {self.beads} does not run: bd has named no port for it.",
                "Start it with `bd dolt start`, or name it in BEADS_DOLT_SERVER_PORT.",
            )
        user = self._variable("BEADS_DOLT_SERVER_USER") or self._text("dolt_server_user") or "root"
        database = self._variable("BEADS_DOLT_SERVER_DATABASE") or self._text("dolt_database")
        project = self._text("project_id")
        return Address(user, self._host, port, database or "beads", project)

    @property
    def _is_shared(self) -> bool:
        return self._variable("BEADS_DOLT_SHARED_SERVER").lower() in _TRUE

    @property
    def _host(self) -> str:
        named = self._variable("BEADS_DOLT_SERVER_HOST") or self._text("dolt_server_host")
        return named or self._line("dolt.host") or _LOCAL

    def _port(self) -> int | None:
        file = "" if self._host not in _LOCAL_HOSTS else _read(self.beads / "dolt-server.port")
        candidates = (
            self._variable("BEADS_DOLT_SERVER_PORT"),
            self._variable("BEADS_DOLT_PORT"),
            file.strip(),
            self._line("dolt.port"),
            self._text("dolt_server_port"),
            str(_SHARED_PORT) if self._is_shared else "",
        )
        return next((int(each) for each in candidates if each.isdecimal() and int(each)), None)

    def _variable(self, name: str) -> str:
        return self.variables.get(name, "").strip()

    def _text(self, key: str) -> str:
        value = self.metadata.get(key)
        return str(value).strip() if isinstance(value, str | int) else ""

    def _line(self, key: str) -> str:
        """A value of config.yaml, as `bd config set` writes it: one line a key."""
        line = re.compile(rf"""(?m)^{re.escape(key)}:[ \t]*["']?([^"'#\s]+)""")
        found = line.search(_read(self.beads / "config.yaml"))
        return found[1] if found else ""


def workspace_settings(beads: Path, variables: Mapping[str, str]) -> WorkspaceSettings:
    """Read the settings of a `.beads` folder. Raises StoreUnavailable where they are broken."""
    file = beads / "metadata.json"
    try:
        found: object = json.loads(_read(file) or "{}")
    except (ValueError, RecursionError) as error:
        raise StoreUnavailable(
            f"{file} cannot be read as JSON.", "Mend it, or name a store with --store."
        ) from error
    return WorkspaceSettings(beads, found if isinstance(found, dict) else {}, variables)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""

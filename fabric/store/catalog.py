"""The backends, one line each, and the one way to open a store."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path, PurePath
from typing import Final

from fabric.errors import WrongUse
from fabric.models.frozen import dataclass
from fabric.ports import Store
from fabric.store.opening import Opener, Opening, WriterId
from fabric.store.urls import without_password


@dataclass(frozen=True, slots=True)
class Backend:
    """A kind of store: the module that has its `open_backend`, and how its URLs look."""

    module: str
    form: str


BACKENDS: Final[Mapping[str, Backend]] = {
    "sqlite": Backend("fabric.store.backends.sqlite", "sqlite:///FILE"),
    "jsonl": Backend("fabric.store.backends.jsonl", "jsonl:FILE"),
    "bd": Backend("fabric.store.backends.bd_command", "bd:FOLDER"),
    "dolt": Backend("fabric.store.backends.dolt", "dolt://USER@HOST:PORT/DATABASE"),
    "memory": Backend("fabric.store.backends.memory", "memory:"),
}
"""By the scheme of the URL."""

_BY_SUFFIX: Final = {".jsonl": "jsonl:", ".db": "sqlite:///", ".sqlite": "sqlite:///"}


def open_store(
    url: str,
    *,
    writer_id: WriterId,
    create: bool = False,
    folder: Path | None = None,
    wait_seconds: float = 10.0,
    environment: Mapping[str, str] | None = None,
) -> Store:
    """Open the store behind a URL; only the module of its backend is loaded.

    `writer_id` names this machine's chain in the journal, or is a function that the first write
    calls. With `create`, a store that can be made is made where it is missing. Relative paths start
    at `folder` (the working folder). `environment` is the whole one of the programs that a store
    runs, and holds the password of a store that asks for one. Raises WrongUse for a URL that names
    no backend, StoreUnavailable, StoreTooNew, StoreReadOnly, StoreBusy.
    """
    opening = Opening(writer_id, create, folder or Path(), wait_seconds, environment or {})
    return open_as(url, opening)


def open_as(url: str, opening: Opening) -> Store:
    """Open the store behind a URL, with all that a backend can be told. Raises as `open_store`."""
    scheme, colon, place = url.partition(":")
    backend = BACKENDS.get(scheme) if colon else None
    if backend is None:
        raise _unknown(url, scheme if colon else "")
    opener: Opener = import_module(backend.module).open_backend
    return opener(place, opening)


def _unknown(url: str, scheme: str) -> WrongUse:
    shown = without_password(url)
    forms = ", ".join(backend.form for backend in BACKENDS.values())
    from difflib import get_close_matches  # noqa: PLC0415  # slow to load, and only a mistake needs it

    near = get_close_matches(scheme.casefold(), BACKENDS, n=1)
    if near:
        remedy = f"Did you mean {BACKENDS[near[0]].form}? Stores: {forms}."
    elif not scheme and (prefix := _BY_SUFFIX.get(PurePath(url).suffix)):
        remedy = f"Did you mean {prefix}{shown}? Stores: {forms}."
    else:
        remedy = f"Stores: {forms}."
    return WrongUse(f"{shown!r} names no kind of store that there is.", remedy)

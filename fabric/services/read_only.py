"""Stores that can only be read, and what to do about it."""

from fabric.errors import StoreReadOnly
from fabric.ports import Store

_REMEDIES = {
    "bd": "An older bd is only read: install bd 1.3 or newer.",
    "dolt": "The tables of an older bd are only read: bring the workspace to bd 1.3.",
    "jsonl": "An export is only read: name a store that can be written with --store.",
}
_OTHER = "Give yourself the right to write its file and folder, or name another with --store."


def read_only_remedy(store: Store) -> str:
    """What makes a store writable that is not."""
    return _REMEDIES.get(store.url.partition(":")[0], _OTHER)


def read_only(store: Store) -> StoreReadOnly:
    """The error of a change to a store that can only be read."""
    return StoreReadOnly(f"{store.url} can only be read.", read_only_remedy(store))

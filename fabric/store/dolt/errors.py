"""What a Dolt server says, in words that help."""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Final

import pymysql

from fabric.errors import ChangeRefused, FabricError, StoreReadOnly, StoreUnavailable, VersionsMoved
from fabric.store.dolt.address import Address

_CONFLICTS: Final = frozenset({1213, 1205})
_LOST: Final = frozenset({0, 2006, 2013, 2055})
_UNREACHABLE: Final = frozenset({2002, 2003, 2005})
_DENIED: Final = frozenset({1044, 1045, 1142, 1227})
_READ_ONLY: Final = frozenset({1290, 1792, 1836})
_NO_DATABASE: Final = 1049
_NO_TARGET: Final = 1452
_WORDS: Final = 240
_HALF: Final = 100
_KEY: Final = re.compile(r"key: `?\[?([^\]`]*)\]?`?")


@contextmanager
def explained(address: Address, touched: Collection[str] = ()) -> Iterator[None]:
    """Turn what the driver raises into our errors; `touched` are the ids that were written."""
    try:
        yield
    except (pymysql.MySQLError, OSError, UnicodeError) as error:
        raise explain(error, address, touched) from error


def explain(error: BaseException, address: Address, touched: Collection[str] = ()) -> FabricError:
    """Our error for one of the driver's."""
    code, words = code_of(error)
    if code in _CONFLICTS:
        return VersionsMoved(tuple(sorted(touched)) or ("the database",))
    return _unreachable(code, words, address) or _refused(code, words, address)


def is_conflict(error: pymysql.MySQLError) -> bool:
    """Whether somebody else was faster; nothing was stored then."""
    return code_of(error)[0] in _CONFLICTS


def code_of(error: BaseException) -> tuple[int, str]:
    """The number and the words of a driver's error; -1 where it has no number."""
    arguments = error.args
    code = arguments[0] if arguments and isinstance(arguments[0], int) else -1
    words = str(arguments[1]) if len(arguments) > 1 else str(error)
    return code, words if len(words) <= _WORDS else f"{words[:_HALF]} ... {words[-_HALF:]}"


def _unreachable(code: int, words: str, address: Address) -> FabricError | None:
    place = f"Dolt server at {address.host}:{address.port}"
    if code in _UNREACHABLE:
        return StoreUnavailable(
            f"The {place} does not answer.",
            "Is it running (`bd dolt status`)? A server that bd owns changes its port when it "
            "starts again: let `fabric` find it, or name the new port.",
        )
    if code in _LOST:
        return StoreUnavailable(
            f"The connection to the {place} was lost, or the server took too long.",
            "Nothing half-written stays; run the command again.",
        )
    if code in _DENIED:
        return StoreUnavailable(
            f"{address.user} may not use {address.database} on the {place}.",
            "Check the user (BEADS_DOLT_SERVER_USER, or the one in the URL) and BEADS_DOLT_PASSWORD.",
        )
    if code == _NO_DATABASE or "database not found" in words:
        return StoreUnavailable(
            f"There is no database {address.database} on the {place}.",
            "`bd context --json` names the database of a workspace.",
        )
    return None


def _refused(code: int, words: str, address: Address) -> FabricError:
    place = f"{address.database} on the Dolt server at {address.host}:{address.port}"
    if code == _NO_TARGET:
        found = _KEY.search(words)
        named = f" {found[1]}" if found else ""
        return ChangeRefused(
            f"A dependency points at a bead that is not there:{named}; nothing was written.",
            "bd keeps no edges into nothing: make that bead first, or leave the edge out.",
        )
    if code in _READ_ONLY or "read only" in words or "read-only" in words:
        return StoreReadOnly(f"{place} can only be read.", "Use the primary server.")
    return ChangeRefused(f"{place} refused: {words}; nothing was written.", "Mend that, and retry.")

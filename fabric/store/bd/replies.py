"""What bd answered: JSON in an envelope or bare, errors on either stream, in JSON or in words."""

import json
from collections.abc import Mapping
from typing import Final

from fabric.errors import CouldNot, StoreBusy, StoreUnavailable
from fabric.store.bd.command import Reply

GUARD_FAILED: Final = 13
"""Exit status of an update whose `--if-status` or `--if-assignee` did not hold."""

_LOCKED: Final = ("database is locked", "locked by another", "lock timeout", "held by another")
_ABSENT: Final = ("no beads database", "no_beads_directory", "no beads directory")
_NOISE: Final = ("usage:", "flags:", "exit code", "hint:", "warning:", "⚠")


def data_of(reply: Reply) -> object:
    """What a command answered as JSON, without the envelope. Raises StoreUnavailable."""
    try:
        answer: object = json.loads(reply.out)
    except (ValueError, RecursionError) as error:
        raise StoreUnavailable(
            f"`bd {reply.arguments[0]}` answered something that is no JSON.",
            "Look whether this bd is one that Bead Fabric knows: bd version.",
        ) from error
    return unwrapped(answer)


def unwrapped(answer: object) -> object:
    """An answer without bd's envelope, which older ones do not have."""
    if isinstance(answer, dict) and answer.keys() == {"data", "schema_version"}:
        return answer["data"]
    return answer


def rows_in(data: object) -> list[Mapping[str, object]]:
    """The objects of a listing, or the one object; some lists are null when they are empty."""
    listed = data if isinstance(data, list) else [data]
    return [each for each in listed if isinstance(each, dict)]


def table_in(data: object) -> Mapping[str, object]:
    """The one object that was answered; empty for anything else."""
    return data if isinstance(data, dict) else {}


def texts(value: object) -> tuple[str, ...]:
    """The texts of a list, in order; none for anything else."""
    if not isinstance(value, list):
        return ()
    return tuple(each for each in value if isinstance(each, str))


def complaint(reply: Reply) -> str:
    """What bd says is wrong: from JSON on standard output, on the error stream, or in words."""
    for text in (reply.out.decode("utf-8", "replace"), reply.err):
        found = _said(_first_object(text))
        if found:
            return found
    words = [line.strip() for line in reply.err.splitlines() if _is_word(line)]
    told = words[0] if words else ""
    return told.removeprefix("Error:").strip().rstrip(".") or f"exit {reply.exit}"


def unreadable(reply: Reply) -> CouldNot:
    """The error that a refused read is."""
    told = complaint(reply)
    plain = told.casefold()
    if any(sign in plain for sign in _LOCKED):
        return StoreBusy(
            f"Another process holds the bd workspace: {told}.",
            "Wait for it, or look for a Dolt server on the same folder; then run this again.",
        )
    if any(sign in plain for sign in _ABSENT):
        return StoreUnavailable(f"bd finds no workspace here: {told}.", "Run `bd init` first.")
    return StoreUnavailable(
        f"`bd {reply.arguments[0]}` failed: {told}.", "Run that command, or `bd doctor`, by hand."
    )


def is_lock(told: str) -> bool:
    """Whether bd complains that somebody else holds the workspace."""
    return any(sign in told.casefold() for sign in _LOCKED)


def _first_object(text: str) -> object:
    """The first JSON object in a text, which may stand among words and over several lines."""
    start = text.find("{")
    if start < 0:
        return None
    try:
        found: object = json.JSONDecoder().raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None
    return found


def _said(found: object) -> str:
    if not isinstance(found, dict):
        return ""
    inner = found.get("data")
    table = inner if isinstance(inner, dict) else found
    failed = table.get("failed")
    if isinstance(failed, list):
        reasons = [str(each["error"]) for each in failed if _has_error(each)]
        if reasons:
            return "; ".join(reasons).rstrip(".")
    said = table.get("error")
    return said.strip().rstrip(".") if isinstance(said, str) else ""


def _has_error(each: object) -> bool:
    return isinstance(each, dict) and isinstance(each.get("error"), str)


def _is_word(line: str) -> bool:
    plain = line.strip().casefold()
    return bool(plain) and not plain.startswith(_NOISE)

"""What `bd update` can do of a difference, as one guarded command."""

import re
from typing import Final

from fabric.store.bd.differences import OPTIONS, Difference
from fabric.store.bd.steps import Update

_FILES: Final = {"description": "--body-file", "design": "--design-file"}
_MOST_BYTES: Final = 60_000
"""An argument of a process may not be much longer than 128 KiB."""

_KEY: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_./]*")
"""Metadata keys that bd can take away."""

_NO_ARGUMENT: Final = re.compile("[\0\ud800-\udfff]")
"""What no argument of a process can hold."""

_FORCE: Final = "--force"
_IN_PROGRESS: Final = "in_progress"


def needs_import(difference: Difference) -> bool:
    """Whether only an import of the whole row can write what differs."""
    ends = difference.is_closing or difference.is_opening
    return (
        (bool(difference.by_import) and not ends)
        or any(_is_long(difference, name) for name in difference.options if name not in _FILES)
        or any(_NO_ARGUMENT.search(str(getattr(difference.after, n))) for n in difference.options)
        or not all(_KEY.fullmatch(key) for key in difference.metadata_gone)
    )


def update_of(difference: Difference, actor: str) -> Update | None:
    """The update that writes fields, metadata and labels; None where none is needed."""
    before = difference.before
    if needs_import(difference):
        return removal_of(difference)
    options, claim = _moves(difference, actor)
    forced = _FORCE in options
    named = [name for name in difference.options if not _goes_by_file(difference, name)]
    options += [_option(difference, name) for name in named]
    guarded = bool(options or difference.metadata or claim)
    if not (guarded or difference.metadata_gone or difference.labels_gone or _files(difference)):
        return None
    return Update(
        bead_id=before.id,
        status="open" if difference.is_opening else before.status,
        assignee=before.assignee,
        options=(*options, *_labels(difference)),
        files=_files(difference),
        metadata=difference.metadata,
        unset=difference.metadata_gone,
        claim=claim,
        guarded=not claim and bool(options or difference.metadata or _files(difference)),
        forced=forced,
    )


def removal_of(difference: Difference) -> Update | None:
    """The update that takes labels away, which an import never does; None where none goes."""
    if not difference.labels_gone:
        return None
    before = difference.before
    gone = tuple(f"--remove-label={_as_csv(label)}" for label in difference.labels_gone)
    return Update(before.id, before.status, before.assignee, options=gone, guarded=False)


def _moves(difference: Difference, actor: str) -> tuple[list[str], bool]:
    """Options that set status and assignee, and whether bd's own claim does it."""
    before, after = difference.before, difference.after
    if not difference.moves:
        return [], False
    free = before.status == "open" and before.assignee in {"", actor}
    if free and after.status == _IN_PROGRESS and after.assignee == actor:
        return [], True
    options = []
    if difference.changes_status:
        options.append(f"--status={after.status}")
    if after.assignee != before.assignee:
        options.append(f"--assignee={after.assignee}")
        if before.assignee and before.status == _IN_PROGRESS:
            options.append(_FORCE)  # bd guards another's claim; whether to take it is decided
    return options, False


def _option(difference: Difference, name: str) -> str:
    old, new = getattr(difference.before, name), getattr(difference.after, name)
    if name == "notes" and old and new.startswith(f"{old}\n"):
        return f"--append-notes={new.removeprefix(old)[1:]}"
    return f"{OPTIONS[name]}={new}"


def _labels(difference: Difference) -> tuple[str, ...]:
    gone = [f"--remove-label={_as_csv(label)}" for label in difference.labels_gone]
    return (*gone, *(f"--add-label={_as_csv(label)}" for label in difference.labels))


def _as_csv(label: str) -> str:
    """As one value of an option that bd splits at commas."""
    quoted = label.replace('"', '""')
    return f'"{quoted}"' if set(label) & set(',"\n') else label


def _files(difference: Difference) -> dict[str, str]:
    long = [name for name in difference.options if _goes_by_file(difference, name)]
    return {_FILES[name]: getattr(difference.after, name) for name in long}


def _goes_by_file(difference: Difference, name: str) -> bool:
    return name in _FILES and _is_long(difference, name)


def _is_long(difference: Difference, name: str) -> bool:
    return len(str(getattr(difference.after, name)).encode("utf-8", "replace")) > _MOST_BYTES

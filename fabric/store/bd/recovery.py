"""What is left to write of a change set whose writer ended in the middle; pure.

It goes forward: what is still as it was becomes what was meant, what is there already stays. Where
somebody else made a third thing of it meanwhile, nothing of it is written over.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from fabric.errors import ChangeRefused
from fabric.models.bead import Bead, Comment
from fabric.models.frozen import replace
from fabric.models.instants import parse_instant
from fabric.models.version import bead_version
from fabric.store.bd.differences import OPTIONS, Difference
from fabric.store.bd.intent import Intent
from fabric.store.bd.snapshot import Snapshot

_FIELDS: Final = (*OPTIONS, "assignee")
_WHEN_CLOSED: Final = ("closed_at", "close_reason")
_OF_A_STATUS: Final = ("status", "pinned", *_WHEN_CLOSED)


def has_begun(intent: Intent, found: Snapshot, rows: Mapping[str, str]) -> bool:
    """Whether a part of it is there: less is left than it set out to change.

    Raises ChangeRefused as `beads_meant` does.
    """
    for bead_id, after in intent.after.items():
        before, now = intent.before.get(bead_id), found.plain(bead_id)
        meant = _meant(intent, bead_id, found)
        if before is None or now is None:
            if now is not None:
                return True
            continue
        left = Difference(now, meant)
        if left.count < Difference(before, after).count or left.comments != after.comments:
            return True
    return any(rows.get(key) == value for key, value in intent.config.items())


def beads_meant(intent: Intent, found: Snapshot) -> dict[str, Bead]:
    """The touched beads as they shall be, those left out that are so already.

    Raises ChangeRefused where somebody else changed what the change set changes or relied on.
    """
    for bead_id, version in intent.relies_on.items():
        if bead_id not in intent.after and bead_version(found.plain(bead_id)) != version:
            raise _made_otherwise(bead_id, "it")
    meant = {each: _meant(intent, each, found) for each in intent.after}
    return {each: bead for each, bead in meant.items() if bead != found.plain(each)}


def rows_meant(intent: Intent, found: Mapping[str, str]) -> dict[str, str | None]:
    """The config rows as they shall be (None: gone), those left out that are so already.

    Raises ChangeRefused where somebody else set one meanwhile.
    """
    left = {key: value for key, value in intent.config.items() if found.get(key) != value}
    for key in left:
        if found.get(key) != intent.config_before.get(key):
            raise _made_otherwise(key, "it")
    return left


def _meant(intent: Intent, bead_id: str, snapshot: Snapshot) -> Bead:
    before, after = intent.before.get(bead_id), intent.after[bead_id]
    found = snapshot.plain(bead_id)
    if found is None and before is None:
        return after
    if found is None:
        raise _made_otherwise(bead_id, "it")
    merged = _merged(Difference(before or Bead(id=bead_id), after), found)
    return replace(merged, comments=_comments_left(after, snapshot))


def _comments_left(after: Bead, snapshot: Snapshot) -> tuple[Comment, ...]:
    """All comments of a change where one is missing: bd knows those that it has."""
    if not after.comments:
        return ()
    found = snapshot.whole(after.id)
    there = {_said(each) for each in found.comments} if found is not None else set()
    return () if there.issuperset(map(_said, after.comments)) else after.comments


def _said(comment: Comment) -> tuple[str, str, datetime | None]:
    return comment.author, comment.text.strip(), parse_instant(comment.created_at)


def _merged(change: Difference, found: Bead) -> Bead:
    """What was found, with what the change would have made of it."""
    added = {(edge.depends_on_id, edge.type): edge for edge in change.edges}
    gone = {(edge.depends_on_id, edge.type) for edge in change.edges_gone}
    there = {(edge.depends_on_id, edge.type): edge for edge in found.dependencies}
    edges = {key: edge for key, edge in (added | there).items() if key not in gone}
    labels = ({*found.labels} | {*change.labels}) - {*change.labels_gone}
    merged = replace(
        found,
        metadata=_metadata(change, found),
        labels=tuple(sorted(labels)),
        dependencies=tuple(sorted(edges.values(), key=lambda edge: edge.order)),
    )
    return _with_status(change, _with_fields(change, merged))


def _with_fields(change: Difference, found: Bead) -> Bead:
    values: dict[str, object] = {}
    for name in _FIELDS:
        old, new, now = (getattr(each, name) for each in (change.before, change.after, found))
        if old != new and str(now).strip() != str(new).strip():  # bd keeps no blanks at the ends
            if now != old:
                raise _made_otherwise(found.id, f"its {name}")
            values[name] = new
    return replace(found, **values)  # type: ignore[arg-type]  # fields by name


def _metadata(change: Difference, found: Bead) -> dict[str, object]:
    old, new, now = change.before.metadata, change.after.metadata, dict(found.metadata)
    for key in (*change.metadata, *change.metadata_gone):
        if _same(key, now, new):
            continue
        if not _same(key, now, old):
            raise _made_otherwise(found.id, f"its metadata {key}")
        now.pop(key, None)
        if key in new:
            now[key] = new[key]
    return now


def _same(key: str, one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    return (key in one) == (key in other) and one.get(key) == other.get(key)


def _with_status(change: Difference, found: Bead) -> Bead:
    """The status with all that goes with it, of which bd decides a part."""
    before, after = change.before, change.after
    names: tuple[str, ...]
    if after.status != before.status:
        names = () if found.status == after.status else _OF_A_STATUS
    else:
        is_new_ending = after.close_reason not in {before.close_reason, found.close_reason}
        names = _WHEN_CLOSED if is_new_ending else ()
    if names and found.status != before.status:
        raise _made_otherwise(found.id, "its status")
    return replace(found, **{name: getattr(after, name) for name in names})


def _made_otherwise(name: str, what: str) -> ChangeRefused:
    return ChangeRefused(
        f"Somebody changed {name} meanwhile: {what} is another.",
        "Look at it, and run the command again.",
    )

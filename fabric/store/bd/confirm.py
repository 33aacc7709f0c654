"""Whether a workspace holds what was written: bd drops some things without a word."""

from collections.abc import Iterator, Mapping

from fabric.models.bead import Bead
from fabric.store.bd.differences import OPTIONS, Difference
from fabric.store.bd.snapshot import Snapshot


def unmet(
    before: Mapping[str, Bead], after: Mapping[str, Bead], found: Snapshot
) -> list[tuple[str, str]]:
    """What of a change is not there, as (bead id, what is wrong), in the order of ids.

    Fields of text are not looked at (see `other_words`): bd answers for them at once.
    """
    return [
        (bead_id, problem)
        for bead_id, bead in after.items()
        if not bead.is_deleted
        for problem in _problems(before.get(bead_id), bead, found.plain(bead_id))
    ]


def distinct_comments(bead: Bead) -> int:
    """How many comments of a bead bd keeps apart."""
    return len({(each.author, each.text, each.created_at) for each in bead.comments})


def other_words(
    before: Mapping[str, Bead], after: Mapping[str, Bead], found: Snapshot
) -> list[tuple[str, str]]:
    """Fields that a change was to write and that say something else, blanks at the ends aside."""
    different = []
    for bead_id, bead in after.items():
        now = found.plain(bead_id)
        old = before.get(bead_id, Bead(id=bead_id))
        for name in (*OPTIONS, "assignee", "status"):
            wanted, have = getattr(bead, name), getattr(now, name, None)
            if wanted != getattr(old, name) and str(wanted).strip() != str(have).strip():
                different.append((bead_id, f"its {name} is another"))
    return different


def _problems(before: Bead | None, after: Bead, found: Bead | None) -> Iterator[str]:
    if found is None:
        yield "it is not there"
        return
    change = Difference(before or Bead(id=after.id), after)
    yield from _lists(change, found)
    for key, value in change.metadata.items():
        if found.metadata.get(key) != value:
            yield f"its metadata {key} is another"
    yield from (f"it still has metadata {k}" for k in change.metadata_gone if k in found.metadata)
    if after.is_closed != found.is_closed:
        yield f"it is {found.status}"
    stays = before is None or (before.pinned and not change.changes_status)
    if after.pinned and stays and not found.pinned:
        yield "it is not pinned"


def _lists(change: Difference, found: Bead) -> Iterator[str]:
    """Labels and dependencies that do not hold."""
    labels, edges = set(found.labels), {(e.depends_on_id, e.type) for e in found.dependencies}
    yield from (f"it lacks the label {each}" for each in change.labels if each not in labels)
    yield from (f"it still has the label {each}" for each in change.labels_gone if each in labels)
    for edge in change.edges:
        if (edge.depends_on_id, edge.type) not in edges:
            yield f"it lacks the dependency {edge.type} on {edge.depends_on_id}"
    for edge in change.edges_gone:
        if (edge.depends_on_id, edge.type) in edges:
            yield f"it still has the dependency {edge.type} on {edge.depends_on_id}"

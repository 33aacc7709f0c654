"""What a `BeadQuery` asks, as a predicate: the meaning that every backend keeps."""

from fabric.models.bead import Bead
from fabric.models.instants import parse_instant
from fabric.models.query import BeadQuery


def matches(bead: Bead, query: BeadQuery) -> bool:
    """Whether a bead is asked for."""
    return (
        all(bead.has(label) for label in query.labels_all)
        and (not query.labels_any or any(bead.has(label) for label in query.labels_any))
        and (not query.statuses or bead.status in query.statuses)
        and bead.status not in query.not_statuses
        and (not query.issue_types or bead.issue_type in query.issue_types)
        and (not query.points_at or _points(bead, query))
        and (not query.closed_since or _closed_since(bead, query.closed_since))
    )


def _points(bead: Bead, query: BeadQuery) -> bool:
    return any(
        edge.depends_on_id in query.points_at
        and (not query.by_types or edge.type in query.by_types)
        for edge in bead.dependencies
    )


def _closed_since(bead: Bead, since: str) -> bool:
    closed, begin = parse_instant(bead.closed_at), parse_instant(since)
    return closed is not None and begin is not None and closed >= begin

"""What one import carries: new beads, additions, whole rows, notes; and what bd would drop of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from fabric.errors import ChangeRefused
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.models.frozen import replace
from fabric.models.instants import parse_instant
from fabric.store.bd.differences import Difference
from fabric.store.bd.steps import Addition, Load
from fabric.store.bd.updates import needs_import, update_of

Exists = Callable[[str], bool]

_SHOWN: Final = 3
_NO_METADATA: Final = "{}"


def loads(
    new: Sequence[Bead],
    whole: Sequence[Difference],
    parts: Sequence[Difference],
    notes: Mapping[str, str],
) -> list[Load]:
    """One import, and a second one for rows that must win although they are no newer.

    `whole` are beads that an import replaces, `parts` those of which operations change something.
    """
    rewritten = [each for each in whole if each.says_otherwise]
    newer = [each.after for each in rewritten if _is_newer(each)]
    older = [each.after for each in rewritten if not _is_newer(each)]
    amended = [_dated(each) for each in parts if needs_import(each)]
    additions = [_addition(each, each.labels) for each in whole if not each.says_otherwise]
    additions += [_addition(each, _left_labels(each)) for each in parts if not needs_import(each)]
    added = tuple(each for each in additions if each is not None)
    main = Load(tuple(new), added, tuple(newer), tuple(amended), notes)
    second = Load(replaced=tuple(older), overrides=True)
    return [each for each in (main, second) if not each.is_empty]


def plain_edges(load: Load) -> tuple[Dependency, ...] | None:
    """The edges of an import that carries nothing else, all of them ordinary; else None."""
    if load.new or load.replaced or load.amended or load.notes:
        return None
    if any(each.labels or each.comments for each in load.additions):
        return None
    edges = tuple(edge for each in load.additions for edge in each.dependencies)
    return edges if all(_is_plain(edge) for edge in edges) else None


def in_place_of_others(difference: Difference) -> tuple[Dependency, ...]:
    """Edges on a pair that had another type: an import would drop them without a word."""
    cleared = {edge.depends_on_id for edge in difference.edges_gone}
    return tuple(edge for edge in difference.edges if edge.depends_on_id in cleared)


def insist_on_edges(new: Iterable[Bead], changed: Iterable[Difference], exists: Exists) -> None:
    """Raises ChangeRefused for edges that bd cannot keep: to nowhere, or two on one pair."""
    coming = list(new)
    ids = {bead.id for bead in coming}
    edges = [edge for bead in coming for edge in bead.dependencies]
    edges += [edge for each in changed for edge in each.edges]
    lost = [
        e
        for e in edges
        if _stays_here(e) and not (e.depends_on_id in ids or exists(e.depends_on_id))
    ]
    if lost:
        raise ChangeRefused(
            f"bd keeps no dependency on a bead that is not there: {_told(lost)}.",
            "Bring those beads too, or leave these dependencies out; nothing was written.",
        )
    after = [*coming, *(each.after for each in changed)]
    double = [edge for bead in after for edge in _doubles(bead)]
    if double:
        raise ChangeRefused(
            f"bd keeps one dependency a pair, and these say two: {_told(double)}.",
            "Leave one of them out; nothing was written.",
        )


def _addition(difference: Difference, labels: tuple[str, ...]) -> Addition | None:
    in_batch = in_place_of_others(difference)
    edges = tuple(edge for edge in difference.edges if edge not in in_batch)
    if not (labels or edges or difference.comments):
        return None
    return Addition(difference.before, labels, edges, difference.comments)


def _left_labels(difference: Difference) -> tuple[str, ...]:
    """The labels to add, where no update takes them along."""
    return () if update_of(difference, "") is not None else difference.labels


def _dated(difference: Difference) -> Bead:
    """The whole row, with the time that bd has for the bead."""
    return replace(difference.after, updated_at=difference.before.updated_at)


def _is_newer(difference: Difference) -> bool:
    old, new = (
        parse_instant(difference.before.updated_at),
        parse_instant(difference.after.updated_at),
    )
    return old is not None and new is not None and new > old


def _is_plain(edge: Dependency) -> bool:
    kept = edge.metadata != _NO_METADATA or edge.thread_id or edge.extra
    return not (kept or edge.is_external)


def _stays_here(edge: Dependency) -> bool:
    """Whether both ends are of one project: bd takes another prefix for another project."""
    ends = {each.partition("-")[0] for each in edge.pair}
    return not edge.is_external and len(ends) == 1


def _doubles(bead: Bead) -> list[Dependency]:
    count = Counter(edge.depends_on_id for edge in bead.dependencies)
    return [edge for edge in bead.dependencies if count[edge.depends_on_id] > 1]


def _told(edges: Sequence[Dependency]) -> str:
    shown = ", ".join(f"{e.issue_id} {e.type} {e.depends_on_id}" for e in edges[:_SHOWN])
    return f"{shown} and {len(edges) - _SHOWN} more" if len(edges) > _SHOWN else shown

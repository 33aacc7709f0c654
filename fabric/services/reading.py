"""Reads just the part of the graph that a question needs; what was looked for and is not there is told."""

from collections.abc import Iterable
from typing import Final

from fabric.errors import NotFound, WrongUse
from fabric.graph.applies import declared_domains
from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.fabric_object import fabric_object
from fabric.models.memory import ids_of, text_of
from fabric.models.settings import Settings
from fabric.models.words import (
    ANCHOR,
    BLOCKING_TYPES,
    CONTRACT,
    CONTRACT_KEY,
    FINISHED_STATUSES,
    MEMORY_LABELS,
    PARENT_CHILD,
    RECEIPT_KEY,
    RELATION_TYPES,
    SUPERSEDES,
    TOMBSTONE,
)
from fabric.ports import BeadQuery, MemoryQuery, Store
from fabric.services.gathering import Gathering, carries_memory

_AMBIGUOUS_SHOWN: Final = 5
_FINISHED: Final = tuple(sorted(FINISHED_STATUSES))
_RELATIONS: Final = tuple(sorted(RELATION_TYPES))
_TELLING: Final = tuple(sorted({*BLOCKING_TYPES, PARENT_CHILD, SUPERSEDES}))
"""What rules ask about memories and anchors beside relations."""


class Part(Gathering):
    """A growing part of a store's graph."""

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store)
        self._settings = settings

    def graph(self) -> BeadGraph:
        """The part as a graph."""
        return BeadGraph(self.beads, self._settings, absent=self.absent)


def resolve_id(store: Store, text: str) -> str:
    """The id that a text means: itself, or the only one that begins with it.

    Raises NotFound, or WrongUse where several begin with it.
    """
    name = text.strip()
    if not name:
        raise WrongUse("An empty id was given.", "Give the id of a bead.")
    if store.beads((name,)):
        return name
    found = store.ids_with_prefix(name, _AMBIGUOUS_SHOWN)
    if not found:
        raise NotFound(
            f"There is no bead {name}.", "`fabric list` and `fabric work list` show ids."
        )
    if len(found) > 1:
        raise WrongUse(f"{name} could be {', '.join(found)}.", "Give more of the id.")
    return found[0]


def read_bead(store: Store, text: str) -> Bead:
    """The bead that an id or a unique prefix means. Raises NotFound, WrongUse."""
    bead = store.bead(text.strip()) or store.bead(resolve_id(store, text))
    if bead is None or bead.status == TOMBSTONE:
        raise NotFound(f"Bead {text} was deleted.", "Name another one.")
    return bead


def insist_on_work(graph: BeadGraph, bead: Bead, remedy: str) -> None:
    """Raise WrongUse where a bead is a memory, an anchor or a contract."""
    kind = graph.kind(bead.id)
    if kind not in {"work", "other"}:
        article = "an" if kind == "anchor" else "a"
        raise WrongUse(f"{bead.id} is {article} {kind}, not a work item.", remedy)


def all_memories(store: Store, settings: Settings) -> Part:
    """Every memory in whatever state, every anchor, and their lines."""
    part = Part(store, settings)
    part.find(BeadQuery(labels_any=(ANCHOR,)))
    part.follow_lines(part.find(BeadQuery(labels_any=MEMORY_LABELS)))
    return part


def around_work(
    store: Store, settings: Settings, works: Iterable[Bead], more_domains: tuple[str, ...] = ()
) -> Part:
    """What decides about work items: family, contracts, anchors, and memories that may bind them."""
    items = list(works)
    part = family(store, settings, items)
    domains = domains_about(part.graph(), items, more_domains)
    if domains:
        part.find(MemoryQuery(domains).whole)
    follow_named(part)
    return part


def family(
    store: Store, settings: Settings, works: Iterable[Bead], *, spare_edges: bool = False
) -> Part:
    """Work items with what stands around them: ancestors, contracts, what they relate to, anchors.

    With `spare_edges`, an anchor that is nothing else to them may lack all but its successions.
    """
    part = Part(store, settings)
    items = list(works)
    part.add(items)
    ids = tuple(bead.id for bead in items)
    _add_ancestors(part, items)
    if ids:
        part.find(BeadQuery(points_at=ids))
    part.fetch(edge.depends_on_id for bead in items for edge in bead.dependencies)
    part.fetch(each for bead in items for each in store.ids_with_prefix(f"{bead.id}-mc", 100))
    anchors = BeadQuery(labels_any=(ANCHOR,))
    part.find(
        anchors._replace(by_types=(SUPERSEDES,), spare_edges=True) if spare_edges else anchors
    )
    return part


def domains_about(
    graph: BeadGraph, works: Iterable[Bead], more_domains: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The domains whose memories may bind one of the work items, sorted."""
    declared = {label for bead in works for label in declared_domains(graph, bead)}
    always = {each.label for each in graph.domains if each.always}
    return tuple(sorted({*declared, *more_domains, *always}))


def follow_named(part: Part) -> None:
    """Add the memories that receipts and contracts name, and all lines of succession to their ends."""
    part.fetch(_named_memories(part.beads))
    part.follow_lines(bead for bead in part.beads if carries_memory(bead))


def for_lint(store: Store, settings: Settings) -> Part:
    """What bare `lint` looks at: memories, anchors, contracts, active work and their neighbours."""
    work = settings.work
    # With their comments: one of them may acknowledge the memories.
    active = store.find(
        BeadQuery(
            statuses=tuple(work.active_statuses),
            issue_types=tuple(work.types),
            with_comments=True,
        )
    )
    closed: list[Bead] = []
    if work.adopted:
        closed = store.find(BeadQuery(closed_since=work.adopted, issue_types=tuple(work.types)))
    part = around_work(store, settings, [*active, *closed])
    # Closed contracts come with the work that is looked at: of all there ever were, most are history.
    part.find(BeadQuery(labels_any=(CONTRACT,), not_statuses=_FINISHED))
    part.follow_lines(part.find(BeadQuery(labels_any=MEMORY_LABELS)))
    own = [bead for bead in part.beads if _is_ours(bead)]
    part.fetch(edge.depends_on_id for bead in own for edge in bead.dependencies)
    part.fetch(each for bead in own for each in _evidence(bead))
    contracts = tuple(bead.id for bead in own if bead.has(CONTRACT) and not bead.is_finished)
    others = tuple(bead.id for bead in own if not bead.has(CONTRACT))
    # What relates to a contract are its memories, which are there already, and of a finished one its
    # work is.
    if contracts:
        part.find(BeadQuery(points_at=contracts, by_types=tuple(sorted(BLOCKING_TYPES))))
    if not others:  # nothing of ours is here yet: whatever is here can be looked at
        part.find(BeadQuery())
        return part
    # A memory is pointed at by all work that it was ever given to; what is finished says nothing new.
    part.find(BeadQuery(points_at=others, by_types=_RELATIONS, not_statuses=_FINISHED))
    part.find(BeadQuery(points_at=others, by_types=_TELLING))
    return part


def _evidence(memory: Bead) -> Iterable[str]:
    yield from ids_of(fabric_object(memory.metadata).get("evidence"))
    yield from ids_of(memory.metadata.get("evidence_ids"))


def _add_ancestors(part: Part, beads: list[Bead]) -> None:
    todo = beads
    while todo:
        todo = part.fetch(bead.parent for bead in todo if bead.parent)


def _named_memories(beads: Iterable[Bead]) -> Iterable[str]:
    """Ids of memories and contracts that receipts and contracts name, as plain data: there are many."""
    for bead in beads:
        if RECEIPT_KEY in bead.metadata:
            receipt = fabric_object(bead.metadata, RECEIPT_KEY)
            yield from _ids(receipt.get("memories"), "id")
            yield text_of(receipt.get("contract"))
        if CONTRACT_KEY in bead.metadata:
            yield from _ids(fabric_object(bead.metadata, CONTRACT_KEY).get("clauses"), "memory")


def _ids(rows: object, key: str) -> Iterable[str]:
    items = rows if isinstance(rows, list) else []
    return [text_of(each.get(key)) for each in items if isinstance(each, dict)]


def _is_ours(bead: Bead) -> bool:
    return carries_memory(bead) or bead.has(ANCHOR) or bead.has(CONTRACT)

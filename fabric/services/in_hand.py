"""The work in hand at the start of a session: what it is, and what its contract still asks for.

Contracts and receipts are read here as plain data, without the library that checks them before a
write: a hook runs at every start.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from fabric.graph.kinds import kind_of
from fabric.models.bead import Bead
from fabric.models.briefing import BriefContract, BriefWork
from fabric.models.domain import Domains
from fabric.models.fabric_object import fabric_object
from fabric.models.instants import parse_instant
from fabric.models.memory import ids_of, text_of
from fabric.models.query import BeadQuery, Reads
from fabric.models.settings import Settings
from fabric.models.words import (
    BLOCKING_TYPES,
    CONTRACT,
    CONTRACT_KEY,
    DOMAIN_KEY,
    PARENT_CHILD,
    RECEIPT_KEY,
    RELATION_TYPES,
)

_MOST_CONTRACTS = 20
_VERIFIED, _WAIVED = "verified", "waived"


class InHand(NamedTuple):
    """Work items as a briefing tells them, and the memories that they were given or that bind them."""

    works: list[BriefWork]
    given: frozenset[str]
    domains: frozenset[str]


def active_work(store: Reads, settings: Settings) -> list[Bead]:
    """The work items that somebody is at, whoever holds them, by id."""
    query = BeadQuery(
        statuses=tuple(settings.work.active_statuses),
        issue_types=tuple(sorted(settings.work_types)),
    )
    return [bead for bead in store.find(query) if kind_of(bead, settings.work_types) == "work"]


def tell_work(store: Reads, works: Iterable[Bead], domains: Domains, at: datetime) -> InHand:
    """Work items with their domains and contracts, in the order given."""
    told: list[BriefWork] = []
    given: set[str] = set()
    labels: set[str] = set()
    for work in works:
        own = _declared(store, work, domains)
        receipt = fabric_object(work.metadata, RECEIPT_KEY)
        contracts = list(_contracts(store, work, at))
        told.append(
            BriefWork(
                id=work.id,
                title=work.title,
                status=work.status,
                domains=[domains.named(label).short_name for label in own],
                started=bool(receipt),
                contracts=[told for told, _ in contracts],
            )
        )
        given |= {text_of(each.get("id")) for each in _tables(receipt.get("memories"))}
        given |= {memory for _, named in contracts for memory in named}
        labels |= set(own)
    return InHand(told, frozenset(given), frozenset(labels))


def _declared(store: Reads, work: Bead, domains: Domains) -> tuple[str, ...]:
    """The domains that a work item names itself, else those of the nearest ancestor that does."""
    near, seen = [work], {work.id}
    while near:
        for bead in near:
            own = named_domains(domains, bead)
            if own:
                return own
        parents = {each for bead in near for each in bead.targets(PARENT_CHILD)} - seen
        seen |= parents
        near = [bead for bead in store.beads(parents).values() if not bead.is_deleted]
    return ()


def named_domains(domains: Domains, bead: Bead) -> tuple[str, ...]:
    """The domains that a bead names itself: its labels, else `metadata.domain`."""
    carried = domains.of(bead.labels)
    if carried:
        return carried
    named = (domains.get(text_of(each)) for each in ids_of(bead.metadata.get(DOMAIN_KEY)))
    return tuple(sorted({domain.label for domain in named if domain is not None}))


def _contracts(store: Reads, work: Bead, at: datetime) -> Iterator[tuple[BriefContract, list[str]]]:
    """The open contracts of a work item, else the last closed one, each with all its memories."""
    blockers = set(work.targets(*BLOCKING_TYPES))
    ids = {*blockers, *store.ids_with_prefix(f"{work.id}-mc", _MOST_CONTRACTS)}
    beads = [bead for bead in store.beads(ids).values() if bead.has(CONTRACT)]
    found = [bead for bead in beads if not bead.is_finished] or beads[-1:]
    for bead in found:
        clauses = list(_clauses(bead))
        undone = [memory for memory, status, until in clauses if not _is_done(status, until, at)]
        is_open = not bead.is_finished
        told = BriefContract(
            id=bead.id,
            is_open=is_open and bead.id in blockers,
            clauses=len(clauses),
            undone=undone if is_open else [],
        )
        yield told, [memory for memory, _, _ in clauses]


def _clauses(contract: Bead) -> Iterator[tuple[str, str, datetime | None]]:
    """Memory, status and the end of a waiver of each clause; a hand-made one has one a relation."""
    record = fabric_object(contract.metadata, CONTRACT_KEY)
    if not record:
        related = sorted(e.depends_on_id for e in contract.dependencies if e.type in RELATION_TYPES)
        yield from ((memory, "open", None) for memory in related)
        return
    for clause in _tables(record.get("clauses")):
        waivers = [each for each in _tables(clause.get("evidence")) if each.get("kind") == "waiver"]
        ends = [parse_instant(each.get("until")) for each in waivers]
        last = max((end for end in ends if end is not None), default=None)
        status = text_of(clause.get("status")) or "open"
        yield text_of(clause.get("memory")), status, None if None in ends else last


def _is_done(status: str, until: datetime | None, at: datetime) -> bool:
    if status == _WAIVED:
        return until is None or until > at
    return status == _VERIFIED


def _tables(value: object) -> list[Mapping[str, object]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []

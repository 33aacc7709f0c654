"""The memories of some domains from the embedded store: the plain ones outlined, all others named.

Very many soft memories may bind one work item, which is given few: of those that say nothing unusual
neither labels nor edges become values, so that a start stays quick.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, cast

from fabric.models.instants import parse_instant
from fabric.models.outline import PLAIN_TYPE, TELLING_LABELS, Outline, is_plain
from fabric.models.query import MemoryQuery
from fabric.models.words import CANONICAL, CLOSED, MEMORY, SOFT, SUPERSEDES
from fabric.store.sqlite_rows import object_of, plain, stored
from fabric.store.statements import Condition

Fetch = Callable[[Condition], list[tuple[object, ...]]]
_Row = tuple[str, str, str, str, str, str, str, int, int]  # where `is_usual` holds

# What the labels of a bead say, as one number: none stands twice on a bead.
_SOFT_MEMORY: Final = 3
_TELLING: Final = 4
_OTHER_DOMAIN: Final = 64
_FIRST_DOMAIN: Final = 1 << 20
_MOST_DOMAINS: Final = 40
_OUTLINES: Final = """
    SELECT id, title, description, acceptance_criteria, closed_at, created_at, metadata,
        (SELECT sum(CASE label {cases} ELSE 0 END) FROM labels WHERE issue_id = issues.id),
        status = ? AND issue_type = ?
            AND NOT EXISTS (SELECT 1 FROM dependencies WHERE issue_id = issues.id AND type = ?)
            AND NOT EXISTS (SELECT 1 FROM dependencies WHERE depends_on_id = issues.id AND type = ?)
            AND typeof(id) = 'text' AND typeof(title) = 'text' AND typeof(description) = 'text'
            AND typeof(acceptance_criteria) = 'text' AND typeof(metadata) = 'text'
    FROM (SELECT DISTINCT issue_id FROM ({some})) AS some
    CROSS JOIN issues ON issues.id = some.issue_id
"""
_USUAL: Final = (CLOSED, PLAIN_TYPE, SUPERSEDES, SUPERSEDES)


class Outlined(NamedTuple):
    """The plain memories, sorted by id, and the ids of those that must be read whole."""

    outlines: list[Outline]
    others: list[str]


def read_outlines(fetch: Fetch, some: Condition, query: MemoryQuery) -> Outlined | None:
    """The memories among the beads that a SELECT of ids gives; None for too many domains."""
    if len(query.domains) > _MOST_DOMAINS:
        return None
    outlines: list[Outline] = []
    others: list[str] = []
    domains: dict[int, str | None] = {}  # few sets of labels, of many memories
    rows = cast("list[_Row]", fetch(_statement(some, query)))
    # This loop is most of what a plain memory takes.
    for bead_id, title, text, checks, closed_at, made_at, metadata, labels, is_usual in rows:
        if labels not in domains:
            domains[labels] = _domain(labels, query)
        domain = domains[labels]
        if domain and is_usual and is_plain(said := object_of(metadata)):
            begin = (
                parse_instant(said.get("effective_date"))
                or parse_instant(closed_at)
                or parse_instant(made_at)
            )
            outlines.append(Outline(bead_id, title, text, checks, domain, begin))
        elif domain is not None:
            others.append(plain(bead_id))
    outlines.sort(key=lambda each: each.id)
    return Outlined(outlines, others)


def _statement(some: Condition, query: MemoryQuery) -> Condition:
    worth = {MEMORY: 1, SOFT: 2, CANONICAL: 0}
    worth |= {label: _FIRST_DOMAIN << place for place, label in enumerate(query.domains)}
    others = sorted(query.known - worth.keys())
    worth |= dict.fromkeys(others, _OTHER_DOMAIN) | dict.fromkeys(TELLING_LABELS, _TELLING)
    cases = " ".join(f"WHEN ? THEN {number}" for number in worth.values())
    return Condition(
        _OUTLINES.format(cases=cases, some=some.sql),
        (*map(stored, worth), *_USUAL, *some.parameters),
    )


def _domain(labels: int, query: MemoryQuery) -> str | None:
    """The domain of a plain memory; empty for one that must be read whole; None for no memory."""
    domains = labels // _FIRST_DOMAIN
    if not labels & 1 or not domains:
        return None
    is_soft_of_one = labels % _FIRST_DOMAIN == _SOFT_MEMORY and domains.bit_count() == 1
    domain = query.domains[domains.bit_length() - 1]
    return domain if is_soft_of_one and domain in query.known else ""

"""The memories of some domains from the embedded store: the plain ones outlined, all others named.

Very many soft memories may bind one work item, which is given few: of those that say nothing unusual
neither labels nor edges become values, so that a start stays quick.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, cast

from fabric.models.instants import parse_instant
from fabric.models.outline import PLAIN_TYPE, Outline, is_plain, plain_domain
from fabric.models.query import MemoryQuery
from fabric.models.words import CLOSED, MEMORY, SUPERSEDES
from fabric.store.sqlite_rows import object_of, plain
from fabric.store.statements import Condition

Fetch = Callable[[Condition], list[tuple[object, ...]]]

_Row = tuple[str, str, str, str, str, str, str, str, int]  # where `is_usual` holds

# The labels in hexadecimal, because a text without UTF-8 may stand among them; one that holds the
# sign between them shows in their number.
_OUTLINES: Final = """
    SELECT id, title, description, acceptance_criteria, closed_at, created_at, metadata,
        (SELECT hex(count(*) || char(31) || group_concat(label, char(31)))
            FROM labels WHERE issue_id = issues.id),
        status = ? AND issue_type = ?
            AND NOT EXISTS (SELECT 1 FROM dependencies WHERE issue_id = issues.id AND type = ?)
            AND NOT EXISTS (SELECT 1 FROM dependencies WHERE depends_on_id = issues.id AND type = ?)
            AND typeof(id) = 'text' AND typeof(title) = 'text' AND typeof(description) = 'text'
            AND typeof(acceptance_criteria) = 'text' AND typeof(metadata) = 'text'
    FROM issues WHERE id IN ({some}) ORDER BY id
"""
_USUAL: Final = (CLOSED, PLAIN_TYPE, SUPERSEDES, SUPERSEDES)
_BETWEEN: Final = b"\x1f"


class Outlined(NamedTuple):
    """The plain memories, and the ids of what must be read whole."""

    outlines: list[Outline]
    others: list[str]


def read_outlines(fetch: Fetch, some: Condition, query: MemoryQuery) -> Outlined:
    """The memories among the beads that a SELECT of ids gives, in the order of their ids.

    What its labels do not tell is among the others, also where it is no memory of the domains.
    """
    found = Outlined([], [])
    domains: dict[str, str | None] = {}  # few sets of labels, of many memories
    asked = Condition(_OUTLINES.format(some=some.sql), (*_USUAL, *some.parameters))
    rows = cast("list[_Row]", fetch(asked))  # this loop is most of what a plain memory takes
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
            found.outlines.append(Outline(bead_id, title, text, checks, domain, begin))
        elif domain is not None:
            found.others.append(plain(bead_id))
    return found


def _domain(labels: str, query: MemoryQuery) -> str | None:
    """The domain of a plain memory; empty for what is to be read whole; None for no memory."""
    count, *pieces = bytes.fromhex(labels).split(_BETWEEN)
    carried = [each.decode("utf-8", "surrogatepass") for each in pieces]
    if len(carried) != int(count):
        return ""
    if MEMORY not in carried or set(query.domains).isdisjoint(carried):
        return None
    return plain_domain(carried, query.known)

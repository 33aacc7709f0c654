"""The blocked flags of bd: kept by us for what a change touches, as its own rule has them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import BindParameter, Connection, RowMapping, bindparam, text

from fabric.models.bead import Bead
from fabric.models.words import PARENT_CHILD

_DONE: Final = ("closed", "pinned")
_BLOCKING: Final = ("blocks", "conditional-blocks")
_WAITING: Final = ("waits-for",)
_DECIDING: Final = frozenset({*_BLOCKING, *_WAITING, PARENT_CHILD})
_CHUNK: Final = 500

_CHILDREN: Final = """
    SELECT 1 FROM dependencies c JOIN issues child ON child.id = c.issue_id
    WHERE c.type = 'parent-child' AND c.depends_on_issue_id = d.depends_on_issue_id
    AND child.status"""
_GATE: Final = f"""
    (EXISTS ({_CHILDREN} NOT IN ('closed', 'pinned'))
     AND NOT (COALESCE(JSON_UNQUOTE(JSON_EXTRACT(d.metadata, '$.gate')), '') = 'any-children'
              AND EXISTS ({_CHILDREN} = 'closed')))
    OR (COALESCE(JSON_UNQUOTE(JSON_EXTRACT(d.metadata, '$.also_blocks')), '') = 'true'
        AND EXISTS (SELECT 1 FROM issues t WHERE t.id = d.depends_on_issue_id
                    AND t.status NOT IN ('closed', 'pinned')))
"""  # noqa: S608  # constants
# What blocks a bead by itself; what it inherits from its parents is worked out afterwards.
_STATE: Final = f"""
    SELECT i.id, i.status, i.is_blocked, (
        EXISTS (SELECT 1 FROM dependencies d JOIN issues t ON t.id = d.depends_on_issue_id
                WHERE d.issue_id = i.id AND d.type IN ('blocks', 'conditional-blocks')
                AND t.status NOT IN ('closed', 'pinned'))
        OR EXISTS (SELECT 1 FROM dependencies d JOIN wisps t ON t.id = d.depends_on_wisp_id
                   WHERE d.issue_id = i.id
                   AND (d.type IN ('blocks', 'conditional-blocks')
                        AND t.status NOT IN ('closed', 'pinned')
                        OR d.type = 'parent-child' AND t.is_blocked = 1))
        OR EXISTS (SELECT 1 FROM dependencies d
                   WHERE d.issue_id = i.id AND d.type = 'waits-for' AND ({_GATE}))
    ) AS blocks_itself
    FROM issues i WHERE i.id IN :ids
"""  # noqa: S608  # constants
_PARENTS: Final = """
    SELECT d.issue_id, p.id, p.is_blocked FROM dependencies d
    JOIN issues p ON p.id = d.depends_on_issue_id
    WHERE d.type = 'parent-child' AND d.issue_id IN :ids
"""
_SOURCES: Final = (
    "SELECT issue_id FROM dependencies WHERE depends_on_issue_id IN :ids AND type IN :types"
)
_SET: Final = "UPDATE issues SET is_blocked = :flag, updated_at = updated_at WHERE id IN :ids"


def refresh_blocked(
    connection: Connection, before: Mapping[str, Bead], after: Mapping[str, Bead]
) -> None:
    """Recompute the flags of what changed, of what that blocks, and of all below.

    `updated_at` and the row lock stay as they are, as in bd.
    """
    moved = {each for each, bead in after.items() if _decides(before.get(each), bead)}
    if not moved:
        return
    both = [each for side in (before, after) for each in side.values() if each.id in moved]
    parents = {parent for bead in both for parent in bead.targets(PARENT_CHILD)}
    affected = moved | _sources(connection, moved, _BLOCKING)
    affected |= _sources(connection, moved | parents, _WAITING)
    frontier = affected
    while frontier:
        frontier = _sources(connection, frontier, (PARENT_CHILD,)) - affected
        affected |= frontier
    for flag, ids in _read(connection, affected).wrong().items():
        for group in groups(ids):
            connection.execute(text(_SET).bindparams(_ids(group), flag=flag))


@dataclass(frozen=True, slots=True)
class _Part:
    """The beads whose flag may change: what they say themselves, and their parents' flags."""

    rows: Mapping[str, RowMapping]
    parents: Mapping[str, Mapping[str, bool]]

    def wrong(self) -> dict[int, list[str]]:
        """The beads whose flag is another than the rule has it, by the flag that they need."""
        blocked = self._blocked()
        wrong: dict[int, list[str]] = {0: [], 1: []}
        for each, row in sorted(self.rows.items()):
            if bool(row["is_blocked"]) != (each in blocked):
                wrong[int(each in blocked)].append(each)
        return wrong

    def _blocked(self) -> set[str]:
        active = {each for each, row in self.rows.items() if row["status"] not in _DONE}
        blocked = {each for each in active if self.rows[each]["blocks_itself"]}
        while True:
            below = {
                each
                for each in active - blocked
                for parent, flag in self.parents.get(each, {}).items()
                if (parent in blocked if parent in self.rows else flag)
            }
            if not below:
                return blocked
            blocked |= below


def groups(ids: Sequence[str]) -> Iterator[list[str]]:
    """The ids, some hundreds at a time."""
    return (list(ids[start : start + _CHUNK]) for start in range(0, len(ids), _CHUNK))


def _decides(old: Bead | None, new: Bead) -> bool:
    """Whether a change can move a flag: a status, or an edge that blocks or passes it down."""
    return old is None or old.status != new.status or _edges(old) != _edges(new)


def _edges(bead: Bead) -> set[tuple[str, str, str]]:
    return {
        (each.depends_on_id, each.type, each.metadata)
        for each in bead.dependencies
        if each.type in _DECIDING
    }


def _read(connection: Connection, affected: Collection[str]) -> _Part:
    rows: dict[str, RowMapping] = {}
    parents: dict[str, dict[str, bool]] = {}
    for group in groups(sorted(affected)):
        state = connection.execute(text(_STATE).bindparams(_ids(group))).mappings()
        rows.update((str(row["id"]), row) for row in state)
        for child, parent, flag in connection.execute(text(_PARENTS).bindparams(_ids(group))):
            parents.setdefault(str(child), {})[str(parent)] = bool(flag)
    return _Part(rows, parents)


def _sources(connection: Connection, targets: Collection[str], types: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for group in groups(sorted(targets)):
        named: BindParameter[object] = bindparam("types", value=list(types), expanding=True)
        rows = connection.execute(text(_SOURCES).bindparams(_ids(group), named))
        found |= {str(row[0]) for row in rows}
    return found


def _ids(group: Sequence[str]) -> BindParameter[object]:
    return bindparam("ids", value=list(group), expanding=True)

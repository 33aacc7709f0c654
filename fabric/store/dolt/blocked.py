"""The blocked flags of bd: kept by us for what a change touches, as its own rule has them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from fabric.models.bead import Bead
from fabric.models.frozen import dataclass
from fabric.models.words import PARENT_CHILD
from fabric.store.dolt.session import DoltSession
from fabric.store.statements import Row, chunks, marks

_DONE: Final = ("closed", "pinned")
_BLOCKING: Final = ("blocks", "conditional-blocks")
_WAITING: Final = ("waits-for",)
_DECIDING: Final = frozenset({*_BLOCKING, *_WAITING, PARENT_CHILD})

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
_STATE: Final = """
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
                   WHERE d.issue_id = i.id AND d.type = 'waits-for' AND ({gate}))
    ) AS blocks_itself
    FROM issues i WHERE i.id IN ({ids})
"""
_PARENTS: Final = """
    SELECT d.issue_id, p.id, p.is_blocked FROM dependencies d
    JOIN issues p ON p.id = d.depends_on_issue_id
    WHERE d.type = 'parent-child' AND d.issue_id IN ({ids})
"""
_SOURCES: Final = (
    "SELECT issue_id FROM dependencies WHERE depends_on_issue_id IN ({ids}) AND type IN ({types})"
)
_SET: Final = "UPDATE issues SET is_blocked = ?, updated_at = updated_at WHERE id IN ({ids})"


def refresh_blocked(
    session: DoltSession, before: Mapping[str, Bead], after: Mapping[str, Bead]
) -> None:
    """Recompute the flags of what changed, of what that blocks, and of all below.

    `updated_at` and the row lock stay as they are, as in bd.
    """
    moved = {each for each, bead in after.items() if _decides(before.get(each), bead)}
    if not moved:
        return
    both = [each for side in (before, after) for each in side.values() if each.id in moved]
    parents = {parent for bead in both for parent in bead.targets(PARENT_CHILD)}
    affected = moved | _sources(session, moved, _BLOCKING)
    affected |= _sources(session, moved | parents, _WAITING)
    frontier = affected
    while frontier:
        frontier = _sources(session, frontier, (PARENT_CHILD,)) - affected
        affected |= frontier
    for flag, ids in _read(session, affected).wrong().items():
        for group in chunks(ids):
            session.run(_SET.format(ids=marks(group)), (flag, *group))


@dataclass(frozen=True, slots=True)
class _Part:
    """The beads whose flag may change: what they say themselves, and their parents' flags."""

    rows: Mapping[str, Row]
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


def _decides(old: Bead | None, new: Bead) -> bool:
    """Whether a change can move a flag: a status, or an edge that blocks or passes it down."""
    return old is None or old.status != new.status or _edges(old) != _edges(new)


def _edges(bead: Bead) -> set[tuple[str, str, str]]:
    return {
        (each.depends_on_id, each.type, each.metadata)
        for each in bead.dependencies
        if each.type in _DECIDING
    }


def _read(session: DoltSession, affected: Collection[str]) -> _Part:
    rows: dict[str, Row] = {}
    parents: dict[str, dict[str, bool]] = {}
    for group in chunks(sorted(affected)):
        state = session.named(_STATE.format(gate=_GATE, ids=marks(group)), group)
        rows.update((str(row["id"]), row) for row in state)
        for child, parent, flag in session.run(_PARENTS.format(ids=marks(group)), group):
            parents.setdefault(str(child), {})[str(parent)] = bool(flag)
    return _Part(rows, parents)


def _sources(session: DoltSession, targets: Collection[str], types: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for group in chunks(sorted(targets)):
        sql = _SOURCES.format(ids=marks(group), types=marks(types))
        found |= {str(row[0]) for row in session.run(sql, (*group, *types))}
    return found

"""One immutable graph of beads: which are memories, anchors, contracts or work, and their edges."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from fabric.graph.kinds import Kind, kind_of, with_anchored
from fabric.models.bead import Bead
from fabric.models.contract import ContractRecord, read_contract
from fabric.models.dependency import Dependency
from fabric.models.domain import Domains
from fabric.models.memory import Memory, read_memory
from fabric.models.settings import Settings
from fabric.models.words import BLOCKING_TYPES, PARENT_CHILD


class BeadGraph:
    """Beads and what they are to one another.

    `beads` may be a part of a store; `absent` then names ids that were looked for and are not
    there. With `complete`, every id that is not among the beads is absent.
    """

    def __init__(
        self,
        beads: Iterable[Bead],
        settings: Settings,
        *,
        absent: frozenset[str] = frozenset(),
        complete: bool = False,
    ) -> None:
        given = tuple(beads)
        self.beads: Mapping[str, Bead] = {bead.id: bead for bead in given}
        self.repeated: tuple[str, ...] = ()
        """Ids that were given more than once, sorted; the last bead of an id counts."""
        if len(self.beads) < len(given):
            counts = Counter(bead.id for bead in given)
            self.repeated = tuple(sorted(each for each, count in counts.items() if count > 1))
        self.settings = settings
        self.complete = complete
        self._absent = absent

    def __contains__(self, bead_id: object) -> bool:
        return bead_id in self.beads

    def get(self, bead_id: str) -> Bead | None:
        """The bead of that id, or None."""
        return self.beads.get(bead_id)

    def is_absent(self, bead_id: str) -> bool:
        """Whether we know that no such bead is there (deleted ones count)."""
        bead = self.beads.get(bead_id)
        if bead is not None:
            return bead.is_deleted
        return self.complete or bead_id in self._absent

    @cached_property
    def domains(self) -> Domains:
        """The configured domains and those of the anchors, open ones before closed ones."""
        return with_anchored(self.settings.known_domains, self.of_kind("anchor"))

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """What each bead is."""
        work_types = self.settings.work_types
        return {bead.id: kind_of(bead, work_types) for bead in self.beads.values()}

    def kind(self, bead_id: str) -> Kind | None:
        """What a bead is; None when it is not in the graph."""
        return self.kinds.get(bead_id)

    def of_kind(self, kind: Kind) -> list[Bead]:
        """The beads of one kind, sorted by id."""
        return list(self._by_kind.get(kind, ()))

    @cached_property
    def _by_kind(self) -> Mapping[Kind, tuple[Bead, ...]]:
        found: dict[Kind, list[str]] = defaultdict(list)
        for bead_id, kind in self.kinds.items():
            found[kind].append(bead_id)
        return {
            kind: tuple(self.beads[each] for each in sorted(ids)) for kind, ids in found.items()
        }

    @cached_property
    def memories(self) -> Mapping[str, Memory]:
        """All memories, in the order of their ids."""
        return {bead.id: read_memory(bead, self.domains) for bead in self.of_kind("memory")}

    @cached_property
    def contracts(self) -> Mapping[str, ContractRecord | None]:
        """All contracts with their record (None for hand-made ones), in the order of their ids."""
        return {bead.id: read_contract(bead) for bead in self.of_kind("contract")}

    @cached_property
    def incoming(self) -> Mapping[str, Sequence[Dependency]]:
        """The dependencies that point at each bead; those of deleted beads do not count."""
        found: dict[str, list[Dependency]] = defaultdict(list)
        for bead_id in sorted(self.beads):
            bead = self.beads[bead_id]
            if bead.dependencies and not bead.is_deleted:
                for edge in bead.dependencies:
                    found[edge.depends_on_id].append(edge)
        return dict(found)

    def pointing_at(self, bead_id: str, types: frozenset[str]) -> list[Bead]:
        """The beads with a dependency of one of the types on this one, sorted by id."""
        sources = {e.issue_id for e in self.incoming.get(bead_id, ()) if e.type in types}
        return [self.beads[each] for each in sorted(sources) if each in self.beads]

    def related(self, bead_id: str) -> frozenset[str]:
        """Ids that a bead relates to, in either direction."""
        bead = self.beads.get(bead_id)
        outgoing = {edge.depends_on_id for edge in bead.relations()} if bead else set()
        incoming = {e.issue_id for e in self.incoming.get(bead_id, ()) if e.is_relation}
        return frozenset(outgoing | incoming)

    def children(self, bead_id: str) -> list[Bead]:
        """The children of a bead that are work (open or closed), sorted by id."""
        found = self.pointing_at(bead_id, frozenset({PARENT_CHILD}))
        return [child for child in found if self.kinds[child.id] in {"work", "other"}]

    def ancestors(self, bead_id: str) -> list[Bead]:
        """Parents, grandparents, …, nearest first, then by id; a cycle ends it."""
        start = self.beads.get(bead_id)
        near = [start] if start is not None and start.dependencies else []
        found: list[Bead] = []
        seen = {bead_id}
        while near:
            ids = {each for bead in near for each in bead.targets(PARENT_CHILD)} - seen
            seen |= ids
            known = [self.beads[each] for each in sorted(ids) if each in self.beads]
            near = [bead for bead in known if not bead.is_deleted]
            found += near
        return found

    def contracts_of(self, work_id: str) -> list[Bead]:
        """The contracts that this work depends on or that name it, sorted by id."""
        work = self.beads.get(work_id)
        ids = set(work.targets(*BLOCKING_TYPES)) if work else set()
        found = {each for each in ids if self.kinds.get(each) == "contract"}
        found |= self._contracts_naming.get(work_id, set())
        return [self.beads[each] for each in sorted(found)]

    @cached_property
    def _contracts_naming(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for contract_id, record in self.contracts.items():
            if record is not None:
                found[record.work].add(contract_id)
        return found

    def blocked_by(self, contract_id: str) -> list[Bead]:
        """The beads that a contract blocks, sorted by id."""
        return self.pointing_at(contract_id, BLOCKING_TYPES)

    def is_active(self, bead: Bead) -> bool:
        """Whether somebody is at this bead now."""
        return bead.status in self.settings.work.active_statuses

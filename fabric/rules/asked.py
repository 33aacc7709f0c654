"""What the rules are asked about: one immutable graph, an instant, and facts from outside it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property

from fabric.graph.applies import Bearing, Reviews, bearing_of, binding_reason, is_reviewed
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import ContractState, contract_states
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass, field
from fabric.models.memory import Memory, State
from fabric.models.receipt import Receipt, read_receipt
from fabric.models.settings import GovernanceSettings, Settings
from fabric.models.version import bead_version
from fabric.models.words import CLOSED, FINISHED_STATUSES, RECEIPT_KEY


@dataclass(frozen=True, slots=True)
class UnreadableLine:
    """A record that was not taken: no bead, or (`bead_id`) a bead that stands on two lines."""

    line: int
    problem: str
    bead_id: str = ""


@dataclass(frozen=True, slots=True)
class GovernanceSeen:
    """Governance settings as the journal saw them: when, by whom, what they then were."""

    at: str
    by: str
    by_kind: str
    settings: GovernanceSettings


@dataclass(frozen=True, slots=True)
class StandingRule:
    """A standing rule that a Markdown file states, in its own words."""

    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class JournalFacts:
    """What the rules want to know of a journal.

    `reviews`: memory id → digest that a reviewer ratified. `governance`: the settings as they were
    first seen and each change that was recorded, oldest first.
    """

    reviews: Reviews = field(default_factory=dict)
    governance: tuple[GovernanceSeen, ...] = ()


@dataclass(frozen=True, slots=True)
class UnusedSuppression:
    """A suppression that hid nothing: of which rule, where it stands, and why it is idle."""

    slug: str
    bead_id: str
    reason: str


@dataclass(frozen=True)
class Asked:
    """One question round.

    `work` holds the ids of the work items that work rules look at; `named` those that a person
    named, which are looked at although nobody is at them yet. `journal`, `notes` and `files` are
    None where they could not be looked at: the rules that need them are then not asked.
    `notes` maps the config keys of notes to their texts.
    """

    graph: BeadGraph
    lineage: Lineage
    now: datetime
    work: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    journal: JournalFacts | None = None
    notes: Mapping[str, str] | None = None
    files: tuple[StandingRule, ...] | None = None
    unreadable: tuple[UnreadableLine, ...] = ()
    unused: tuple[UnusedSuppression, ...] = ()

    @property
    def settings(self) -> Settings:
        """The settings of the project."""
        return self.graph.settings

    @cached_property
    def work_items(self) -> tuple[Bead, ...]:
        """The work items that were asked about, by id."""
        scope = self.looked_at
        return tuple(bead for bead in self.graph.of_kind("work") if bead.id in scope)

    @cached_property
    def looked_at(self) -> frozenset[str]:
        """Ids of what is looked at: the work in scope, and what a person named."""
        return self.work | self.named if self.named else self.work

    @cached_property
    def active(self) -> tuple[Bead, ...]:
        """The unfinished ones that somebody is at, or that were named."""
        return tuple(
            bead for bead in self.unfinished if self.graph.is_active(bead) or bead.id in self.named
        )

    @cached_property
    def unfinished(self) -> tuple[Bead, ...]:
        """The unfinished ones."""
        return tuple(bead for bead in self.work_items if bead.status not in FINISHED_STATUSES)

    @cached_property
    def closed(self) -> tuple[Bead, ...]:
        """The closed ones."""
        return tuple(bead for bead in self.work_items if bead.status == CLOSED)

    @cached_property
    def states(self) -> Mapping[str, State]:
        """The state of each memory, its successions considered."""
        return {each: self.lineage.state(memory) for each, memory in self.graph.memories.items()}

    @cached_property
    def standing(self) -> tuple[Memory, ...]:
        """The drafts and canonical memories: those whose form matters, by id."""
        return tuple(
            memory
            for memory in self.graph.memories.values()
            if self.states[memory.id] in {"draft", "canonical"}
        )

    @cached_property
    def canonical(self) -> tuple[Memory, ...]:
        """The canonical memories, those with a future date included, by id."""
        return tuple(m for m in self.standing if self.states[m.id] == "canonical")

    @cached_property
    def _in_force(self) -> Mapping[str, tuple[Memory, ...]]:
        """The memories that bind, by domain."""
        found: dict[str, list[Memory]] = defaultdict(list)
        for memory in self.canonical:
            if memory.domain and memory.held_at(self.now) and not self._is_withheld(memory):
                found[memory.domain].append(memory)
        return {domain: tuple(memories) for domain, memories in found.items()}

    def _is_withheld(self, memory: Memory) -> bool:
        if not self.settings.governance.require_review or self.journal is None:
            return False
        return not is_reviewed(memory, self.journal.reviews)

    @cached_property
    def _always(self) -> frozenset[str]:
        return frozenset(domain.label for domain in self.graph.domains if domain.always)

    def bearing(self, work: Bead) -> Bearing:
        """The domains and known paths of a work item."""
        if work.id not in self._bearings:
            self._bearings[work.id] = bearing_of(self.graph, work)
        return self._bearings[work.id]

    def domains_of(self, work: Bead) -> frozenset[str]:
        """The domains whose memories may bind a work item: its own, and those that always do."""
        return self._always.union(self.bearing(work).domains)

    def applying(self, work: Bead) -> tuple[Memory, ...]:
        """The memories in force that bind a work item, hard ones first, then by id."""
        bearing = self.bearing(work)
        domains = self.domains_of(work)
        # Whatever else decides is the same for many items, and many items share few domains.
        key = (domains, bearing, work.issue_type, frozenset(work.labels) & self._scoping_labels)
        if key not in self._bindings:
            found = [
                memory
                for domain in domains
                for memory in self._in_force.get(domain, ())
                if binding_reason(self.graph, memory, work, bearing)
            ]
            found.sort(key=lambda memory: (not memory.is_hard, memory.id))
            self._bindings[key] = tuple(found)
        return self._bindings[key]

    def receipt(self, work: Bead) -> Receipt | None:
        """The receipt of a work item, if it has one that can be read."""
        if RECEIPT_KEY not in work.metadata:
            return None
        if work.id not in self._receipts:
            self._receipts[work.id] = read_receipt(work.metadata)
        return self._receipts[work.id]

    def contracts(self, work: Bead) -> tuple[ContractState, ...]:
        """The contracts of a work item as they stand."""
        if work.id not in self._contracted and RECEIPT_KEY not in work.metadata:
            return ()
        if work.id not in self._contract_states:
            self._contract_states[work.id] = contract_states(self.graph, work)
        return self._contract_states[work.id]

    def version(self, bead_id: str) -> str:
        """The version of a bead as it was read, for a fix to rely on."""
        if bead_id not in self._versions:
            self._versions[bead_id] = bead_version(self.graph.get(bead_id))
        return self._versions[bead_id]

    def has_children(self, work: Bead) -> bool:
        """Whether work hangs below it; then its leaves carry the contracts."""
        return bool(self.graph.children(work.id))

    def related_memories(self, work: Bead) -> Iterator[Memory]:
        """The memories that a bead relates to, by id."""
        memories = self.graph.memories
        return (memories[each] for each in sorted(self.graph.related(work.id)) if each in memories)

    @cached_property
    def _scoping_labels(self) -> frozenset[str]:
        found = (m.applies_values("labels") for ms in self._in_force.values() for m in ms)
        return frozenset(label for labels in found for label in labels)

    @cached_property
    def _bindings(self) -> dict[tuple[object, ...], tuple[Memory, ...]]:
        return {}

    @cached_property
    def _bearings(self) -> dict[str, Bearing]:
        return {}

    @cached_property
    def _contracted(self) -> frozenset[str]:
        """Ids of what contracts block or name: most work has none, and is passed over quickly."""
        graph = self.graph
        named = {record.work for record in graph.contracts.values() if record is not None}
        for contract_id in graph.contracts:
            named.update(edge.issue_id for edge in graph.incoming.get(contract_id, ()))
        return frozenset(named)

    @cached_property
    def _versions(self) -> dict[str, str]:
        return {}

    @cached_property
    def _receipts(self) -> dict[str, Receipt | None]:
        return {}

    @cached_property
    def _contract_states(self) -> dict[str, tuple[ContractState, ...]]:
        return {}

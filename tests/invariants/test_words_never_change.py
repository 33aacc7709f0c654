"""Invariant 3: the words of a canonical memory never change; evolving a rule makes a successor."""

from dataclasses import dataclass, field

import pytest

from fabric.graph.bead_graph import BeadGraph
from fabric.models.change_set import ChangeSet, RemoveLabel, SetFields
from fabric.models.change_set import SetMetadata as Metadata
from fabric.ports import Store
from tests.invariants.meddling import Change, Meddling, instead
from tests.invariants.story import live
from tests.services.world import World


@dataclass
class Words:
    """Remembers the words of each memory from when it first was canonical."""

    pinned: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def look(self, world: World, step: str) -> None:
        graph = BeadGraph(world.store.all_beads(), world.context.settings, complete=True)
        for memory in graph.memories.values():
            bead = memory.bead
            words = (bead.title, bead.description, bead.acceptance_criteria, memory.digest)
            if memory.state == "canonical":
                self.pinned.setdefault(memory.id, words)
            if memory.id in self.pinned:
                assert words == self.pinned[memory.id], f"{memory.id} changed after {step}"
                if memory.pinned_digest:
                    assert memory.pinned_digest == memory.digest, f"{memory.id} after {step}"


def test_it_holds_after_every_verb(store: Store) -> None:
    words = Words()
    live(World(store), words.look)
    assert len(words.pinned) == 5


def rewrite_the_replaced(change_set: ChangeSet) -> ChangeSet:
    """A succession that writes its news into the old memory."""
    ended = [op.bead_id for op in change_set.operations if isinstance(op, RemoveLabel)]
    news = tuple(SetFields(each, {"description": "Rule: See the successor."}) for each in ended)
    operations = (*change_set.operations, *news)
    return ChangeSet(operations, change_set.relies_on, change_set.config_relies_on)


def other_date(operation: object) -> object:
    assert isinstance(operation, Metadata)
    if operation.key == "memory_version":
        return Metadata(operation.bead_id, "effective_date", "2030-01-01")
    return operation


FAULTS = [
    pytest.param(rewrite_the_replaced, id="a verb rewrites the description"),
    pytest.param(instead(Metadata, other_date), id="a verb moves the effective date"),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_can_fail(fault: Change, store: Store) -> None:
    with pytest.raises(AssertionError, match="after"):
        live(World(Meddling(store, fault)), Words().look)

"""`supersede`: a successor takes the place of a memory, whole or not at all, and work moves along."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from fabric.errors import Refused
from fabric.models.change_set import AddDependency
from fabric.models.dependency import Dependency
from fabric.ports import JournalQuery
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from tests.services.world import VERA, DyingStore, World, wording

RULE = "Every write goes through the service layer"
WHY = "It missed the jobs."


@pytest.fixture
def world() -> World:
    return World().begin()


@dataclass(frozen=True)
class Pair:
    """A memory in force, and the draft of its successor."""

    world: World
    old: str
    new: str

    def supersede(self) -> None:
        self.world.supersede(self.old, self.new)


@pytest.fixture
def pair(world: World) -> Pair:
    old = world.memory(RULE)
    world.clock.forward(days=1)
    return Pair(world, old, world.successor(old))


def fabric_of(world: World, memory: str) -> dict[str, object]:
    value = world.bead(memory).metadata["fabric"]
    assert isinstance(value, dict)
    return value


def soft_successor(world: World, old: str) -> str:
    return world.propose("Writes go through the layer, mostly", "soft")


def in_ux(world: World, old: str) -> str:
    request = ProposeRequest("ux", wording("Writes go through the layer"))
    return propose(world.context, request).answer.id


def from_april(world: World, old: str) -> str:
    return world.successor(old, effective="2026-04-01")


def ended(world: World, old: str) -> str:
    new = world.propose("Writes go through the layer")
    bead = world.bead(new)
    labels = ("mem-hard", "mem-retired", "memory-arch")
    world.put(replace(bead, labels=labels, status="closed"))
    return new


REFUSED = [
    pytest.param(lambda _, old: old, "cannot replace itself", id="itself"),
    pytest.param(soft_successor, "is hard and .* is soft", id="a weaker one"),
    pytest.param(in_ux, "memory-arch, .* memory-ux", id="one of another domain"),
    pytest.param(from_april, "holds only from 2026-04-01", id="one from a future date on"),
    pytest.param(ended, "is retired and cannot replace", id="one that has ended"),
]


def by_bd(world: World, old: str, new: str) -> None:
    """`bd supersede OLD --with NEW`: an edge, and OLD closed; no label, no metadata."""
    bead = world.bead(old)
    edge = Dependency(old, new, "supersedes")
    world.put(replace(bead, dependencies=(*bead.dependencies, edge)))


def reversed_edge(world: World, old: str, new: str) -> None:
    """`bd dep add NEW OLD -t supersedes`: the edge on the successor."""
    bead = world.bead(new)
    edge = Dependency(new, old, "supersedes")
    world.put(
        replace(bead, dependencies=(*bead.dependencies, edge), created_at="2026-03-05T00:00:00Z")
    )


def metadata_only(world: World, old: str, new: str) -> None:
    bead = world.bead(old)
    world.put(replace(bead, metadata={**bead.metadata, "superseded_by": new}))


def only_the_old_one(world: World, old: str, new: str) -> None:
    """Interrupted between the two beads, on a store that cannot write both at once."""
    bead = world.bead(old)
    world.put(
        replace(
            bead,
            labels=("mem-hard", "mem-superseded", "memory-arch"),
            metadata={**bead.metadata, "superseded_by": new},
            dependencies=(*bead.dependencies, Dependency(old, new, "supersedes")),
        )
    )


def only_the_new_one(world: World, old: str, new: str) -> None:
    bead = world.bead(new)
    world.put(replace(bead, metadata={**bead.metadata, "supersedes": old}))


HALVES = [by_bd, reversed_edge, metadata_only, only_the_old_one, only_the_new_one]


def two_memories(world: World) -> tuple[str, str, str]:
    """Two hard memories, and work that was started under both."""
    one = world.memory(RULE)
    two = world.memory("Every read goes through the cache")
    return one, two, world.started()


def test_all_of_a_succession_is_written_at_once(pair: Pair) -> None:
    world, before = pair.world, pair.world.writes()
    outcome = supersede(world.context, SupersedeRequest((pair.old,), pair.new, WHY))
    assert world.writes() == before + 1
    assert (outcome.answer.version, outcome.answer.ratified) == (2, True)
    old, new = world.bead(pair.old), world.bead(pair.new)
    assert [(e.depends_on_id, e.type) for e in old.dependencies] == [(pair.new, "supersedes")]
    assert old.labels == ("mem-hard", "mem-superseded", "memory-arch")
    assert (old.status, old.pinned) == ("closed", True)
    assert old.metadata["superseded_by"] == pair.new
    assert old.notes == f"Superseded by {pair.new} on 2026-03-03"
    fabric = old.metadata["fabric"]
    assert isinstance(fabric, dict)
    assert fabric["effective_until"] == fabric["ended_recorded_at"] == "2026-03-03T09:00:00Z"
    assert fabric["reason"] == WHY
    assert (new.metadata["supersedes"], new.metadata["memory_version"]) == (pair.old, 2)
    assert (new.status, new.close_reason) == ("closed", "Ratified canonical memory")
    assert [(e.depends_on_id, e.type) for e in new.dependencies] == [
        ("shop-anchor-arch", "relates-to")
    ]
    assert {e.depends_on_id for e in world.bead("shop-anchor-arch").relations()} == {pair.new}
    assert world.query("memory-arch") == {pair.new}
    assert world.findings("error", "warning") == set()


def test_the_words_of_the_old_one_do_not_change(pair: Pair) -> None:
    before = pair.world.bead(pair.old)
    pair.supersede()
    after = pair.world.bead(pair.old)
    assert (after.title, after.description) == (before.title, before.description)
    assert after.acceptance_criteria == before.acceptance_criteria
    assert pair.world.findings("error") == set()


def test_a_second_time_is_harmless(pair: Pair) -> None:
    pair.supersede()
    before = pair.world.writes()
    answer = pair.world.supersede(pair.old, pair.new)
    assert (answer.already, answer.version) == (True, 2)
    assert pair.world.writes() == before


def test_the_commands_of_the_new_one_are_trusted_here(pair: Pair) -> None:
    pair.supersede()
    assert pair.world.state.trusted(str(fabric_of(pair.world, pair.new)["digest"])) is not None


def test_no_operation_is_there_twice(pair: Pair) -> None:
    dry = replace(pair.world.context, dry_run=True)
    request = SupersedeRequest((pair.old,), pair.new, WHY)
    operations = supersede(dry, request).change_set.operations
    assert not [each for each in operations if operations.count(each) > 1]
    relations = [e for e in operations if isinstance(e, AddDependency) and e.bead_id == pair.new]
    assert [each.dependency.depends_on_id for each in relations] == ["shop-anchor-arch"]


def test_who_is_killed_once_it_is_written_trusts_the_commands_all_the_same() -> None:
    store = DyingStore()
    world = World(store).begin()
    old = world.memory(RULE)
    world.clock.forward(days=1)
    pair = Pair(world, old, world.successor(old))
    store.dies_of = "supersede"
    with pytest.raises(KeyboardInterrupt):
        pair.supersede()
    pair.supersede()
    assert world.query("memory-arch") == {pair.new}
    assert world.state.trusted(str(fabric_of(world, pair.new)["digest"])) is not None


def test_words_that_are_refused_are_not_trusted(pair: Pair) -> None:
    with pytest.raises(Refused):
        pair.world.supersede(pair.old, in_ux(pair.world, pair.old))
    assert len(pair.world.state.trusts) == 1  # that of the old one


def test_a_dry_run_writes_nothing(pair: Pair) -> None:
    before = pair.world.writes()
    dry = replace(pair.world.context, dry_run=True)
    outcome = supersede(dry, SupersedeRequest((pair.old,), pair.new, WHY))
    assert outcome.change_set.operations
    assert len(pair.world.state.trusts) == 1  # that of the old one
    assert (pair.world.writes(), pair.world.query("memory-arch")) == (before, {pair.old})


def test_a_canonical_successor_may_take_over_too(world: World) -> None:
    old = world.memory(RULE)
    new = world.memory("Every write and every job goes through the service layer")
    answer = world.supersede(old, new)
    assert (answer.version, answer.ratified) == (2, False)
    assert world.query("memory-arch") == {new}
    assert world.findings("error", "warning") == set()


def test_a_line_grows_by_one_version_each(world: World) -> None:
    ids = [world.memory(RULE)]
    for number in range(3):
        new = world.successor(ids[-1], f"Every write goes through layer {number}")
        world.supersede(ids[-1], new)
        ids.append(new)
    versions = [world.bead(each).metadata["memory_version"] for each in ids]
    assert versions == [1, 2, 3, 4]
    assert world.query("memory-arch") == {ids[-1]}


def test_several_may_merge_into_one(world: World) -> None:
    one, two = world.memory(RULE), world.memory("Every job goes through the service layer")
    three = world.successor(two, "Every nightly job goes through the service layer")
    world.supersede(two, three)
    new = world.successor(one, "Every write and job goes through the service layer")
    answer = supersede(world.context, SupersedeRequest((one, three), new, WHY)).answer
    assert (answer.old, answer.version) == ([one, three], 3)  # the highest, and one more
    assert world.bead(new).metadata["supersedes"] == sorted([one, three])
    assert world.query("memory-arch") == {new}
    assert world.findings("error", "warning") == set()


def test_a_third_may_join_a_merger_later(world: World) -> None:
    one, two = world.memory(RULE), world.memory("Every job goes through the service layer")
    new = world.successor(one)
    world.supersede(one, new)
    world.supersede(two, new)
    assert world.bead(new).metadata["supersedes"] == sorted([one, two])
    assert world.bead(new).metadata["memory_version"] == 2
    assert world.findings("error", "warning") == set()


def test_the_same_old_one_named_twice_counts_once(pair: Pair) -> None:
    request = SupersedeRequest((pair.old, pair.old[:-1]), pair.new, WHY)
    assert supersede(pair.world.context, request).answer.old == [pair.old]


def test_an_existing_relation_between_the_two_is_removed_first(pair: Pair) -> None:
    world = pair.world
    edges = [(pair.old, pair.new), (pair.new, pair.old)]
    for one, other in edges:
        bead = world.bead(one)
        more = (*bead.dependencies, Dependency(one, other, "relates-to"))
        world.put(replace(bead, dependencies=more))
    pair.supersede()
    assert world.bead(pair.old).targets("supersedes") == (pair.new,)
    assert pair.new not in {e.depends_on_id for e in world.bead(pair.old).relations()}
    assert pair.old not in {e.depends_on_id for e in world.bead(pair.new).relations()}


def test_the_journal_keeps_who_why_and_the_new_words(pair: Pair) -> None:
    pair.supersede()
    (entry,) = pair.world.store.journal(JournalQuery(bead_id=pair.old, verb="supersede"))
    assert pair.world.store.journal(JournalQuery(bead_id=pair.new, verb="supersede")) == [entry]
    assert (entry.actor, entry.reason) == (VERA.name, WHY)
    payload = pair.world.store.journal_payload(entry.writer, entry.sequence)
    assert "Writes and jobs go through" in str(payload)
    assert '"ratified"' in str(payload)


# Refusals


@pytest.mark.parametrize(("make", "said"), REFUSED)
def test_what_cannot_take_the_place_of_a_memory(
    make: Callable[[World, str], str], said: str, world: World
) -> None:
    old = world.memory(RULE)
    new = make(world, old)
    before = world.writes()
    with pytest.raises(Refused, match=said):
        world.supersede(old, new)
    assert (world.writes(), world.query("memory-arch")) == (before, {old})

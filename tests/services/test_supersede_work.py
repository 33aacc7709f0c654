"""Work that moves along a succession."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from fabric.errors import NotAllowed
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.services.verbs.work import close_work
from tests.services.world import VERA, World, wording

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


@pytest.mark.parametrize("half", HALVES, ids=lambda half: half.__name__.replace("_", " "))
@pytest.mark.parametrize("successor", ["draft", "canonical"])
def test_what_was_half_written_is_completed(
    successor: str, half: Callable[[World, str, str], None], pair: Pair
) -> None:
    world = pair.world
    if successor == "canonical":
        new = world.memory("Every job goes through the service layer")
        pair = Pair(world, pair.old, new)
    half(world, pair.old, pair.new)
    pair.supersede()
    assert world.query("memory-arch") == {pair.new}
    assert world.bead(pair.old).targets("supersedes") == (pair.new,)
    assert world.bead(pair.new).targets("supersedes") == ()
    assert world.bead(pair.new).metadata["supersedes"] == pair.old
    assert fabric_of(world, pair.old)["effective_until"] == "2026-03-03T09:00:00Z"
    assert {e.depends_on_id for e in world.bead("shop-anchor-arch").relations()} == {pair.new}
    assert world.bead(pair.old).notes.count("Superseded by") == 1
    assert world.findings("error", "warning") == set()
    before = world.writes()
    assert world.supersede(pair.old, pair.new).already
    assert world.writes() == before


def test_a_memory_that_was_to_begin_later_ends_before_it_began(world: World) -> None:
    old = world.propose(RULE)
    ratify(world.context, RatifyRequest(old, effective="2026-04-01"))
    new = world.successor(old, effective="2026-03-02")
    world.supersede(old, new)
    assert world.query("memory-arch") == {new}
    assert ("succession-backdated", old) not in world.findings()


# Work moves along


def test_an_open_contract_has_its_clause_swapped(world: World) -> None:
    old, other, work = two_memories(world)
    new = world.successor(old)
    answer = world.supersede(old, new)
    assert [(m.id, m.done) for m in answer.moved] == [
        (work, [f"relation {old} → {new}", f"clause in {work}-mc", "receipt"])
    ]
    assert {c.memory: c.status for c in world.record(work).clauses} == {other: "open", new: "open"}
    assert {e.depends_on_id for e in world.bead(work).relations()} == {other, new}
    assert {e.depends_on_id for e in world.bead(f"{work}-mc").relations()} == {other, new}
    assert {m.id for m in world.receipt(work).memories} == {other, new}
    assert "was replaced by" in world.bead(work).comments[-1].text
    assert world.findings("error", "warning") == set()
    assert world.status(work).problems[0].what.startswith("Open clauses")


def test_clauses_that_were_verified_stay_verified(world: World) -> None:
    old, other, work = two_memories(world)
    world.runner.failing = {"check every --old"}
    world.verify(work)
    new = world.successor(old)
    world.supersede(old, new)
    record = world.record(work, 2)
    assert {c.memory: c.status for c in record.clauses} == {other: "verified", new: "open"}
    assert world.receipt(work).contract == f"{work}-mc2"
    assert world.bead(f"{work}-mc").status == "closed"  # what was closed stays closed
    assert world.findings("error", "warning") == set()


def test_partly_verified_contracts_keep_what_was_verified(world: World) -> None:
    old = world.memory(RULE, commands=("manual: look",))
    other = world.memory("Every read goes through the cache")
    work = world.started()
    world.verify(work)
    new = world.successor(old)
    world.supersede(old, new)
    assert {c.memory: c.status for c in world.record(work).clauses} == {
        other: "verified",
        new: "open",
    }


def test_a_receipt_without_a_contract_moves_too(world: World) -> None:
    old = world.memory(RULE, "soft")
    work = world.started()
    new = world.successor(old)
    world.supersede(old, new)
    given = world.receipt(work).given(new)
    assert given is not None
    assert f"replaced {old}" in given.reason
    assert {e.depends_on_id for e in world.bead(work).relations()} == {new}
    assert world.findings("error", "warning") == set()


def test_a_hint_that_hardens_binds_the_work_that_had_it(world: World) -> None:
    old = world.memory(RULE, "soft")
    work = world.started()
    new = world.successor(old, strength="hard")
    world.supersede(old, new)
    assert [(c.memory, c.status) for c in world.record(work).clauses] == [(new, "open")]
    assert world.receipt(work).contract == f"{work}-mc"
    assert world.findings("error", "warning") == set()


def test_a_hint_that_hardens_joins_the_open_contract(world: World) -> None:
    old = world.memory("Prefer small modules", "soft", commands=("check small",))
    hard = world.memory(RULE)
    work = world.started()
    new = world.successor(old, "Modules are small", strength="hard")
    world.supersede(old, new)
    assert {c.memory for c in world.record(work).clauses} == {hard, new}
    assert world.findings("error", "warning") == set()


def test_a_parent_moves_without_a_contract(world: World) -> None:
    old = world.memory(RULE, "soft")
    parent = world.work("Parent")
    world.work("Leaf", parent=parent)
    world.start(parent)
    new = world.successor(old, strength="hard")
    world.supersede(old, new)
    assert world.store.bead(f"{parent}-mc") is None
    assert world.receipt(parent).given(new) is not None


def test_two_clauses_that_merge_become_one(world: World) -> None:
    one, two, work = two_memories(world)
    new = world.successor(one, "Every read and write goes through one layer")
    supersede(world.context, SupersedeRequest((one, two), new, WHY))
    assert [(c.memory, c.status) for c in world.record(work).clauses] == [(new, "open")]
    assert [m.id for m in world.receipt(work).memories] == [new]
    assert world.findings("error", "warning") == set()


def test_work_that_merely_relates_is_left_and_reported(world: World) -> None:
    old = world.memory(RULE)
    cites, idle, done = world.work("Cites it"), world.work("Idle"), world.work("Done")
    for work in (cites, done):
        edge = (Dependency(work, old, "relates-to"),)
        world.put(replace(world.bead(work), dependencies=edge))
    world.put(replace(world.bead(done), status="closed"))
    world.put(replace(world.bead(cites), status="in_progress", assignee=VERA.name))
    answer = world.supersede(old, world.successor(old))
    assert (answer.moved, answer.left) == ([], [cites])
    assert {e.depends_on_id for e in world.bead(cites).relations()} == {old}
    assert world.bead(idle).dependencies == ()


def test_work_whose_receipt_names_it_moves_also_without_a_relation(world: World) -> None:
    old = world.memory(RULE, "soft")
    work = world.started()
    world.put(replace(world.bead(work), dependencies=()))
    bead = world.bead(old)
    edges = tuple(e for e in bead.dependencies if e.depends_on_id != work)
    world.put(replace(bead, dependencies=edges))
    new = world.successor(old)
    answer = world.supersede(old, new)
    assert [m.id for m in answer.moved] == [work]
    assert world.receipt(work).given(new) is not None


def test_work_that_was_prepared_and_not_claimed_moves_too(world: World) -> None:
    old = world.memory(RULE)
    work = world.work()
    world.start(work, claim=False)
    new = world.successor(old)
    answer = world.supersede(old, new)
    assert ([m.id for m in answer.moved], answer.left) == ([work], [])
    assert [(c.memory, c.status) for c in world.record(work).clauses] == [(new, "open")]
    assert world.findings("error", "warning") == set()


def test_finished_work_stays_as_it_was(world: World) -> None:
    old = world.memory(RULE)
    work = world.started()
    world.verify(work)
    close_work(world.context, work)
    before = world.bead(work)
    answer = world.supersede(old, world.successor(old))
    assert (answer.moved, answer.left) == ([], [])
    assert world.bead(work) == before
    assert world.findings("error", "warning") == set()


def test_running_it_again_moves_what_was_left_behind(world: World) -> None:
    old = world.memory(RULE)
    one, two = world.started("One"), world.started("Two")
    before = {each: world.bead(each) for each in (two, f"{two}-mc")}
    new = world.successor(old)
    world.supersede(old, new)
    world.put(*before.values())  # as if it had been stopped before the second item
    answer = world.supersede(old, new)
    assert answer.already
    assert [m.id for m in answer.moved] == [two]
    assert world.receipt(two).given(new) is not None
    assert world.findings("error", "warning") == set()
    assert one != two


def test_what_was_left_behind_moves_to_the_end_of_the_line(world: World) -> None:
    old = world.memory(RULE)
    work = world.started()
    before = {each: world.bead(each) for each in (work, f"{work}-mc")}
    new = world.successor(old)
    world.supersede(old, new)
    newest = world.successor(new, "Writes, jobs and imports go through the service layer")
    world.supersede(new, newest)
    world.put(*before.values())
    world.supersede(old, new)
    assert world.receipt(work).given(newest) is not None
    assert [c.memory for c in world.record(work).clauses] == [newest]


@pytest.mark.parametrize(
    ("many", "types", "moves"),
    [
        pytest.param(False, None, False, id="nobody to ask: refused"),
        pytest.param(False, "51", True, id="the number typed: moved"),
        pytest.param(True, None, True, id="said before: moved"),
    ],
)
def test_more_than_fifty_items_are_asked_about(
    many: bool, types: str | None, moves: bool, world: World
) -> None:
    old = world.memory(RULE, "soft")
    for number in range(51):
        world.started(f"Item {number}")
    new = world.successor(old)
    world.person.types = types
    request = SupersedeRequest((old,), new, WHY, many=many)
    if moves:
        assert len(supersede(world.context, request).answer.moved) == 51
        return
    with pytest.raises(NotAllowed, match="51 work items"):
        supersede(world.context, request)
    assert world.query("memory-arch") == {old}


def test_progress_is_told_item_by_item(world: World) -> None:
    old = world.memory(RULE, "soft")
    world.started("One")
    world.started("Two")
    told: list[tuple[int, int]] = []
    request = SupersedeRequest((old,), world.successor(old), WHY)
    supersede(world.context, request, lambda done, every: told.append((done, every)))
    assert told == [(1, 2), (2, 2)]


def test_a_hand_made_memory_can_be_replaced(world: World) -> None:
    bead = Bead(
        "bb-1",
        "[MEMORY][ARCH][HARD] Dependencies model execution order",
        description="Rule: Dependencies encode execution order.",
        acceptance_criteria=(
            "Given a change, when it is queried, then it holds.\n"
            "Verification command(s): bd dep tree <issue-id>; bd ready"
        ),
        issue_type="decision",
        status="closed",
        labels=("mem-canonical", "mem-hard", "memory", "memory-arch"),
        metadata={"supersedes": "null", "superseded_by": "null", "memory_version": 1},
    )
    world.put(bead)
    new = world.successor("bb-1", "Dependencies encode execution order, never visual grouping.")
    world.supersede("bb-1", new)
    assert world.query("memory-arch") == {new}
    assert world.bead(new).metadata["memory_version"] == 2

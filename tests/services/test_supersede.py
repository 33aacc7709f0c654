"""`supersede`: a successor takes the place of a memory, whole or not at all, and work moves along."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from fabric.errors import DuplicateMemory, InvalidMemory, NotAllowed, NotFound, Refused, WrongUse
from fabric.models.actor import Actor
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.ports import JournalQuery
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.services.verbs.work import close_work
from fabric.services.writing import Wording
from tests.services.world import OTTO, SCOUT, VERA, World, settings, wording

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


def fabric_of(world: World, memory: str) -> dict[str, object]:
    value = world.bead(memory).metadata["fabric"]
    assert isinstance(value, dict)
    return value


def test_a_dry_run_writes_nothing(pair: Pair) -> None:
    before = pair.world.writes()
    dry = replace(pair.world.context, dry_run=True)
    outcome = supersede(dry, SupersedeRequest((pair.old,), pair.new, WHY))
    assert outcome.change_set.operations
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


def test_a_cycle_is_refused(world: World) -> None:
    one = world.memory(RULE)
    two = world.successor(one)
    world.supersede(one, two)
    with pytest.raises(Refused, match=r"cycle|cannot replace"):
        world.supersede(two, one)


def test_a_fork_is_refused_naming_the_successor(world: World) -> None:
    one = world.memory(RULE)
    two, other = world.successor(one), world.memory("Every job goes through the service layer")
    world.supersede(one, two)
    with pytest.raises(Refused, match=f"replaced by {two} already"):
        world.supersede(one, other)


@pytest.mark.parametrize("state", ["draft", "mem-retired", "mem-rejected"])
def test_an_old_one_that_is_not_in_force_is_refused(state: str, world: World) -> None:
    old = world.propose(RULE)
    if state != "draft":
        labels = ("mem-hard", state, "memory-arch")
        world.put(replace(world.bead(old), labels=labels, status="closed"))
    new = world.memory("Every job goes through the service layer")
    with pytest.raises(Refused, match=state.removeprefix("mem-")):
        world.supersede(old, new)


@pytest.mark.parametrize("state", ["draft", "mem-retired", "mem-rejected"])
def test_nor_does_an_edge_of_another_tool_change_that(state: str, world: World) -> None:
    old = world.propose(RULE)
    new = world.memory("Every job goes through the service layer")
    bead = replace(world.bead(old), dependencies=(Dependency(old, new, "supersedes"),))
    if state != "draft":
        bead = replace(bead, labels=("mem-hard", state, "memory-arch"), status="closed")
    world.put(bead)
    before = world.bead(old)
    with pytest.raises(Refused, match=state.removeprefix("mem-")):
        world.supersede(old, new)
    assert world.bead(old) == before


@pytest.mark.parametrize("which", ["old", "new"])
def test_what_is_no_memory_is_refused(which: str, world: World) -> None:
    memory, task = world.memory(RULE), world.work()
    old, new = (task, memory) if which == "old" else (memory, task)
    with pytest.raises(WrongUse, match=f"{task} is no memory"):
        world.supersede(old, new)


def test_unknown_ids_are_not_found(world: World) -> None:
    with pytest.raises(NotFound):
        world.supersede("shop-none", world.memory(RULE))


def test_a_reason_is_asked_for(pair: Pair) -> None:
    with pytest.raises(WrongUse, match="reason"):
        pair.world.supersede(pair.old, pair.new, "  ")


def test_a_successor_that_cannot_be_ratified_is_refused_whole(world: World) -> None:
    old = world.memory(RULE, "soft", checks=(), commands=())
    new = propose(world.context, ProposeRequest("", Wording("hard", ""), replaces=old)).answer.id
    with pytest.raises(InvalidMemory, match="how to check"):
        world.supersede(old, new)
    assert world.query("memory-arch") == {old}


def test_a_successor_that_says_what_another_says_is_refused(world: World) -> None:
    old = world.memory(RULE)
    new = world.successor(old, "Every job goes through the service layer")
    other = world.memory("Every read goes through the cache")
    world.put(replace(world.bead(other), description=world.bead(new).description))
    with pytest.raises(DuplicateMemory, match=other):
        world.supersede(old, new)


def test_a_successor_may_keep_the_sentence_to_mend_the_rest(world: World) -> None:
    old = world.memory(RULE)
    request = ProposeRequest("", Wording("", "", commands=("make audit",)), replaces=old)
    new = propose(world.context, request).answer.id
    world.supersede(old, new)
    assert world.query("memory-arch") == {new}
    assert world.findings("error", "warning") == set()


@pytest.mark.parametrize(
    ("actor", "said"),
    [
        pytest.param(SCOUT, "is an agent", id="an agent"),
        pytest.param(Actor(name="eve@example.test"), "is no reviewer", id="a stranger"),
    ],
)
def test_only_a_reviewer_supersedes(actor: Actor, said: str, pair: Pair) -> None:
    request = SupersedeRequest((pair.old,), pair.new, WHY)
    with pytest.raises(NotAllowed, match=said):
        supersede(pair.world.as_(actor), request)


def test_an_author_may_not_ratify_by_superseding(pair: Pair) -> None:
    pair.world.with_settings(settings(solo=False))
    with pytest.raises(NotAllowed, match="proposed this"):
        pair.supersede()
    request = SupersedeRequest((pair.old,), pair.new, WHY)
    assert supersede(pair.world.as_(OTTO), request).applied


def test_the_difference_is_shown_and_the_new_id_is_typed(pair: Pair) -> None:
    world = pair.world
    world.with_settings(settings(confirm="typed"))
    world.person.types = pair.new
    pair.supersede()
    (shown,) = world.person.shown
    assert f"-Rule: {RULE}" in shown
    assert "+Rule: Writes and jobs go through the service layer" in shown


@pytest.mark.parametrize("types", [None, "yes"])
def test_without_confirmation_nothing_is_written(types: str | None, pair: Pair) -> None:
    world = pair.world
    world.with_settings(settings(confirm="typed"))
    world.person.types = types
    with pytest.raises(NotAllowed):
        pair.supersede()
    assert world.query("memory-arch") == {pair.old}


def test_an_edge_of_another_tool_does_not_spare_the_confirmation(pair: Pair) -> None:
    world = pair.world
    bead = world.bead(pair.old)
    edge = Dependency(pair.old, pair.new, "supersedes")
    world.put(replace(bead, dependencies=(*bead.dependencies, edge)))
    world.with_settings(settings(confirm="typed"))
    with pytest.raises(NotAllowed, match="Nobody is at a terminal"):
        pair.supersede()
    assert world.bead(pair.new).status == "open"


# Completing what was begun


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


def two_memories(world: World) -> tuple[str, str, str]:
    """Two hard memories, and work that was started under both."""
    one = world.memory(RULE)
    two = world.memory("Every read goes through the cache")
    return one, two, world.started()


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

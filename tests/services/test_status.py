"""`status`: what binds a work item, what is open or stale, and the command that mends each."""

from dataclasses import replace

import pytest

from fabric.errors import NotFound
from fabric.models.bead import Bead
from fabric.services.verbs.status import status
from tests.services.world import World

HARD = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def problems(world: World, work: str) -> list[tuple[str, str]]:
    return [(each.what, each.mend) for each in world.status(work).problems]


def test_work_that_was_not_started_says_so(world: World) -> None:
    hard = world.memory(HARD)
    work = world.work()
    answer = world.status(work)
    assert (answer.started, answer.domains) == (False, ["memory-arch"])
    assert [m.id for m in answer.binds] == [hard]
    assert problems(world, work) == [
        ("It was not started: no receipt, no contract.", f"fabric start {work}")
    ]


def test_work_that_nothing_binds_has_no_problem(world: World) -> None:
    work = world.work()
    assert (world.status(work).binds, problems(world, work)) == ([], [])
    world.start(work)
    assert problems(world, work) == []


def test_started_work_names_its_open_clauses(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    assert [(c.memory, c.status, c.contract) for c in world.status(work).clauses] == [
        (hard, "open", f"{work}-mc")
    ]
    assert problems(world, work) == [(f"Open clauses: {hard}.", f"fabric verify {work}")]


def test_verified_work_has_no_problem(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    world.verify(work)
    answer = world.status(work)
    assert [(c.memory, c.status) for c in answer.clauses] == [(hard, "verified")]
    assert answer.problems == []


def test_a_contract_that_housekeeping_took_lives_on_in_the_receipt(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.verify(work)
    world.put(replace(world.bead(f"{work}-mc"), status="tombstone", metadata={}, labels=()))
    assert [c.status for c in world.status(work).clauses] == ["verified"]
    assert problems(world, work) == []
    assert world.start(work).contract == f"{work}-mc"
    assert world.store.bead(f"{work}-mc2") is None


def test_each_stale_thing_has_its_sentence_and_its_command(world: World) -> None:
    retired, reworded = world.memory(HARD), world.memory("Every read goes through the cache")
    work = world.started()
    labels = ("mem-hard", "mem-retired", "memory-arch")
    world.put(
        replace(world.bead(retired), labels=labels),
        replace(world.bead(reworded), description="Rule: Something else."),
    )
    late = world.memory("Every job has a deadline")
    said = dict(problems(world, work))
    assert said[f"{retired} is retired."] == f"fabric start {work}"
    assert f"{reworded} says something else than when it was given." in said
    assert f"{late} applies and was not given." in said
    assert f"No contract holds it to {late}." in said
    assert [c.status for c in world.status(work).clauses] == ["stale", "stale"]


def test_a_replaced_memory_names_its_successor(world: World) -> None:
    old = world.memory(HARD)
    work = world.started()
    before = {each: world.bead(each) for each in (work, f"{work}-mc")}
    new = world.successor(old)
    world.supersede(old, new)
    world.put(*before.values())  # as if it had been stopped before the item moved
    assert f"{old} was replaced by {new}." in dict(problems(world, work))
    world.start(work)
    assert [what for what, _ in problems(world, work)] == [f"Open clauses: {new}."]


def test_a_parent_is_not_asked_for_a_contract(world: World) -> None:
    world.memory(HARD)
    parent = world.work("Parent")
    world.work("Leaf", parent=parent)
    world.start(parent)
    assert problems(world, parent) == []


def test_finished_work_has_no_problem_any_more(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    world.put(replace(world.bead(work), status="closed"))
    assert problems(world, work) == []


def test_it_reads_no_more_of_the_graph_than_it_needs(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    before = world.store.rows_read
    world.status(work)
    once = world.store.rows_read - before
    world.put(*(Bead(f"t-{n}", "Other", labels=("memory-ux",)) for n in range(200)))
    before = world.store.rows_read
    world.status(work)
    assert world.store.rows_read - before == once


def test_an_unknown_id_is_not_found(world: World) -> None:
    with pytest.raises(NotFound):
        status(world.context, "shop-none")

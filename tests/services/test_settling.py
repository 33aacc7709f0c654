"""A memory's own rows to finished work go in time; the finished work keeps its own, and so the relation."""

from dataclasses import replace
from pathlib import Path

import pytest

from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.models.words import RELATES
from fabric.services.settling import ENOUGH
from fabric.services.verbs.start import StartRequest, start
from fabric.services.verbs.work import close_work
from fabric.store.catalog import open_store
from tests.services.world import World

RULE = "Every write goes through the service layer"
MANY = ENOUGH * 2


@pytest.fixture
def world() -> World:
    return World().begin()


def item(memory: str, number: int, *, status: str = "closed", own_row: bool = True) -> Bead:
    """A work item that was given a memory, as whoever closed it left it."""
    bead_id = f"shop-old{number}"
    return Bead(
        bead_id,
        f"Old task {number}",
        status=status,
        closed_at="2026-03-01T09:00:00Z" if status == "closed" else "",
        labels=("memory-arch",),
        dependencies=(Dependency(bead_id, memory, RELATES),) if own_row else (),
    )


def given_to(world: World, memory: str, *items: Bead) -> None:
    """Put work items there, and the row of the memory to each of them."""
    bead = world.bead(memory)
    rows = tuple(Dependency(memory, each.id, RELATES) for each in items)
    world.put(*items, replace(bead, dependencies=(*bead.dependencies, *rows)))


def rows_to(world: World, memory: str, prefix: str = "shop-old") -> set[str]:
    edges = world.bead(memory).dependencies
    return {e.depends_on_id for e in edges if e.depends_on_id.startswith(prefix)}


def test_a_start_takes_the_rows_of_memories_to_finished_work_away(world: World) -> None:
    memory = world.memory(RULE)
    old = [item(memory, number) for number in range(MANY)]
    given_to(world, memory, *old)
    before = rows_to(world, memory)
    work = world.started()
    gone = before - rows_to(world, memory)
    assert len(gone) == ENOUGH
    assert memory in {e.depends_on_id for e in world.bead(work).relations()}
    assert work in {e.depends_on_id for e in world.bead(memory).relations()}


def test_each_finished_item_still_relates_to_the_memory_and_nothing_complains(
    world: World,
) -> None:
    memory = world.memory(RULE)
    given_to(world, memory, *(item(memory, number) for number in range(MANY)))
    world.started()
    for number in range(MANY):
        assert memory in world.bead(f"shop-old{number}").targets(RELATES)
    assert not [f for f in world.findings() if f[0] == "relation-one-way"]


def test_rows_stay_few_however_many_items_are_started_and_closed(world: World) -> None:
    memory = world.memory(RULE)
    most = 0
    for number in range(MANY):
        work = world.started(f"Task {number}")
        world.verify(work)
        close_work(world.context, work)
        most = max(most, len(rows_to(world, memory, "shop-w")))
    assert most <= ENOUGH + 2
    assert world.findings("error", "warning") == set()


def test_rows_to_unfinished_work_stay(world: World) -> None:
    memory = world.memory(RULE)
    given_to(world, memory, *(item(memory, n, status="in_progress") for n in range(MANY)))
    world.started()
    assert len(rows_to(world, memory)) == MANY


def test_a_row_stays_where_it_is_all_that_is_left_of_the_relation(world: World) -> None:
    memory = world.memory(RULE)
    given_to(world, memory, *(item(memory, n, own_row=False) for n in range(MANY)))
    answer = start(world.context, StartRequest(world.work())).answer
    assert len(rows_to(world, memory)) == MANY
    assert not any("own rows" in each for each in answer.done)


def test_a_few_rows_are_no_reason_to_look(world: World) -> None:
    memory = world.memory(RULE)
    given_to(world, memory, *(item(memory, number) for number in range(ENOUGH - 5)))
    world.started()
    assert len(rows_to(world, memory)) == ENOUGH - 5


def test_a_start_that_changes_nothing_takes_nothing_away(world: World) -> None:
    memory = world.memory(RULE)
    work = world.started()
    given_to(world, memory, *(item(memory, number) for number in range(MANY)))
    writes = world.writes()
    assert not start(world.context, StartRequest(work)).applied
    assert world.writes() == writes
    assert len(rows_to(world, memory)) == MANY


def test_an_item_that_is_opened_again_gets_both_rows_at_its_next_start(world: World) -> None:
    memory = world.memory(RULE)
    given_to(world, memory, *(item(memory, number) for number in range(MANY)))
    before = rows_to(world, memory)
    world.started()
    again = min(before - rows_to(world, memory))
    world.put(replace(world.bead(again), status="open", closed_at=""))
    world.start(again)
    assert again in rows_to(world, memory)


def test_what_an_older_store_left_behind_is_gone_after_a_few_starts(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'fabric.db'}"
    world = World(open_store(url, writer_id="w", create=True)).begin()
    memory = world.memory(RULE)
    given_to(world, memory, *(item(memory, number) for number in range(MANY * 10)))
    left = [len(rows_to(world, memory))]
    for number in range(6):
        world.started(f"Task {number}")
        left.append(len(rows_to(world, memory)))
    assert left[0] == MANY * 10
    assert left[1] == MANY * 5
    assert left[-1] <= ENOUGH
    assert world.lint().errors == 0
    world.store.close()

"""What `start`, `status` and bare `lint` read does not grow with the number of issues."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typing_extensions import override

from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.ports import BeadQuery, Store
from fabric.services.verbs.list import ListRequest, list_memories
from fabric.store.matching import matches
from tests.invariants.conftest import new_store
from tests.invariants.meddling import Meddling
from tests.services.world import World

FEW, MANY = 1_000, 20_000
TYPES = ("task", "bug", "feature", "chore")
AREAS = (("memory-ux",), ("memory-arch",), (), ("frontend",))


def issue(number: int) -> Bead:
    """One issue of a project that works: most are closed, some have a parent or wait for another."""
    bead_id = f"old-{number:06}"
    edges: tuple[Dependency, ...] = ()
    if number % 3 == 1:
        edges = (Dependency(bead_id, f"old-{number - 1:06}", "blocks"),)
    elif number % 3 == 2:
        edges = (Dependency(bead_id, f"old-{number - 2:06}", "parent-child"),)
    closed = number % 5 != 0
    return Bead(
        bead_id,
        f"Issue {number} about exports",
        description="Some words.",
        status="closed" if closed else "open",
        issue_type=TYPES[number % 4],
        created_at="2026-01-01T00:00:00Z",
        updated_at="2026-01-02T00:00:00Z",
        closed_at="2026-01-02T00:00:00Z" if closed else "",
        labels=AREAS[number % 4],
        dependencies=edges,
    )


def grown(folder: Path, count: int) -> World:
    """A store with memories, work in hand, and so many issues beside them."""
    folder.mkdir()
    world = World(new_store("sqlite", folder)).begin()
    world.put(*(issue(number) for number in range(count)))
    for number in range(5):
        world.memory(f"Rule {number} about exports")
        world.memory(f"Hint {number} about exports", "soft")
    for number in range(3):
        world.started(f"Task {number}")
    return world


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, World]:
    folder = tmp_path_factory.mktemp("growth")
    return grown(folder / "few", FEW), grown(folder / "many", MANY)


VERBS: dict[str, Callable[[World], object]] = {
    "start": lambda w: w.start(w.work("One more")),
    "status": lambda w: w.status("shop-w1"),
    "lint": lambda w: w.lint(),
    "lint of one item": lambda w: w.lint("shop-w1"),
    "list": lambda w: list_memories(w.context, ListRequest()),
    "supersede": lambda w: w.supersede(*succession(w)),
}


def succession(world: World) -> tuple[str, str]:
    old = list_memories(world.context, ListRequest(state="canonical")).memories[0].id
    return old, world.successor(old, f"A better rule than {old}")


def rows(world: World, act: Callable[[World], object]) -> int:
    before = world.store.rows_read
    act(world)
    return world.store.rows_read - before


def check(name: str, few: World, many: World) -> None:
    one, other = rows(few, VERBS[name]), rows(many, VERBS[name])
    assert other <= one * 1.2, f"{name} read {one} rows of {FEW} issues, {other} of {MANY}"


@pytest.mark.parametrize("name", VERBS)
def test_it_reads_about_as_much_of_many_issues_as_of_few(
    name: str, both: tuple[World, World]
) -> None:
    check(name, *both)


def lived(folder: Path, count: int) -> World:
    """A store in which so many items were started under the same rules, and closed."""
    folder.mkdir()
    world = World(new_store("sqlite", folder)).begin()
    rules = [world.memory(f"Rule {number} about exports") for number in range(3)]
    world.put(*(bead for number in range(count) for bead in closed_item(number, rules)))
    for number in range(3):
        world.started(f"Task {number}")
    return world


def closed_item(number: int, rules: list[str]) -> tuple[Bead, Bead]:
    """A closed item and its closed contract, each with its own row of the relation to each rule."""
    work, contract = f"done-{number:06}", f"done-{number:06}-mc"
    clauses = [{"memory": each, "status": "verified"} for each in rules]

    def related(bead_id: str) -> tuple[Dependency, ...]:
        return tuple(Dependency(bead_id, each, "relates-to") for each in rules)

    return (
        replace(
            issue(1), id=work, dependencies=(*related(work), Dependency(work, contract, "blocks"))
        ),
        replace(
            issue(1),
            id=contract,
            issue_type="task",
            labels=("mem-hard", "memory-contract"),
            metadata={"fabric_contract": {"v": 1, "work": work, "clauses": clauses}},
            dependencies=related(contract),
        ),
    )


@pytest.fixture(scope="module")
def young_and_old(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, World]:
    folder = tmp_path_factory.mktemp("lived")
    return lived(folder / "young", 20), lived(folder / "old", 1_000)


@pytest.mark.parametrize("name", ["start", "status", "lint", "list"])
def test_it_reads_about_as_much_after_many_closed_items_as_after_few(
    name: str, young_and_old: tuple[World, World]
) -> None:
    check(name, *young_and_old)


class ReadsAll(Meddling):
    """The fault: a store that looks through all beads for those that are asked for."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.looked_at = 0

    @property
    @override
    def rows_read(self) -> int:
        return self.looked_at + self.store.rows_read

    @override
    def find(self, query: BeadQuery) -> list[Bead]:
        every = list(self.store.all_beads())
        self.looked_at += len(every)
        return [bead for bead in every if matches(bead, query)]


def test_the_check_can_fail(tmp_path: Path) -> None:
    worlds = [grown(tmp_path / str(count), count) for count in (50, 500)]
    few, many = (World(ReadsAll(world.store)) for world in worlds)
    with pytest.raises(AssertionError, match="read"):
        check("status", few, many)

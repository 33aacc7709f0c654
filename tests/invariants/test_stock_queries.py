"""Invariant 1: bd's stock query returns exactly the memories in force (and those with a later date)."""

from dataclasses import replace

import pytest

from fabric.models.change_set import CloseBead, InsertBead, RemoveLabel, ReplaceBead
from fabric.ports import Store
from tests.invariants.meddling import Change, Meddling, instead, without
from tests.invariants.story import Day, live
from tests.services.world import World

# What comes into force and what ends with a step, by the names of the day.
CHANGES: dict[str, tuple[set[str], set[str]]] = {
    "ratify": ({"writes"}, set()),
    "ratify a hint": ({"small"}, set()),
    "ratify for April": ({"reads"}, set()),
    "import": ({"bb-1"}, set()),
    "supersede": ({"jobs"}, {"writes"}),
    "retire": (set(), {"small"}),
}


class Query:
    """Looks after each step whether the stock query returns what the day so far has made."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.expected: set[str] = set()

    def look(self, world: World, step: str) -> None:
        new, ended = CHANGES.get(step, (set(), set()))
        self.expected = self.expected - ended | new
        ids = {self.day.ids.get(name, name) for name in self.expected}
        assert world.query("memory-arch") == ids, f"after {step}"
        for domain in ("memory-ux", "memory-workflow", "memory-data"):
            assert world.query(domain) == set(), f"{domain} after {step}"


def test_it_holds_after_every_verb(store: Store) -> None:
    day = Day()
    query = Query(day)
    live(World(store), query.look, day)
    assert query.expected == {"jobs", "reads", "bb-1"}


def counts_at_once(operation: object) -> object:
    """A draft that is written as if somebody had ratified it."""
    assert isinstance(operation, InsertBead)
    bead = operation.bead
    labels = tuple(label for label in bead.labels if label != "draft")
    return InsertBead(replace(bead, labels=labels, status="closed"))


FAULTS = [
    pytest.param(
        without(RemoveLabel, lambda op: getattr(op, "label", "") != "memory"),
        id="an ended memory keeps its label",
    ),
    pytest.param(without(CloseBead), id="a ratified memory is left open"),
    pytest.param(instead(InsertBead, counts_at_once), id="a draft counts at once"),
    pytest.param(
        without(ReplaceBead, lambda op: getattr(op, "bead_id", "") != "bb-1"),
        id="an imported memory is lost",
    ),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_can_fail(fault: Change, store: Store) -> None:
    day = Day()
    with pytest.raises(AssertionError, match="after"):
        live(World(Meddling(store, fault)), Query(day).look, day)

"""States of memories, their successions considered, and what is in force."""

from datetime import datetime

import pytest

from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from tests.graph.beads import day, graph, memory

SUCCESSOR = memory("m-new", created_at="2026-03-10T00:00:00Z")


def state(it: Bead) -> str:
    found = graph(it, SUCCESSOR)
    return Lineage(found).state(found.memories[it.id])


@pytest.mark.parametrize(
    ("it", "expected"),
    [
        pytest.param(memory("m"), "canonical", id="canonical"),
        pytest.param(memory("m", status="open"), "draft", id="not closed"),
        pytest.param(memory("m", labels=("memory", "draft")), "draft", id="label draft"),
        pytest.param(memory("m", labels=("mem-superseded",)), "superseded", id="label"),
        pytest.param(memory("m", labels=("mem-retired",)), "retired", id="retired"),
        pytest.param(memory("m", labels=("mem-rejected",)), "rejected", id="rejected"),
        pytest.param(
            memory("m", ("supersedes", "m-new"), created_at="2026-03-01T00:00:00Z"),
            "superseded",
            id="a successor edge",
        ),
        pytest.param(
            memory("m", metadata={"superseded_by": "m-new"}), "superseded", id="superseded_by"
        ),
        pytest.param(
            memory("m", ("supersedes", "m-new"), labels=("mem-retired",)),
            "retired",
            id="retired with a successor edge",
        ),
        pytest.param(memory("m", ("relates-to", "m-new")), "canonical", id="another edge"),
        pytest.param(
            memory("m", ("supersedes", "m-new"), created_at="2026-03-20T00:00:00Z"),
            "canonical",
            id="the replacement of the other",
        ),
    ],
)
def test_the_state_of_a_memory(it: Bead, expected: str) -> None:
    assert state(it) == expected


@pytest.mark.parametrize(
    ("it", "at", "binds"),
    [
        pytest.param(memory("m"), day(1), True, id="canonical, no date"),
        pytest.param(memory("m", status="open"), day(1), False, id="a draft"),
        pytest.param(memory("m", labels=("mem-retired",)), day(1), False, id="retired"),
        pytest.param(
            memory("m", metadata={"superseded_by": "m-new"}), day(1), False, id="superseded"
        ),
        pytest.param(
            memory("m", metadata={"effective_date": "2026-03-05"}), day(4), False, id="a day early"
        ),
        pytest.param(
            memory("m", metadata={"effective_date": "2026-03-05"}), day(5), True, id="on its day"
        ),
        pytest.param(
            memory("m", metadata={"fabric": {"effective_until": "2026-03-09"}}),
            day(9),
            False,
            id="on the day it ends",
        ),
    ],
)
def test_what_is_in_force(it: Bead, at: datetime, binds: bool) -> None:
    found = graph(it, SUCCESSOR)
    assert Lineage(found).is_in_force(found.memories["m"], at) is binds

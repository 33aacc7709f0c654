"""Two times of a memory: when the rule held, and when that was recorded."""

from datetime import datetime

import pytest

from fabric.graph.lineage import Lineage
from fabric.graph.times import Moment, in_force_at
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from tests.graph.beads import day, graph, memory


def stamp(number: int) -> str:
    return f"2026-03-{number:02}T00:00:00Z"


def ours(*, until: int = 0, ended: int = 0, label: str = "mem-canonical", **more: object) -> Bead:
    """Effective from the 5th, ratified (recorded) on the 10th; perhaps ended."""
    fabric: dict[str, object] = {"ratified_at": stamp(10)}
    if until:
        fabric["effective_until"] = stamp(until)
    if ended:
        fabric["ended_recorded_at"] = stamp(ended)
    return memory(
        "m-1",
        labels=(label, "memory", "mem-hard", "memory-arch"),
        closed_at=stamp(10),
        metadata={"effective_date": "2026-03-05", "fabric": fabric, **more},
    )


BINDING = ours()
SUPERSEDED = ours(until=15, ended=20, label="mem-superseded", superseded_by="m-2")
RETIRED = ours(until=15, ended=20, label="mem-retired")
RETIRED_UNRECORDED = ours(until=15, label="mem-retired")


def held(it: Bead, at: int, known: int | None = None, *others: Bead) -> bool:
    found = graph(it, *others)
    moment = Moment(day(at), None if known is None else day(known))
    return in_force_at(found.memories[it.id], Lineage(found), moment)


@pytest.mark.parametrize(
    ("it", "at", "known", "expected"),
    [
        pytest.param(BINDING, 4, None, False, id="before it began"),
        pytest.param(BINDING, 5, None, True, id="on its first day"),
        pytest.param(BINDING, 7, None, True, id="while it held, as we know today"),
        pytest.param(BINDING, 7, 9, False, id="while it held, before that was recorded"),
        pytest.param(BINDING, 7, 10, True, id="while it held, once that was recorded"),
        pytest.param(BINDING, 4, 30, False, id="before it began, whatever is known"),
        *(
            case
            for name, it in (("superseded", SUPERSEDED), ("retired", RETIRED))
            for case in (
                pytest.param(it, 12, None, True, id=f"{name} later: while it held"),
                pytest.param(it, 15, None, False, id=f"{name}: on its last day"),
                pytest.param(it, 14, 30, True, id=f"{name}: a day before"),
                pytest.param(it, 17, 19, True, id=f"{name}: over, but not yet recorded"),
                pytest.param(it, 17, 20, False, id=f"{name}: over, and recorded"),
                pytest.param(it, 17, 9, False, id=f"{name}: before it was ratified"),
            )
        ),
        pytest.param(RETIRED_UNRECORDED, 17, 14, True, id="no record of the end: before it"),
        pytest.param(RETIRED_UNRECORDED, 17, 15, False, id="no record of the end: from then"),
    ],
)
def test_a_memory_of_ours_at_a_moment(it: Bead, at: int, known: int | None, expected: bool) -> None:
    assert held(it, at, known) is expected


def hand_made(*edges: Dependency, label: str = "memory", **fields: object) -> Bead:
    labels = (label, "mem-hard", "memory-arch")
    return memory(
        "m-1", labels=labels, created_at=stamp(3), closed_at=stamp(5), dependencies=edges, **fields
    )


EDGE = Dependency("m-1", "m-2", "supersedes", stamp(15))
NEW = memory("m-2", created_at=stamp(12), closed_at=stamp(15))


@pytest.mark.parametrize(
    ("it", "at", "known", "expected"),
    [
        pytest.param(hand_made(), 4, None, False, id="before it was closed"),
        pytest.param(hand_made(), 5, None, True, id="since it was closed"),
        pytest.param(hand_made(), 30, 4, False, id="before its closing could be known"),
        pytest.param(hand_made(), 30, 5, True, id="once its closing was known"),
        pytest.param(hand_made(EDGE), 14, None, True, id="an edge of bd: before its time"),
        pytest.param(hand_made(EDGE), 15, None, False, id="an edge of bd: from its time"),
        pytest.param(hand_made(EDGE), 17, 14, True, id="an edge of bd: not known yet"),
        pytest.param(
            hand_made(metadata={"superseded_by": "m-2"}),
            14,
            None,
            True,
            id="metadata only: until the successor held",
        ),
        pytest.param(
            hand_made(metadata={"superseded_by": "m-2"}),
            15,
            None,
            False,
            id="metadata only: since the successor holds",
        ),
        pytest.param(hand_made(label="mem-superseded"), 7, None, False, id="a label alone"),
        pytest.param(hand_made(label="mem-retired"), 7, None, False, id="retired, no date"),
        pytest.param(
            hand_made(metadata={"superseded_by": "m-gone"}), 7, None, False, id="nobody knows when"
        ),
    ],
)
def test_a_hand_made_memory_at_a_moment(
    it: Bead, at: int, known: int | None, expected: bool
) -> None:
    assert held(it, at, known, NEW) is expected


def test_a_memory_without_any_date_is_known_since_ever() -> None:
    timeless = memory("m-1")
    assert held(timeless, 1)
    assert held(timeless, 1, 1)


@pytest.mark.parametrize("known", [None, 30])
def test_drafts_and_rejected_ones_never_bound(known: int | None) -> None:
    draft = memory("m-1", labels=("memory", "draft", "mem-hard"), status="open")
    retired_draft = memory("m-1", labels=("mem-retired", "draft"), closed_at=stamp(5))
    rejected = memory("m-1", labels=("mem-rejected",), closed_at=stamp(5))
    for it in (draft, retired_draft, rejected):
        assert not held(it, 20, known)


def test_a_binding_memory_that_was_rejected_bound_until_then() -> None:
    rejected = ours(until=15, ended=20, label="mem-rejected")
    assert held(rejected, 14)
    assert not held(rejected, 15)


def test_an_open_memory_that_says_it_is_superseded_never_bound() -> None:
    assert not held(memory("m-1", status="open", metadata={"superseded_by": "m-2"}), 20, None, NEW)


@pytest.mark.parametrize("at", [day(1), day(4), day(5), day(14), day(15), day(30)], ids=str)
@pytest.mark.parametrize(
    "it",
    [BINDING, SUPERSEDED, RETIRED, hand_made(), hand_made(EDGE), memory("m-1", status="open")],
    ids=["binding", "superseded", "retired", "hand-made", "with an edge", "draft"],
)
def test_what_is_in_force_now_was_in_force_at_this_moment(it: Bead, at: datetime) -> None:
    found = graph(it, NEW)
    lineage, read = Lineage(found), found.memories["m-1"]
    if lineage.is_in_force(read, at):
        assert in_force_at(read, lineage, Moment(at))

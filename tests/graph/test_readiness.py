"""What blocks what, by bd's own rule, as it was tried."""

import pytest

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.readiness import is_blocked, open_blockers, ready_work
from fabric.models.bead import Bead
from tests.graph.beads import bead, graph, memory


def ready(found: BeadGraph) -> list[str]:
    return [each.id for each in ready_work(found)]


def blocked(found: BeadGraph) -> list[str]:
    return [bead_id for bead_id in sorted(found.beads) if is_blocked(found, found.beads[bead_id])]


WORK = bead("w", ("blocks", "k"))
CHILD = bead("w.1", ("parent-child", "w"))


@pytest.mark.parametrize(
    ("beads", "are_ready", "are_blocked"),
    [
        pytest.param(
            (WORK, bead("k")), ["k"], ["w"], id="work depends on an open task: the task is ready"
        ),
        pytest.param(
            (WORK, CHILD, bead("k")), ["k"], ["w", "w.1"], id="a child waits with its parent"
        ),
        pytest.param(
            (bead("w", ("relates-to", "m")), memory("m")), ["w"], [], id="a relation blocks nothing"
        ),
        pytest.param(
            (WORK, CHILD, bead("k", status="closed")), ["w", "w.1"], [], id="the blocker is closed"
        ),
        pytest.param((WORK, bead("k", status="pinned")), ["w"], [], id="the blocker is pinned"),
        pytest.param(
            (WORK, bead("k", status="tombstone")), ["w"], [], id="the blocker was deleted"
        ),
        pytest.param(
            (WORK, bead("k", issue_type="gate")), [], ["w"], id="a gate blocks and is no work"
        ),
        pytest.param((WORK,), ["w"], [], id="the blocker is not there"),
        pytest.param(
            (bead("w", ("blocks", "external:x:y")),), ["w"], [], id="the blocker lies elsewhere"
        ),
        *(
            pytest.param((WORK, bead("k", status=status)), [], ["w"], id=f"the blocker is {status}")
            for status in ("in_progress", "blocked", "deferred", "hooked", "weird")
        ),
        *(
            pytest.param((bead("w", (kind, "k")), bead("k")), ["k"], ["w"], id=f"type {kind}")
            for kind in ("conditional-blocks", "waits-for")
        ),
        *(
            pytest.param((bead("w", (kind, "k")), bead("k")), ["k", "w"], [], id=f"type {kind}")
            for kind in ("related", "supersedes", "duplicates", "tracks", "discovered-from", "odd")
        ),
        pytest.param(
            (bead("w", ("blocks", "k"), status="in_progress"), bead("k")),
            ["k"],
            ["w"],
            id="work in progress can be blocked, and is not offered",
        ),
        pytest.param(
            (bead("w", ("blocks", "k"), status="closed"), CHILD, bead("k")),
            ["k", "w.1"],
            [],
            id="a closed parent hands nothing down",
        ),
        pytest.param(
            (bead("w", ("blocks", "k"), status="pinned"), CHILD, bead("k")),
            ["k", "w.1"],
            [],
            id="a pinned parent hands nothing down",
        ),
        pytest.param(
            (WORK, CHILD, bead("w.1.1", ("parent-child", "w.1")), bead("k")),
            ["k"],
            ["w", "w.1", "w.1.1"],
            id="a grandchild waits too",
        ),
        pytest.param(
            (
                WORK,
                bead("w.1", ("parent-child", "w"), status="closed"),
                bead("w.1.1", ("parent-child", "w.1")),
                bead("k"),
            ),
            ["k", "w.1.1"],
            ["w"],
            id="a closed generation ends the chain",
        ),
        pytest.param(
            (
                bead("c", ("parent-child", "p"), ("parent-child", "w")),
                bead("p"),
                WORK,
                bead("k"),
            ),
            ["k", "p"],
            ["c", "w"],
            id="one of two parents is enough",
        ),
        pytest.param(
            (bead("p"), bead("p.1", ("parent-child", "p"), ("blocks", "k")), bead("k")),
            ["k", "p"],
            ["p.1"],
            id="a parent does not wait for its child",
        ),
        pytest.param(
            (bead("a", ("parent-child", "b")), bead("b", ("parent-child", "a"))),
            ["a", "b"],
            [],
            id="parents in a circle",
        ),
    ],
)
def test_what_blocks_what(
    beads: tuple[Bead, ...], are_ready: list[str], are_blocked: list[str]
) -> None:
    found = graph(*beads)
    assert ready(found) == are_ready
    assert blocked(found) == are_blocked


@pytest.mark.parametrize(
    "it",
    [
        memory("m", status="open"),
        memory("m", status="open", labels=("memory", "draft")),
        bead("m", issue_type="epic", labels=("memory-anchor", "memory-arch")),
        bead("m", labels=("memory-contract", "mem-hard")),
        bead("m", is_template=True),
        bead("m", ephemeral=True),
        bead("m", pinned=True),
        bead("m", issue_type="epic"),
        bead("m", status="in_progress"),
        bead("m", status="deferred"),
    ],
    ids=[
        *("reopened memory", "draft", "anchor", "contract", "template", "ephemeral"),
        *("pinned", "epic", "in progress", "deferred"),
    ],
)
def test_what_is_never_offered_as_ready_work(it: Bead) -> None:
    assert ready(graph(it, bead("t"))) == ["t"]


def test_a_contract_holds_its_work_up_and_a_memory_does_not() -> None:
    contract = bead("w-mc", ("relates-to", "m"), labels=("memory-contract", "mem-hard"))
    work = bead("w", ("blocks", "w-mc"), ("relates-to", "m"))
    assert ready(graph(work, contract, memory("m", status="open"))) == []
    closed = bead("w-mc", labels=("memory-contract", "mem-hard"), status="closed")
    assert ready(graph(work, closed, memory("m", status="open"))) == ["w"]


def test_ready_work_comes_by_priority_then_id() -> None:
    found = graph(bead("c", priority=0), bead("a"), bead("b"), bead("d", priority=1))
    assert ready(found) == ["c", "d", "a", "b"]


def test_the_open_blockers_of_a_bead_come_once_by_id() -> None:
    found = graph(
        bead("w", ("blocks", "b"), ("waits-for", "b"), ("blocks", "a"), ("blocks", "gone")),
        bead("a"),
        bead("b"),
    )
    assert [each.id for each in open_blockers(found, found.beads["w"])] == ["a", "b"]

"""`work add|list|claim|close`: work items for stores without bd, by bd's own rules."""

from dataclasses import replace

import pytest

from fabric.errors import NotFound, Refused, WrongUse
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.ports import JournalQuery, WorktreeState
from fabric.services.verbs.work import WorkRequest, add_work, claim_work, close_work, list_work
from tests.services.world import OTTO, VERA, World

HARD = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def edge(one: str, other: str, kind: str) -> tuple[Dependency, ...]:
    return (Dependency(one, other, kind),)


def ready(world: World) -> list[str]:
    return [each.id for each in list_work(world.context, ready=True).work]


# add


def test_an_item_is_open_and_carries_what_was_said(world: World) -> None:
    parent = world.work("Parent")
    request = WorkRequest("Add  an\nexport", ("arch", "ux"), "bug", parent, "More words.", 0)
    answer = add_work(world.context, request).answer
    bead = world.bead(answer.id)
    assert (bead.title, bead.status, bead.issue_type) == ("Add an export", "open", "bug")
    assert (bead.description, bead.priority) == ("More words.", 0)
    assert bead.labels == ("memory-arch", "memory-ux")
    assert bead.targets("parent-child") == (parent,)
    assert (bead.created_by, bead.created_at) == (VERA.name, "2026-03-02T09:00:00Z")
    assert not bead.pinned


def test_a_child_does_not_inherit_its_parents_labels(world: World) -> None:
    parent = world.work("Parent")
    child = add_work(world.context, WorkRequest("Child", parent=parent)).answer.id
    assert world.bead(child).labels == ()


@pytest.mark.parametrize(
    ("request_", "kind", "said"),
    [
        pytest.param(WorkRequest("x", ("payments",)), WrongUse, "no domain", id="unknown domain"),
        pytest.param(WorkRequest("x", issue_type="epic"), WrongUse, "no type", id="no work type"),
        pytest.param(WorkRequest(" \n"), WrongUse, "no title", id="no title"),
        pytest.param(WorkRequest("x", parent="shop-none"), NotFound, "no bead", id="no parent"),
    ],
)
def test_what_makes_no_work_item(
    request_: WorkRequest, kind: type[Exception], said: str, world: World
) -> None:
    before = world.writes()
    with pytest.raises(kind, match=said):
        add_work(world.context, request_)
    assert world.writes() == before


# list


def test_ready_work_is_open_unblocked_and_in_order(world: World) -> None:
    low, high = world.work("Low"), world.work("High")
    world.put(replace(world.bead(high), priority=0))
    blocked, claimed, closed = world.work("Blocked"), world.work("Claimed"), world.work("Closed")
    world.put(replace(world.bead(blocked), dependencies=edge(blocked, low, "blocks")))
    claim_work(world.context, claimed)
    close_work(world.context, closed)
    assert ready(world) == [high, low]
    items = {each.id: each for each in list_work(world.context).work}
    assert items.keys() == {low, high, blocked, claimed}
    assert items[blocked].blocked_by == [low]
    assert {each.id for each in list_work(world.context, everything=True).work} == {*items, closed}
    close_work(world.context, low)
    assert ready(world) == [high, blocked]


def test_no_memory_anchor_or_contract_is_work(world: World) -> None:
    draft = world.propose(HARD)
    world.memory("Every read goes through the cache")
    work = world.work()
    world.start(work, claim=False)
    for given in ({}, {"ready": True}, {"everything": True}):
        listed = {each.id for each in list_work(world.context, **given).work}
        assert listed <= {work}
        assert draft not in listed
    assert ready(world) == []  # its contract blocks it
    (item,) = list_work(world.context).work
    assert item.contract == f"{work}-mc"


def test_what_a_parent_waits_for_holds_its_children_up(world: World) -> None:
    world.put(
        Bead("e-0", "Gate", issue_type="epic"),
        Bead("e-1", "Grandparent", issue_type="epic", dependencies=edge("e-1", "e-0", "blocks")),
        Bead("e-2", "Parent", issue_type="epic", dependencies=edge("e-2", "e-1", "parent-child")),
        Bead("t-1", "Task", dependencies=edge("t-1", "e-2", "parent-child")),
        Bead("t-2", "Free"),
    )
    assert ready(world) == ["t-2"]
    world.put(replace(world.bead("e-0"), status="closed"))
    assert ready(world) == ["t-1", "t-2"]


@pytest.mark.parametrize("status", ["closed", "pinned", "tombstone"])
def test_a_blocker_that_is_finished_blocks_nothing(status: str, world: World) -> None:
    world.put(
        Bead("t-0", "Blocker", status=status, issue_type="epic"),
        Bead("t-1", "Task", dependencies=edge("t-1", "t-0", "blocks")),
        Bead("t-2", "Task", dependencies=edge("t-2", "t-none", "blocks")),
    )
    assert ready(world) == ["t-1", "t-2"]


def test_templates_and_fleeting_beads_are_no_work(world: World) -> None:
    world.put(
        Bead("t-1", "Template", is_template=True),
        Bead("t-2", "Wisp", ephemeral=True),
        Bead("t-3", "An event", issue_type="event"),
    )
    assert list_work(world.context, everything=True).work == []


# claim


def test_a_claim_takes_the_item_and_a_second_one_writes_nothing(world: World) -> None:
    work = world.work()
    assert claim_work(world.context, work).answer.done == ["claimed"]
    assert (world.bead(work).status, world.bead(work).assignee) == ("in_progress", VERA.name)
    before = world.writes()
    assert not claim_work(world.context, work).applied
    assert world.writes() == before


def test_of_two_who_claim_one_item_the_second_is_refused(world: World) -> None:
    work = world.work()
    claim_work(world.context, work)
    with pytest.raises(Refused, match=f"held by {VERA.name}"):
        claim_work(world.as_(OTTO), work)
    assert claim_work(world.as_(OTTO), work, force=True).answer.assignee == OTTO.name


@pytest.mark.parametrize("status", ["closed", "pinned"])
def test_finished_work_is_not_claimed(status: str, world: World) -> None:
    work = world.work()
    world.put(replace(world.bead(work), status=status))
    with pytest.raises(Refused, match=status):
        claim_work(world.context, work)


def test_lint_asks_for_the_memories_of_what_was_merely_claimed(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    assert world.findings("error") == set()
    claim_work(world.context, work)
    assert {rule for rule, _ in world.findings("error")} == {
        "work-without-memory",
        "hard-memory-without-contract",
    }


# close


def test_closing_keeps_the_reason_and_the_commit(world: World) -> None:
    work = world.started()
    close_work(world.context, work, reason="Exported")
    bead = world.bead(work)
    assert (bead.status, bead.close_reason) == ("closed", "Exported")
    assert bead.metadata["fabric_closed_at_commit"] == "c0ffee"


def test_outside_a_repository_no_commit_is_kept(world: World) -> None:
    world.worktree.current = WorktreeState(None, ())
    work = world.started()
    close_work(world.context, work)
    assert "fabric_closed_at_commit" not in world.bead(work).metadata


def test_work_with_an_open_contract_cannot_be_closed(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    with pytest.raises(Refused, match=f"{work}-mc") as refused:
        close_work(world.context, work)
    assert f"fabric verify {work}" in refused.value.remedy
    world.verify(work)
    assert close_work(world.context, work).answer.status == "closed"
    assert world.findings("error", "warning") == set()


def test_force_closes_it_all_the_same_and_everybody_can_see(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    outcome = close_work(world.context, work, force=True)
    assert f"although {work}-mc was open" in outcome.answer.done
    (entry,) = world.store.journal(JournalQuery(bead_id=work, verb="work-close"))
    payload = world.store.journal_payload(entry.writer, entry.sequence)
    assert f'"forced_over":["{work}-mc"]' in str(payload)
    assert {rule for rule, _ in world.findings()} & {
        "closed-over-open-contract",
        "contract-outlived",
    }


def test_work_that_something_else_blocks_cannot_be_closed(world: World) -> None:
    first, second = world.work("First"), world.work("Second")
    world.put(replace(world.bead(second), dependencies=edge(second, first, "blocks")))
    with pytest.raises(Refused, match=f"{first} .First"):
        close_work(world.context, second)
    close_work(world.context, first)
    assert close_work(world.context, second).applied


def test_a_parent_waits_for_its_children(world: World) -> None:
    parent = world.work("Parent")
    child = world.work("Child", parent=parent)
    with pytest.raises(Refused, match=f"{child} is still open"):
        close_work(world.context, parent)
    close_work(world.context, child)
    assert close_work(world.context, parent).applied


def test_what_another_holds_is_not_closed_without_force(world: World) -> None:
    work = world.work()
    claim_work(world.context, work)
    with pytest.raises(Refused, match="is held by"):
        close_work(world.as_(OTTO), work)
    assert close_work(world.as_(OTTO), work, force=True).applied


def test_closing_twice_is_harmless(world: World) -> None:
    work = world.work()
    close_work(world.context, work, reason="First")
    before = world.writes()
    assert not close_work(world.context, work, reason="Second").applied
    assert (world.writes(), world.bead(work).close_reason) == (before, "First")


def test_memories_anchors_and_contracts_are_not_closed_as_work(world: World) -> None:
    draft, hard = world.propose("A draft"), world.memory(HARD)
    work = world.started()
    for bead_id in (draft, hard, "shop-anchor-arch", f"{work}-mc"):
        for act in (close_work, claim_work):
            with pytest.raises(WrongUse, match="not a work item"):
                act(world.context, bead_id)
    assert world.bead(draft).status == "open"

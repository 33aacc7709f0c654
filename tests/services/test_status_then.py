"""`status` in two times: which rules bound a task when it closed, and at any other moment."""

import pytest

from fabric.errors import Refused, WrongUse
from fabric.models.change_set import AddDependency, AddLabel, CloseBead, SetStatus
from fabric.models.dependency import Dependency
from fabric.services.verbs.adopt import AdoptRequest, adopt
from fabric.services.verbs.retire import RetireRequest, retire
from fabric.services.verbs.status import StatusRequest, status_then
from fabric.services.verbs.waive import WaiveRequest, waive
from fabric.services.verbs.work import close_work
from tests.services.life import by_hand, put
from tests.services.world import VERA, World

WRITES = "Every write goes through the service layer."
READS = "Reads are cached."


@pytest.fixture
def world() -> World:
    return World().begin()


def closed(world: World) -> str:
    """A work item that was started, verified and closed a day later each."""
    work = world.started()
    world.clock.forward(days=1)
    world.verify(work)
    world.clock.forward(days=1)
    close_work(world.context, work)
    world.clock.forward(days=1)
    return work


def bound(world: World, work: str, **more: object) -> list[str]:
    answer = status_then(world.context, StatusRequest(work, **more))  # type: ignore[arg-type]
    return [each.id for each in answer.binds]


def test_at_close_tells_what_bound_then_and_what_became_of_it(world: World) -> None:
    old, gone = world.memory(WRITES), world.memory(READS)
    work = closed(world)
    new = world.propose("Every write and job goes through the service layer.")
    world.supersede(old, new)
    retire(world.context, RetireRequest(gone, "no cache any more"))
    late = world.memory("Every call is logged.")
    answer = status_then(world.context, StatusRequest(work, at_close=True))
    assert {each.id: each.state for each in answer.binds} == {
        old: "superseded",
        gone: "retired",
    }
    assert (answer.at, answer.known_at) == ("2026-03-04T09:00:00Z", "2026-03-04T09:00:00Z")
    assert {each.memory: each.status for each in answer.clauses} == {
        old: "verified",
        gone: "verified",
    }
    assert answer.undone == []
    assert late not in bound(world, work, at_close=True)
    assert bound(world, work, as_of="2026-03-06T00:00:00Z") == sorted([new, late])


def test_what_ended_or_began_in_the_second_of_the_close_bound_it(world: World) -> None:
    ended = world.memory(WRITES)
    work = world.started()
    world.verify(work)
    world.clock.forward(days=1)
    began = world.memory(READS, "soft", effective=world.context.now_text)
    close_work(world.context, work)
    retire(world.context, RetireRequest(ended, "done"))
    assert bound(world, work, at_close=True) == [ended, began]
    assert bound(world, work, as_of=world.context.now_text) == [began]


def test_a_rule_recorded_later_for_an_earlier_day_is_told_on_demand(world: World) -> None:
    memory = world.memory(WRITES)
    work = closed(world)
    backdated = world.memory(READS, effective="2026-03-01")
    assert bound(world, work, at_close=True) == [memory]
    assert bound(world, work, at_close=True, known_at="2026-03-09") == sorted([memory, backdated])
    assert bound(world, work, as_of="2026-03-04") == sorted([memory, backdated])
    assert bound(world, work, as_of="2026-03-04", known_at="2026-03-04") == [memory]


def test_clauses_are_those_of_the_moment(world: World) -> None:
    memory = world.memory(WRITES)
    work = closed(world)

    def clause(as_of: str) -> list[str]:
        answer = status_then(world.context, StatusRequest(work, as_of=as_of))
        return [each.status for each in answer.clauses]

    assert clause("2026-03-02T12:00:00Z") == ["open"]
    assert clause("2026-03-03T12:00:00Z") == ["verified"]
    then = status_then(world.context, StatusRequest(work, as_of="2026-03-02T12:00:00Z"))
    assert then.undone == [memory]


def test_a_waiver_counts_until_its_end_only(world: World) -> None:
    memory = world.memory(WRITES)
    work = world.started()
    waive(world.context, WaiveRequest(work, memory, "later", "2026-03-05"))
    close_work(world.context, work)
    world.clock.forward(days=9)
    at_close = status_then(world.context, StatusRequest(work, at_close=True))
    later = status_then(world.context, StatusRequest(work, as_of="2026-03-06"))
    assert [(each.status, each.until) for each in at_close.clauses] == [("waived", "2026-03-05")]
    assert [each.status for each in later.clauses] == ["waiver over"]
    assert at_close.undone == []


def test_work_closed_by_force_names_what_was_not_proven(world: World) -> None:
    memory = world.memory(WRITES)
    work = world.started()
    close_work(world.context, work, force=True)
    assert status_then(world.context, StatusRequest(work, at_close=True)).undone == [memory]


def test_a_hand_made_rule_and_contract_count_from_their_closing(world: World) -> None:
    memory = by_hand(world)
    contract, work = world.work("Prove the cents"), world.work("Add prices")
    put(
        world,
        AddLabel(contract, "memory-contract"),
        AddDependency(Dependency(contract, memory, "relates-to")),
        AddDependency(Dependency(work, contract, "blocks")),
        SetStatus(work, "in_progress", VERA.name),
    )
    world.clock.forward(days=1)
    put(world, CloseBead(contract, "proven"), CloseBead(work, "done"))
    world.clock.forward(days=1)
    adopt(world.context, AdoptRequest((memory,)))
    answer = status_then(world.context, StatusRequest(work, at_close=True))
    assert [each.id for each in answer.binds] == [memory]
    assert [each.status for each in answer.clauses] == ["verified"]
    before = status_then(world.context, StatusRequest(work, as_of="2026-03-02T12:00:00Z"))
    assert [each.status for each in before.clauses] == ["open"]


def test_the_domains_are_those_of_the_receipt(world: World) -> None:
    memory = world.memory(WRITES)
    work = closed(world)
    put(world, AddLabel(work, "memory-ux"))
    answer = status_then(world.context, StatusRequest(work, at_close=True))
    assert answer.domains == ["memory-arch"]
    assert [each.id for each in answer.binds] == [memory]


def test_without_a_moment_it_is_now(world: World) -> None:
    world.memory(WRITES)
    work = world.started()
    assert status_then(world.context, StatusRequest(work)) == world.status(work)


def test_what_makes_no_sense_is_told(world: World) -> None:
    work = world.work()
    with pytest.raises(Refused, match="has no close to look back at"):
        status_then(world.context, StatusRequest(work, at_close=True))
    with pytest.raises(WrongUse, match="two times"):
        status_then(world.context, StatusRequest(work, as_of="2026-03-01", at_close=True))
    with pytest.raises(WrongUse, match="was made only at"):
        status_then(world.context, StatusRequest(work, as_of="2026-03-01"))
    with pytest.raises(WrongUse, match="is no time"):
        status_then(world.context, StatusRequest(work, as_of="soon"))


def test_looking_back_writes_nothing(world: World) -> None:
    world.memory(WRITES)
    work = closed(world)
    before = world.writes()
    status_then(world.context, StatusRequest(work, at_close=True))
    assert world.writes() == before

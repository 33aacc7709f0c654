"""A waiver lets work go without one clause until a day; then a following contract binds again."""

import pytest

from fabric.errors import NotAllowed, Refused, WrongUse
from fabric.models.contract import read_contract
from fabric.models.receipt import read_receipt
from fabric.services.verbs.retire import RetireRequest, retire
from fabric.services.verbs.start import StartRequest, start
from fabric.services.verbs.status import status
from fabric.services.verbs.verify import VerifyRequest, verify
from fabric.services.verbs.waive import WaiveRequest, waive
from fabric.services.verbs.work import close_work
from tests.services.life import assert_green, findings, started
from tests.services.world import SCOUT, World

REASON = "The gateway is down."
UNTIL = "2026-03-09"


@pytest.fixture
def world() -> World:
    return World().begin()


def test_the_only_clause_waived_closes_the_contract_and_lets_the_work_close(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    work = started(world)
    answer = waive(world.context, WaiveRequest(work, memory, REASON, UNTIL)).answer
    contract = world.bead(f"{work}-mc")
    receipt = read_receipt(world.bead(work).metadata)
    record = read_contract(contract)
    assert answer.closed
    assert (contract.is_closed, contract.pinned) == (True, False)
    assert record is not None
    [evidence] = record.clauses[0].evidence
    assert (evidence.kind, evidence.check, evidence.until) == ("waiver", REASON, UNTIL)
    assert receipt is not None
    assert receipt.contract_record == record
    assert_green(world)
    close_work(world.context, work)
    assert_green(world)


def test_another_open_clause_keeps_the_contract_open(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    other = world.memory("Reads are cached.")
    work = started(world)
    answer = waive(world.context, WaiveRequest(work, memory, REASON, UNTIL)).answer
    assert (answer.closed, answer.open) == (False, [other])
    assert_green(world)
    assert verify(world.context, VerifyRequest(work)).answer.closed
    assert ("check", "every") not in world.runner.ran
    assert_green(world)


def test_after_its_end_the_gate_is_red_and_a_start_makes_it_bind_again(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    other = world.memory("Reads are cached.")
    work = started(world)
    waive(world.context, WaiveRequest(work, memory, REASON, UNTIL))
    verify(world.context, VerifyRequest(work))
    world.clock.forward(days=8)
    assert any(line.startswith("hard-memory-without-contract") for line in findings(world))
    assert [each.status for each in status(world.context, work).clauses] == [
        "waiver over" if each.memory == memory else "verified"
        for each in status(world.context, work).clauses
    ]
    start(world.context, StartRequest(work))
    record = read_contract(world.bead(f"{work}-mc2"))
    assert record is not None
    assert {each.memory: each.status for each in record.clauses} == {
        memory: "open",
        other: "verified",
    }
    assert world.bead(f"{work}-mc").is_closed
    assert_green(world)


def test_work_does_not_close_over_a_waiver_that_is_over(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    work = started(world)
    waive(world.context, WaiveRequest(work, memory, REASON, UNTIL))
    world.clock.forward(days=8)
    with pytest.raises(Refused, match=f"{memory} binds it again") as caught:
        close_work(world.context, work)
    assert f"fabric start {work}" in caught.value.remedy
    start(world.context, StartRequest(work))
    verify(world.context, VerifyRequest(work))
    close_work(world.context, work)
    assert_green(world)


@pytest.mark.parametrize("end", ["retired", "replaced"])
def test_a_waiver_that_outlasts_its_memory_never_binds_again(world: World, end: str) -> None:
    memory = world.memory("Every write goes through the service layer.")
    work = started(world)
    waive(world.context, WaiveRequest(work, memory, REASON, UNTIL))
    world.clock.forward(days=1)
    if end == "retired":
        retire(world.context, RetireRequest(memory, "done"))
    else:
        world.supersede(memory, world.successor(memory, "Every write and job goes there."))
        verify(world.context, VerifyRequest(work))
    world.clock.forward(days=10)
    assert_green(world)
    close_work(world.context, work)
    assert_green(world)


def test_in_an_open_contract_the_clause_opens_again(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    world.memory("Reads are cached.")
    work = started(world)
    waive(world.context, WaiveRequest(work, memory, REASON, UNTIL))
    world.clock.forward(days=8)
    start(world.context, StartRequest(work))
    record = read_contract(world.bead(f"{work}-mc"))
    assert record is not None
    assert {each.status for each in record.clauses} == {"open"}
    assert_green(world)


def test_work_that_closed_under_a_waiver_stays_closed_well_after_its_end(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    work = started(world)
    waive(world.context, WaiveRequest(work, memory, REASON, UNTIL))
    close_work(world.context, work)
    world.clock.forward(days=30)
    assert_green(world)


def test_waiving_so_again_is_harmless_and_another_end_counts(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    world.memory("Reads are cached.")
    work = started(world)
    request = WaiveRequest(work, memory, REASON, UNTIL)
    waive(world.context, request)
    again = waive(world.context, request)
    assert (again.applied, again.answer.already) == (False, True)
    waive(world.context, WaiveRequest(work, memory, REASON, "2026-03-04"))
    record = read_contract(world.bead(f"{work}-mc"))
    clause = record.clause(memory) if record else None
    assert clause is not None
    assert [each.until for each in clause.evidence] == ["2026-03-04"]


@pytest.mark.parametrize(
    ("until", "said"),
    [
        pytest.param("", "needs an end", id="no end"),
        pytest.param("soon", "is no time", id="a word"),
        pytest.param("2026-03-02", "is over already", id="a day that has begun"),
    ],
)
def test_an_end_that_is_none_is_refused(world: World, until: str, said: str) -> None:
    memory = world.memory("Every write goes through the service layer.")
    work = started(world)
    with pytest.raises(WrongUse, match=said):
        waive(world.context, WaiveRequest(work, memory, REASON, until))


def test_an_agent_may_not_waive(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    work = started(world)
    with pytest.raises(NotAllowed):
        waive(world.as_(SCOUT), WaiveRequest(work, memory, REASON, UNTIL))


def test_where_no_clause_is_open_the_way_on_is_named(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    work = world.work()
    with pytest.raises(WrongUse, match="is a memory, not a work item"):
        waive(world.context, WaiveRequest(memory, work, REASON, UNTIL))
    with pytest.raises(WrongUse, match="has no open clause") as caught:
        waive(world.context, WaiveRequest(work, memory, REASON, UNTIL))
    assert f"fabric start {work}" in caught.value.remedy
    start(world.context, StartRequest(work))
    verify(world.context, VerifyRequest(work))
    with pytest.raises(WrongUse, match="is done in"):
        waive(world.context, WaiveRequest(work, memory, REASON, UNTIL))
    close_work(world.context, work)
    with pytest.raises(Refused, match="is closed"):
        waive(world.context, WaiveRequest(work, memory, REASON, UNTIL))


def test_a_waived_clause_of_a_retired_memory_goes_with_it(world: World) -> None:
    memory = world.memory("Every write goes through the service layer.")
    world.memory("Reads are cached.")
    work = started(world)
    waive(world.context, WaiveRequest(work, memory, REASON, UNTIL))
    retire(world.context, RetireRequest(memory, "done"))
    assert_green(world)

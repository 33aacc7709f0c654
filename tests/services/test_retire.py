"""A retired memory binds nobody, and work lets go of it."""

from dataclasses import replace

import pytest

from fabric.errors import NotAllowed, Refused, WrongUse
from fabric.models.change_set import AddDependency, AddLabel, SetStatus
from fabric.models.contract import read_contract
from fabric.models.dependency import Dependency
from fabric.models.receipt import read_receipt
from fabric.services.verbs.list import ListRequest, list_memories
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.retire import RetireRequest, retire
from fabric.services.verbs.start import StartRequest, start
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.services.verbs.verify import VerifyRequest, verify
from tests.services.life import assert_green, by_hand, put, started
from tests.services.world import OTTO, SCOUT, VERA, World, settings, wording

REASON = "The gateway enforces it."


@pytest.fixture
def world() -> World:
    return World().begin()


def test_a_retired_memory_leaves_the_query_of_the_domain_and_its_anchor(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    stays = world.memory("Every read is cached.")
    answer = retire(world.context, RetireRequest(gone, f"  {REASON}\n")).answer
    bead = world.bead(gone)
    assert world.query("memory-arch") == {stays}
    assert "mem-retired" in bead.labels
    assert not {"memory", "mem-canonical"} & set(bead.labels)
    assert bead.pinned
    assert not list(bead.relations())
    assert bead.notes == f"Retired on 2026-03-02: {REASON}"
    assert answer.reason == REASON
    assert_green(world)


def test_retiring_again_is_harmless(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    retire(world.context, RetireRequest(gone, REASON))
    before = world.bead(gone)
    again = retire(world.context, RetireRequest(gone, "another reason"))
    assert again.answer.already
    assert not again.applied
    assert again.answer.reason == REASON
    assert world.bead(gone) == before


def test_started_work_lets_go_of_it_and_keeps_the_rest(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    stays = world.memory("Reads are cached.")
    work = started(world)
    answer = retire(world.context, RetireRequest(gone, REASON)).answer
    bead = world.bead(work)
    receipt = read_receipt(bead.metadata)
    contract = read_contract(world.bead(f"{work}-mc"))
    assert [each.id for each in answer.released] == [work]
    assert receipt is not None
    assert [each.id for each in receipt.memories] == [stays]
    assert contract is not None
    assert [each.memory for each in contract.clauses] == [stays]
    assert gone not in {edge.depends_on_id for edge in bead.dependencies}
    assert bead.comments[-1].text == f"Released from {gone}: it was retired: {REASON}"
    assert not world.bead(f"{work}-mc").is_closed
    assert_green(world)


def test_a_contract_that_holds_nothing_up_any_more_is_closed(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    work = started(world)
    retire(world.context, RetireRequest(gone, REASON))
    receipt = read_receipt(world.bead(work).metadata)
    assert world.bead(f"{work}-mc").is_closed
    assert receipt is not None
    assert (receipt.contract, receipt.note) == (None, "No memory in force applies.")
    assert_green(world)


def test_a_contract_whose_other_clauses_are_done_is_closed_and_copied(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    world.memory("Reads are cached.")
    work = started(world)
    world.runner.failing = {"check every"}
    verify(world.context, VerifyRequest(work))
    retire(world.context, RetireRequest(gone, REASON))
    receipt = read_receipt(world.bead(work).metadata)
    assert world.bead(f"{work}-mc").is_closed
    assert receipt is not None
    assert receipt.contract_record is not None
    assert receipt.contract_record.is_done
    assert_green(world)


def test_work_that_was_started_unclaimed_lets_go_too(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    work = started(world, claim=False)
    answer = retire(world.context, RetireRequest(gone, REASON)).answer
    assert [each.id for each in answer.released] == [work]
    assert_green(world)


def test_work_that_is_its_evidence_keeps_the_relation(world: World) -> None:
    work = world.work("The outage of March")
    gone = world.memory("Every write goes through the service layer.", evidence=(work,))
    put(
        world,
        AddDependency(Dependency(work, gone, "relates-to")),
        AddDependency(Dependency(gone, work, "relates-to")),
    )
    answer = retire(world.context, RetireRequest(gone, REASON)).answer
    assert (answer.released, answer.left) == ([], [work])
    assert gone in {edge.depends_on_id for edge in world.bead(work).dependencies}
    assert_green(world)


def test_a_hand_made_contract_for_it_alone_is_closed(world: World) -> None:
    gone = by_hand(world)
    contract = world.work("Prove the cents", "arch")
    work = world.work("Add prices", "arch")
    put(
        world,
        AddLabel(contract, "memory-contract"),
        AddDependency(Dependency(contract, gone, "relates-to")),
        AddDependency(Dependency(gone, contract, "relates-to")),
        AddDependency(Dependency(work, contract, "blocks")),
        SetStatus(work, "in_progress", VERA.name),
    )
    retire(world.context, RetireRequest(gone, REASON))
    assert world.bead(contract).is_closed


def test_work_to_which_nothing_is_left_is_given_what_applies(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.", "soft")
    work = started(world)
    later = world.memory("Reads are cached.", "soft")
    retire(world.context, RetireRequest(gone, REASON))
    receipt = read_receipt(world.bead(work).metadata)
    assert receipt is not None
    assert [each.id for each in receipt.memories] == [later]
    assert world.bead(work).comments[-1].text.endswith(f"; given in its place: {later}")
    assert_green(world)


def test_an_interrupted_release_is_completed_by_the_next_run(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    works = [started(world, f"Item {number}") for number in range(3)]

    class Killed(Exception):
        pass

    def killed(done: int, every: int) -> None:
        raise Killed

    with pytest.raises(Killed):
        retire(world.context, RetireRequest(gone, REASON), killed)
    answer = retire(world.context, RetireRequest(gone, REASON)).answer
    assert [each.id for each in answer.released] == works[1:]
    assert_green(world)
    assert all(
        sum("Released from" in comment.text for comment in world.bead(work).comments) == 1
        for work in works
    )


def test_a_proposer_withdraws_a_draft_without_being_a_reviewer(world: World) -> None:
    context = world.as_(SCOUT)
    draft = propose(context, ProposeRequest("arch", wording("Use tabs."))).answer.id
    answer = retire(context, RetireRequest(draft, "a slip")).answer
    bead = world.bead(draft)
    assert answer.was == "draft"
    assert (bead.status, bead.close_reason, bead.pinned) == ("closed", "Withdrawn: a slip", True)
    assert_green(world)
    assert propose(context, ProposeRequest("arch", wording("Use tabs."))).answer.id != draft


def test_nobody_else_withdraws_it_but_a_reviewer(world: World) -> None:
    draft = world.propose("Use tabs.")
    with pytest.raises(NotAllowed):
        retire(world.as_(SCOUT), RetireRequest(draft, "no"))
    assert retire(world.as_(OTTO), RetireRequest(draft, "no")).applied


def test_an_agent_may_not_retire_a_rule(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    with pytest.raises(NotAllowed, match="is an agent"):
        retire(world.as_(SCOUT), RetireRequest(gone, REASON))
    assert world.query("memory-arch") == {gone}


def test_a_typed_confirmation_shows_the_rule_and_the_work_that_it_binds(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    work = started(world)
    world.with_settings(settings(confirm="typed"))
    world.person.types = "no"
    with pytest.raises(NotAllowed, match="not confirmed"):
        retire(world.context, RetireRequest(gone, REASON))
    assert work in world.person.shown[-1]
    assert "Every write goes through the service layer." in world.person.shown[-1]
    world.person.types = gone
    assert retire(world.context, RetireRequest(gone, REASON)).applied


def test_no_reason_is_a_sentence(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    with pytest.raises(WrongUse, match="A reason is needed"):
        retire(world.context, RetireRequest(gone, " \n "))


def test_what_ended_otherwise_is_not_retired(world: World) -> None:
    old = world.memory("Every write goes through the service layer.")
    new = world.propose("Every write and job goes through the service layer.")
    supersede(world.context, SupersedeRequest((old,), new, "jobs"))
    with pytest.raises(Refused, match="superseded already"):
        retire(world.context, RetireRequest(old, REASON))


def test_a_dry_run_writes_nothing(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    work = started(world)
    before = world.bead(gone), world.bead(work)
    outcome = retire(replace(world.context, dry_run=True), RetireRequest(gone, REASON))
    assert not outcome.applied
    assert outcome.change_set.operations
    assert (world.bead(gone), world.bead(work)) == before


def test_it_still_held_before_it_was_retired(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    world.clock.forward(days=7)
    retire(world.context, RetireRequest(gone, REASON))
    world.clock.forward(days=1)

    def held(at: str, known: str = "") -> list[str]:
        request = ListRequest(as_of=at, known_at=known)
        return [each.id for each in list_memories(world.context, request).memories]

    assert held("2026-03-08") == [gone]
    assert held("2026-03-10") == []
    assert held("2026-03-10", "2026-03-05") == [gone]


def test_a_withdrawn_draft_never_held(world: World) -> None:
    draft = world.propose("Use tabs.")
    retire(world.context, RetireRequest(draft, "a slip"))
    world.clock.forward(days=1)
    assert list_memories(world.context, ListRequest(as_of="2026-03-02T12:00:00Z")).memories == []


def test_starting_again_after_it_finds_nothing_new(world: World) -> None:
    gone = world.memory("Every write goes through the service layer.")
    work = started(world)
    retire(world.context, RetireRequest(gone, REASON))
    assert not start(world.context, StartRequest(work)).applied

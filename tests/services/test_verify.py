"""`verify`: open clauses are checked by trusted commands or attested, and only then done."""

from dataclasses import replace

import pytest

from fabric.errors import NotFound, Refused, WrongUse
from fabric.models.bead import Bead
from fabric.models.contract import Evidence
from fabric.models.dependency import Dependency
from fabric.models.document import plain
from fabric.ports import WorktreeState
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.verify import VerifyRequest, verify
from tests.services.world import SCOUT, VERA, World, settings_with

HARD = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def outcomes(world: World, work: str, **more: object) -> list[tuple[str, str]]:
    return [(view.check, view.outcome) for view in world.verify(work, **more).checks]


def test_a_clause_whose_command_passes_is_verified_with_its_evidence(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    world.clock.forward(hours=1)
    answer = world.verify(work)
    assert (answer.open, answer.closed, answer.commit) == ([], True, "c0ffee")
    (clause,) = world.record(work).clauses
    assert (clause.memory, clause.status) == (hard, "verified")
    (evidence,) = clause.evidence
    assert plain(evidence, without_none=True) == {
        "check": "check every",
        "kind": "command",
        "at": "2026-03-02T10:00:00Z",
        "by": VERA.name,
        "by_kind": "person",
        "exit_status": 0,
        "commit": "c0ffee",
        "dirty": False,
        "seconds": 0.1,
        "output_digest": "sha256:0",
    }
    contract = world.bead(f"{work}-mc")
    assert (contract.status, contract.pinned) == ("closed", False)
    assert world.receipt(work).contract_record == world.record(work)
    assert world.findings("error", "warning") == set()


def test_a_second_time_there_is_nothing_to_verify(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.verify(work)
    before, ran = world.writes(), list(world.runner.ran)
    answer = world.verify(work)
    assert (answer.contract, answer.checks, answer.open) == (None, [], [])
    assert (world.writes(), world.runner.ran) == (before, ran)


def test_a_clause_whose_command_fails_stays_open_and_says_how_it_failed(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    world.runner.failing = {"check every"}
    answer = world.verify(work)
    assert (answer.open, answer.closed) == ([hard], False)
    (view,) = answer.checks
    assert (view.outcome, view.detail) == ("failed", "exit status 1: boom")
    assert world.bead(f"{work}-mc").status == "open"
    world.runner.failing = set()
    assert world.verify(work).closed


def test_a_command_that_hangs_is_a_failure_with_its_problem(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.runner.hanging = {"check every"}
    (view,) = world.verify(work).checks
    assert (view.outcome, view.detail) == ("failed", "it ran longer than it may")


def test_a_command_that_cannot_be_read_is_a_failure(world: World) -> None:
    draft = world.bead(world.propose(HARD, commands=("echo closed",)))
    broken = draft.acceptance_criteria.replace("echo closed", 'echo "unclosed')
    world.put(replace(draft, acceptance_criteria=broken))
    ratify(world.context, RatifyRequest(draft.id))
    work = world.started()
    (view,) = world.verify(work).checks
    assert view.outcome == "failed"
    assert "cannot be read as a command" in view.detail
    assert world.runner.ran == []


def test_one_failing_of_two_commands_fails_the_clause(world: World) -> None:
    hard = world.memory(HARD, commands=("check one", "check two"))
    work = world.started()
    world.runner.failing = {"check two"}
    answer = world.verify(work)
    assert [view.outcome for view in answer.checks] == ["passed", "failed"]
    assert answer.open == [hard]


def test_equal_commands_run_once(world: World) -> None:
    one = world.memory(HARD, commands=("make test",))
    two = world.memory("Every read goes through the cache", commands=("make test", "make test"))
    work = world.started()
    answer = world.verify(work)
    assert world.runner.ran == [("make", "test")]
    assert {c.memory: len(c.evidence) for c in world.record(work).clauses} == {one: 1, two: 1}
    assert answer.closed


def test_commands_are_run_without_a_shell_where_the_worktree_is_and_within_limits(
    world: World,
) -> None:
    limits: dict[str, object] = {"command_timeout_seconds": 7, "output_limit_bytes": 99}
    world.with_settings(settings_with(contract=limits))
    world.memory(HARD, commands=("sh -c '! grep -r \"{work}\" .' $HOME",))
    work = world.started()
    world.verify(work)
    assert world.runner.ran == [("sh", "-c", f'! grep -r "{work}" .', "$HOME")]
    assert world.runner.limits == [(world.worktree.folder, 7, 99)]


def test_what_nobody_trusted_here_is_not_run(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    world.state.trusts.clear()
    answer = world.verify(work)
    (view,) = answer.checks
    assert (view.outcome, world.runner.ran) == ("untrusted", [])
    assert f"fabric trust {hard}" in view.detail
    assert answer.open == [hard]


def test_trust_in_other_words_does_not_count(world: World) -> None:
    hard = world.memory(HARD)
    bead = world.bead(hard)
    acceptance = bead.acceptance_criteria.replace("check every", "rm -rf .")
    world.put(replace(bead, acceptance_criteria=acceptance))
    work = world.started()
    assert outcomes(world, work) == [("rm -rf .", "untrusted")]
    assert world.runner.ran == []


@pytest.mark.parametrize("state", ["retired", "reworded", "deleted"])
def test_a_memory_that_is_not_what_it_was_is_stale(state: str, world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    bead = world.bead(hard)
    changed = {
        "retired": replace(bead, labels=("mem-hard", "mem-retired", "memory-arch")),
        "reworded": replace(bead, description="Rule: Something else."),
        "deleted": replace(bead, status="tombstone"),
    }
    world.put(changed[state])
    answer = world.verify(work)
    (view,) = answer.checks
    assert (view.outcome, answer.open, world.runner.ran) == ("stale", [hard], [])
    assert f"fabric start {work}" in view.detail


# The worktree


def test_files_that_no_commit_holds_are_refused_before_anything_runs(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.worktree.current = WorktreeState("c0ffee", ("a.py", "b.py", "c.py", "d.py"))
    with pytest.raises(Refused, match=r"a\.py, b\.py, c\.py …"):
        world.verify(work)
    assert world.runner.ran == []


def test_changed_files_may_be_allowed_and_the_evidence_says_so(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.worktree.current = WorktreeState("c0ffee", ("a.py",))
    assert world.verify(work, allow_dirty=True).closed
    assert world.record(work).clauses[0].evidence[0].dirty


def test_outside_a_repository_there_is_no_commit(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.worktree.current = WorktreeState(None, ())
    assert world.verify(work).closed
    assert world.record(work).clauses[0].evidence[0].commit is None


def test_what_only_a_person_checks_needs_no_clean_worktree(world: World) -> None:
    hard = world.memory(HARD, commands=("manual: read the diff",))
    work = world.started()
    world.worktree.current = WorktreeState("c0ffee", ("a.py",))
    assert world.verify(work, attested={hard: "Read it."}).closed


# What a person attests


def test_a_manual_check_needs_a_person_and_says_how(world: World) -> None:
    hard = world.memory(HARD, commands=("manual: read the diff",))
    work = world.started()
    answer = world.verify(work)
    (view,) = answer.checks
    assert (view.check, view.outcome) == ("read the diff", "needs a person")
    assert f"--attest {hard}" in view.detail
    assert answer.open == [hard]


def test_an_attestation_is_kept_with_who_and_which_kind(world: World) -> None:
    hard = world.memory(HARD, commands=("manual: read the diff",))
    work = world.started()
    verify(world.as_(SCOUT), VerifyRequest(work, {hard: "Read it: no SQL."}))
    (evidence,) = world.record(work).clauses[0].evidence
    assert (evidence.check, evidence.kind) == ("Read it: no SQL.", "attestation")
    assert (evidence.by, evidence.by_kind) == (SCOUT.name, "agent")


def test_an_attestation_is_kept_until_the_command_passes_too(world: World) -> None:
    hard = world.memory(HARD, commands=("manual: read the diff", "check every"))
    work = world.started()
    world.runner.failing = {"check every"}
    assert world.verify(work, attested={hard: "Read it."}).open == [hard]
    world.runner.failing = set()
    assert outcomes(world, work) == [("check every", "passed"), ("Read it.", "attested")]
    assert [e.kind for e in world.record(work).clauses[0].evidence] == ["command", "attestation"]


def test_an_attestation_does_not_stand_for_a_failing_command(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    world.runner.failing = {"check every"}
    assert world.verify(work, attested={hard: "It is fine."}).open == [hard]


WRONG = [
    pytest.param({"shop-anchor-arch": "x"}, WrongUse, "no open clause", id="no clause for it"),
    pytest.param({"shop-none": "x"}, NotFound, "There is no bead", id="an unknown memory"),
    pytest.param({"HARD": "  "}, WrongUse, "proves nothing", id="no words"),
]


@pytest.mark.parametrize(("attested", "kind", "said"), WRONG)
def test_what_cannot_be_attested(
    attested: dict[str, str], kind: type[Exception], said: str, world: World
) -> None:
    hard = world.memory(HARD)
    work = world.started()
    words = {key.replace("HARD", hard): text for key, text in attested.items()}
    with pytest.raises(kind, match=said):
        world.verify(work, attested=words)
    assert world.runner.ran == []


def test_a_clause_that_is_done_is_not_attested_again(world: World) -> None:
    done = world.memory(HARD)
    world.memory("Every read goes through the cache", commands=("manual: look",))
    work = world.started()
    world.verify(work)
    with pytest.raises(WrongUse, match="no open clause"):
        world.verify(work, attested={done: "Again."})


# Several contracts, several hands


def test_a_clause_that_is_done_is_not_checked_again(world: World) -> None:
    done = world.memory(HARD)
    other = world.memory("Every read goes through the cache", commands=("manual: look",))
    work = world.started()
    world.verify(work)
    world.runner.ran.clear()
    answer = world.verify(work, attested={other: "Looked."})
    assert (world.runner.ran, answer.closed) == ([], True)
    assert {c.memory: c.status for c in world.record(work).clauses} == {
        done: "verified",
        other: "verified",
    }


def test_work_without_a_contract_has_nothing_to_verify(world: World) -> None:
    answer = world.verify(world.started())
    assert (answer.contract, answer.open, answer.closed) == (None, [], False)


def test_a_contract_made_by_hand_is_named(world: World) -> None:
    work = world.work()
    world.put(
        Bead("hand-1", "Honour it", labels=("memory-contract", "mem-hard")),
        replace(world.bead(work), dependencies=(Dependency(work, "hand-1", "blocks"),)),
    )
    with pytest.raises(Refused, match="hand-1 was made by hand"):
        world.verify(work)


def test_the_contract_of_other_work_is_left_alone(world: World) -> None:
    world.memory(HARD)
    one = world.started("One")
    two = world.work("Two", "ux")
    edge = Dependency(two, f"{one}-mc", "blocks")
    world.put(replace(world.bead(two), dependencies=(edge,)))
    answer = world.verify(two)
    assert (answer.contract, world.runner.ran) == (None, [])
    assert world.bead(f"{one}-mc").status == "open"


def test_a_clause_that_was_waived_meanwhile_stays_waived(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()

    def waive(_: tuple[str, ...]) -> None:
        contract = world.bead(f"{work}-mc")
        record = world.record(work)
        waived = record.clauses[0].but(status="waived")
        plain = record.but(clauses=[waived]).plain()
        world.put(replace(contract, metadata={"fabric_contract": plain}))

    world.runner.failing = {"check every"}
    world.runner.before = waive
    world.verify(work)
    assert {c.memory: c.status for c in world.record(work).clauses} == {hard: "waived"}


@pytest.mark.parametrize(
    ("days", "checked"),
    [
        pytest.param(0, [], id="while it runs: not checked"),
        pytest.param(2, [("check every", "passed")], id="once it is over: checked"),
    ],
)
def test_a_waiver(days: int, checked: list[tuple[str, str]], world: World) -> None:
    hard = world.memory(HARD)
    other = world.memory("Every read goes through the cache", commands=("manual: look",))
    work = world.started()
    record = world.record(work)
    evidence = Evidence(
        check="no time", kind="waiver", at="2026-03-02", by=VERA.name, until="2026-03-03"
    )
    clauses = [
        c.but(status="waived", evidence=[evidence]) if c.memory == hard else c
        for c in record.clauses
    ]
    plain = record.but(clauses=clauses).plain()
    world.put(replace(world.bead(f"{work}-mc"), metadata={"fabric_contract": plain}))
    world.clock.forward(days=days)
    assert [each for each in outcomes(world, work) if each[0] != "look"] == checked
    statuses = {c.memory: c.status for c in world.record(work).clauses}
    assert statuses == {hard: "verified" if checked else "waived", other: "open"}


def test_keys_of_a_newer_version_in_the_contract_are_not_written_over(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    contract = world.bead(f"{work}-mc")
    record = {**world.record(work).plain(), "later": 1}
    world.put(replace(contract, metadata={"fabric_contract": record}))
    with pytest.raises(Refused, match="fabric_contract"):
        world.verify(work)
    assert world.bead(f"{work}-mc").metadata == {"fabric_contract": record}


def test_a_dry_run_says_what_it_would_run_and_runs_and_writes_nothing(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    before = world.writes()
    outcome = verify(replace(world.context, dry_run=True), VerifyRequest(work))
    assert [(each.outcome, each.check) for each in outcome.answer.checks] == [
        ("would run", "check every")
    ]
    assert world.runner.ran == []
    assert not outcome.change_set.operations
    assert (world.writes(), world.bead(f"{work}-mc").status) == (before, "open")


def test_a_dry_run_tells_what_is_not_trusted_and_what_waits_for_a_person(world: World) -> None:
    trusted_elsewhere = world.memory(HARD)
    by_hand = world.memory("Read every change", commands=("manual: read it",))
    world.state.trusts.clear()
    work = world.started()
    dry = replace(world.context, dry_run=True)
    told = {each.memory: each.outcome for each in verify(dry, VerifyRequest(work)).answer.checks}
    assert told == {trusted_elsewhere: "untrusted", by_hand: "needs a person"}
    request = VerifyRequest(work, {by_hand: "Read it."})
    told = {each.memory: each.outcome for each in verify(dry, request).answer.checks}
    assert told[by_hand] == "attested"
    assert [each.evidence for each in world.record(work).clauses] == [[], []]


@pytest.mark.parametrize("given", ["shop-none", ""])
def test_unknown_work_is_not_verified(given: str, world: World) -> None:
    with pytest.raises((NotFound, WrongUse)):
        world.verify(given)

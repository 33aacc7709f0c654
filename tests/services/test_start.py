"""`start`: what binds a work item is attached, hard rules hold it up, and a receipt says so."""

from dataclasses import replace

import pytest

from fabric.errors import Refused, WrongUse
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.models.settings import DomainSettings
from fabric.services.verbs.anchor import create_anchor
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.start import StartRequest, start
from fabric.services.verbs.work import claim_work
from tests.services.world import OTTO, VERA, World, settings, settings_with, wording

HARD = "Every write goes through the service layer"
SOFT = "Prefer small modules"


@pytest.fixture
def world() -> World:
    return World().begin()


def memory_in(world: World, domain: str, rule: str, strength: str = "hard", **more: object) -> str:
    request = ProposeRequest(domain, wording(rule, strength, **more))
    bead_id = propose(world.context, request).answer.id
    ratify(world.context, RatifyRequest(bead_id))
    return bead_id


def given(world: World, work: str) -> list[str]:
    return [each.id for each in world.receipt(work).memories]


def child(bead_id: str, parent: str) -> tuple[Dependency, ...]:
    return (Dependency(bead_id, parent, "parent-child"),)


SCOPES = [
    pytest.param("hard", {"paths": ["src/**"]}, (), True, id="hard, paths not known: binds"),
    pytest.param("soft", {"paths": ["src/**"]}, (), False, id="soft, paths not known: does not"),
    pytest.param("soft", {"paths": ["src/**"]}, ("src/a.py",), True, id="soft, under it: binds"),
    pytest.param("hard", {"paths": ["src/**"]}, ("docs/a.md",), False, id="hard, elsewhere: no"),
    pytest.param("hard", {"paths": ["src/**"]}, ("docs/a", "src/b"), True, id="one of two: binds"),
    pytest.param("hard", {"paths": ["src/**"]}, ("./src/b",), True, id="with a dot: binds"),
    pytest.param("hard", {"issue_types": ["bug"]}, (), False, id="another type: does not"),
    pytest.param("hard", {"issue_types": ["bug", "task"]}, (), True, id="its type: binds"),
    pytest.param("hard", {"labels": ["db"]}, (), False, id="another label: does not"),
    pytest.param("hard", {"labels": ["memory-arch"]}, (), True, id="its label: binds"),
]


def test_a_start_attaches_binds_acknowledges_and_claims(world: World) -> None:
    hard, soft = world.memory(HARD), world.memory(SOFT, "soft")
    work = world.work()
    world.clock.forward(hours=1)
    answer = world.start(work)
    bead = world.bead(work)
    assert {e.depends_on_id for e in bead.relations()} == {hard, soft}
    for memory in (hard, soft):  # both rows, as bd keeps a relation
        assert work in {e.depends_on_id for e in world.bead(memory).relations()}
    assert (bead.status, bead.assignee) == ("in_progress", VERA.name)
    assert bead.targets("blocks") == (f"{work}-mc",)
    receipt = world.receipt(work)
    assert receipt == answer.receipt
    assert (receipt.at, receipt.by, receipt.contract) == (
        "2026-03-02T10:00:00Z",
        VERA,
        f"{work}-mc",
    )
    assert receipt.domains == ["memory-arch"]
    assert [(m.id, m.strength, m.reviewed) for m in receipt.memories] == [
        (hard, "hard", True),
        (soft, "soft", True),
    ]
    assert receipt.given(hard) is not None
    assert receipt.memories[0].reason == "domain memory-arch"
    (comment,) = bead.comments
    assert hard in comment.text
    assert [m.rule for m in answer.memories] == [HARD, SOFT]
    assert world.findings("error", "warning") == set()


def test_a_contract_blocks_the_work_and_is_no_work_itself(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    contract = world.bead(f"{work}-mc")
    assert (contract.issue_type, contract.status, contract.pinned) == ("task", "open", True)
    assert contract.labels == ("mem-hard", "memory-arch", "memory-contract")
    assert contract.created_at == world.bead(work).created_at
    assert contract.assignee == VERA.name
    assert "Acceptance Criteria:" in contract.acceptance_criteria
    assert [e.depends_on_id for e in contract.relations()] == [hard]
    assert f"{work}-mc" in {e.depends_on_id for e in world.bead(hard).relations()}
    record = world.record(work)
    assert (record.work, [(c.memory, c.status) for c in record.clauses]) == (work, [(hard, "open")])
    assert record.clauses[0].digest.startswith("sha256:")
    assert HARD not in str(contract.metadata)  # ids and digests only


def test_a_second_start_writes_nothing(world: World) -> None:
    world.memory(HARD)
    world.memory(SOFT, "soft")
    work = world.started()
    before, image = world.writes(), list(world.store.all_beads())
    world.clock.forward(days=2)
    answer = world.start(work)
    assert (answer.changed, answer.done) == (False, [])
    assert (world.writes(), list(world.store.all_beads())) == (before, image)


def test_nothing_in_force_is_said_and_leaves_a_receipt_that_says_so(world: World) -> None:
    work = world.work()
    answer = world.start(work)
    assert (answer.memories, answer.contract) == ([], None)
    assert answer.receipt.note == "No memory in force applies."
    assert world.receipt(work).note == "No memory in force applies."
    assert world.bead(work).status == "in_progress"
    assert world.findings("error", "warning") == set()


def test_soft_memories_alone_make_no_contract(world: World) -> None:
    world.memory(SOFT, "soft")
    work = world.started()
    assert world.receipt(work).contract is None
    assert world.store.bead(f"{work}-mc") is None


def test_a_dry_run_writes_nothing(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    before = world.writes()
    outcome = start(replace(world.context, dry_run=True), StartRequest(work))
    assert outcome.change_set.operations
    assert (world.writes(), world.bead(work).status) == (before, "open")


# Which memories: domains


def test_only_memories_of_the_declared_domains_bind(world: World) -> None:
    arch, ux = memory_in(world, "arch", HARD), memory_in(world, "ux", "Keys reach everything")
    one, two = world.work("One", "arch"), world.work("Two", "arch", "ux")
    world.start(one)
    world.start(two)
    assert given(world, one) == [arch]
    assert set(given(world, two)) == {arch, ux}


def test_a_domain_may_be_declared_at_the_start_and_becomes_a_label(world: World) -> None:
    ux = memory_in(world, "ux", "Keys reach everything")
    work = world.work("One", "arch")
    world.start(work, domains=("ux",))
    assert given(world, work) == [ux]
    assert world.bead(work).labels == ("memory-arch", "memory-ux")
    assert world.start(work).changed is False  # the label stands for it from now on


def test_a_domain_in_the_metadata_counts(world: World) -> None:
    ux = memory_in(world, "ux", "Keys reach everything")
    world.put(Bead("t-1", "Task", metadata={"domain": "ux"}), Bead("t-2", "Task"))
    world.put(Bead("t-3", "Task", metadata={"domain": ["memory-ux", "gone"]}))
    for work in ("t-1", "t-3"):
        world.start(work)
        assert given(world, work) == [ux]


def test_a_domain_comes_from_the_nearest_ancestor_that_has_one(world: World) -> None:
    arch, ux = memory_in(world, "arch", HARD), memory_in(world, "ux", "Keys reach everything")
    world.put(
        Bead("e-1", "Epic", issue_type="epic", labels=("memory-arch",)),
        Bead("e-2", "Epic", issue_type="epic", dependencies=child("e-2", "e-1")),
        Bead("t-1", "Task", dependencies=child("t-1", "e-2")),
        Bead("t-2", "Task", labels=("memory-ux",), dependencies=child("t-2", "e-2")),
    )
    world.start("t-1")
    world.start("t-2")
    assert (given(world, "t-1"), given(world, "t-2")) == ([arch], [ux])


def test_work_without_any_domain_is_refused_naming_those_there_are(world: World) -> None:
    world.put(Bead("t-1", "Task"))
    with pytest.raises(WrongUse, match="declares no domain") as refused:
        world.start("t-1")
    assert "arch, ux, workflow" in refused.value.remedy


def test_memories_of_a_domain_that_always_binds_bind_all_work(world: World) -> None:
    safety = DomainSettings(label="memory-safety", always=True)
    world.with_settings(settings().but(domains=[*settings().domains, safety]))
    create_anchor(world.context, "safety", "Safety")
    safe = memory_in(world, "safety", "No secret leaves the vault")
    world.put(Bead("t-1", "Task"))
    world.start("t-1")
    assert given(world, "t-1") == [safe]
    assert "always binds" in world.receipt("t-1").memories[0].reason
    other = world.work("Other", "ux")
    world.start(other)
    assert given(world, other) == [safe]
    assert world.findings("error", "warning") == set()


def test_what_is_not_in_force_is_not_given(world: World) -> None:
    world.propose("A draft")
    later = world.propose("From April on")
    ratify(world.context, RatifyRequest(later, effective="2026-04-01"))
    old = world.memory(HARD)
    world.supersede(old, world.successor(old))
    work = world.started()
    head = world.bead(old).metadata["superseded_by"]
    assert given(world, work) == [head]
    world.clock.forward(days=40)
    assert world.start(work).changed
    assert set(given(world, work)) == {head, later}


# Which memories: `applies_to`


@pytest.mark.parametrize(("strength", "scope", "paths", "binds"), SCOPES)
def test_a_memory_binds_within_its_scope(
    strength: str, scope: dict[str, list[str]], paths: tuple[str, ...], binds: bool, world: World
) -> None:
    memory = world.memory(HARD, strength, applies_to=scope)
    work = world.work()
    world.start(work, paths=paths)
    assert given(world, work) == ([memory] if binds else [])


def test_paths_are_remembered_by_the_receipt(world: World) -> None:
    world.memory(HARD, applies_to={"paths": ["src/**"]})
    work = world.work()
    world.start(work, paths=("docs/a.md",))
    assert (given(world, work), world.receipt(work).paths) == ([], ["docs/a.md"])
    assert world.start(work).changed is False
    world.start(work, paths=("src/a.py",))
    assert len(given(world, work)) == 1


# How many: the noise budget


def test_the_budget_cuts_soft_ones_and_never_hard_ones(world: World) -> None:
    hard = [world.memory(f"Rule {n} must hold") for n in range(4)]
    soft = [world.memory(f"Hint {n} may help", "soft") for n in range(6)]
    work = world.started()
    assert given(world, work)[:4] == sorted(hard)
    assert len(given(world, work)) == 7
    left = [each.id for each in world.receipt(work).left_out]
    assert sorted([*left, *given(world, work)]) == sorted([*hard, *soft])
    assert all("over the budget of 7" in each.reason for each in world.receipt(work).left_out)


def test_hard_ones_over_the_budget_are_all_given(world: World) -> None:
    hard = [world.memory(f"Rule {n} must hold") for n in range(9)]
    work = world.started()
    assert given(world, work) == sorted(hard)
    assert world.findings("error") == set()


def test_the_budget_can_be_set(world: World) -> None:
    world.with_settings(settings_with(budget={"memories": 1}))
    for number in range(3):
        world.memory(f"Hint {number} may help", "soft")
    assert len(given(world, world.started())) == 1


def test_what_the_words_of_the_work_ask_for_comes_first(world: World) -> None:
    world.with_settings(settings_with(budget={"memories": 1}))
    for number in range(5):
        world.memory(f"Hint {number} may help", "soft")
    export = world.memory("Exports stream their rows", "soft")
    work = world.started("Stream the rows of exports to a file")
    assert given(world, work) == [export]
    assert "shares the words" in world.receipt(work).memories[0].reason


# Parents and leaves


@pytest.mark.parametrize("is_finished", [False, True], ids=["open", "finished"])
def test_what_open_work_under_the_same_parent_was_given_is_near(
    world: World, *, is_finished: bool
) -> None:
    world.with_settings(settings_with(budget={"memories": 1}))
    hints = [world.memory(f"Hint {number} may help", "soft") for number in range(4)]
    export = world.memory("Exports stream their rows", "soft")
    parent = world.work("The plan")
    sibling = world.work("Stream the rows of exports to a file", parent=parent)
    world.start(sibling)
    if is_finished:
        world.put(replace(world.bead(sibling), status="closed"))
    work = world.work("Tidy up", parent=parent)
    world.start(work)
    reason = world.receipt(work).memories[0].reason
    assert (f"related to its sibling {sibling}" in reason) is not is_finished
    assert (given(world, work) == [export]) is not is_finished
    assert given(world, work)[0] in {*hints, export}


def test_a_parent_gets_relations_and_a_receipt_and_no_contract(world: World) -> None:
    hard = world.memory(HARD)
    parent = world.work("Parent")
    leaf = world.work("Leaf", "arch", parent=parent)
    world.start(parent)
    assert (given(world, parent), world.receipt(parent).contract) == ([hard], None)
    assert world.store.bead(f"{parent}-mc") is None
    world.start(leaf)
    assert world.receipt(leaf).contract == f"{leaf}-mc"
    assert world.findings("error", "warning") == set()


def test_a_leaf_that_became_a_parent_has_its_contract_closed(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.work("Leaf", parent=work)
    answer = world.start(work)
    contract = world.bead(f"{work}-mc")
    assert (contract.status, contract.close_reason) == ("closed", "moved to leaves")
    assert not contract.pinned  # housekeeping may take it
    assert (answer.contract, world.receipt(work).contract) == (None, None)
    assert world.start(work).changed is False
    assert world.findings("error", "warning") == set()


def test_a_child_that_was_deleted_makes_no_parent(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    leaf = world.work("Leaf", parent=work)
    world.put(replace(world.bead(leaf), status="tombstone"))
    world.start(work)
    assert world.receipt(work).contract == f"{work}-mc"


# Claims


def test_work_that_another_holds_is_refused_unless_forced(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    claim_work(world.as_(OTTO), work)
    with pytest.raises(Refused, match=OTTO.name):
        world.start(work)
    world.start(work, force=True)
    assert world.bead(work).assignee == VERA.name
    assert world.bead(f"{work}-mc").assignee == VERA.name


def test_work_may_be_prepared_without_claiming_it(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    claim_work(world.as_(OTTO), work)
    world.start(work, claim=False)
    assert world.bead(work).assignee == OTTO.name
    assert world.bead(f"{work}-mc").assignee == OTTO.name
    free = world.work("Free")
    world.start(free, claim=False)
    assert (world.bead(free).status, world.bead(free).assignee) == ("open", "")


HELD = [
    pytest.param("", "Vera V", id="free: claimed by the name that bd has for her"),
    pytest.param("Vera V", "Vera V", id="claimed with bd: hers, and stays so"),
    pytest.param(VERA.name, VERA.name, id="claimed under our name: hers, and stays so"),
]


@pytest.mark.parametrize(("holder", "expected"), HELD)
def test_one_person_holds_work_under_ours_and_under_bds_name(
    holder: str, expected: str, world: World
) -> None:
    world.memory(HARD)
    work = world.work()
    if holder:
        claim_work(replace(world.context, held_as=(holder,)), work)
    world.context = replace(world.context, held_as=("Vera V", VERA.name))
    answer = world.start(work)
    assert (world.bead(work).assignee, world.bead(work).status) == (expected, "in_progress")
    assert world.bead(f"{work}-mc").assignee == expected
    assert (f"claimed for {expected}" in answer.done) == (not holder)
    assert not world.start(work).changed


def test_a_name_that_is_none_of_hers_is_anothers(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    claim_work(replace(world.as_(OTTO), held_as=("Otto O",)), work)
    world.context = replace(world.context, held_as=("Vera V", VERA.name))
    with pytest.raises(Refused, match="held by Otto O"):
        world.start(work)

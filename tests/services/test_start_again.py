"""A second start: what is refreshed, kept, taken out, or bound anew."""

from dataclasses import replace

import pytest

from fabric.errors import NotFound, Refused, WrongUse
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.ports import JournalQuery
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.start import StartRequest, active_work, start
from tests.services.world import SCOUT, VERA, World, settings, wording

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


def test_an_agent_may_start_work(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    start(world.as_(SCOUT), StartRequest(work))
    assert world.bead(work).assignee == SCOUT.name
    assert world.receipt(work).by == SCOUT


@pytest.mark.parametrize("status", ["hooked", "in_progress"])
def test_a_status_that_means_active_is_kept(status: str, world: World) -> None:
    work = world.work()
    world.put(replace(world.bead(work), status=status, assignee=VERA.name))
    world.start(work)
    assert world.bead(work).status == status


@pytest.mark.parametrize("status", ["closed", "pinned"])
def test_finished_work_is_not_started(status: str, world: World) -> None:
    work = world.work()
    world.put(replace(world.bead(work), status=status))
    with pytest.raises(Refused, match=status):
        world.start(work)


def test_what_is_no_work_is_not_started(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    for bead_id, kind in (
        (hard, "memory"),
        ("shop-anchor-arch", "anchor"),
        (f"{work}-mc", "contract"),
    ):
        with pytest.raises(WrongUse, match=f"is a[n]? {kind}"):
            world.start(bead_id)
    with pytest.raises(NotFound):
        world.start("shop-none")


def test_an_epic_may_be_started(world: World) -> None:
    world.memory(HARD)
    world.put(Bead("e-1", "Epic", issue_type="epic", labels=("memory-arch",)))
    assert world.start("e-1").memories


# Refreshing


def test_a_late_rule_extends_the_open_contract(world: World) -> None:
    first = world.memory(HARD)
    work = world.started()
    second = world.memory("Every read goes through the cache")
    answer = world.start(work)
    assert f"added a clause for {second} to {work}-mc" in answer.done
    assert {c.memory for c in world.record(work).clauses} == {first, second}
    assert world.store.bead(f"{work}-mc2") is None
    assert world.findings("error", "warning") == set()


def test_a_late_rule_after_the_contract_is_closed_makes_the_next_one(world: World) -> None:
    first = world.memory(HARD)
    work = world.started()
    assert world.verify(work).closed
    second = world.memory("Every read goes through the cache")
    world.start(work)
    clauses = {c.memory: c.status for c in world.record(work, 2).clauses}
    assert clauses == {first: "verified", second: "open"}
    assert world.bead(f"{work}-mc").status == "closed"
    assert world.receipt(work).contract == f"{work}-mc2"
    assert set(world.bead(work).targets("blocks")) == {f"{work}-mc", f"{work}-mc2"}
    assert world.findings("error", "warning") == set()


def test_a_verified_clause_is_not_asked_again(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.verify(work)
    before = world.writes()
    answer = world.start(work)
    assert (answer.changed, world.writes()) == (False, before)
    assert world.store.bead(f"{work}-mc2") is None


def test_words_that_changed_are_asked_again(world: World) -> None:
    hard = world.memory(HARD)
    work = world.started()
    world.verify(work)
    world.put(replace(world.bead(hard), description="Rule: Something else."))
    world.start(work)
    assert [c.status for c in world.record(work, 2).clauses] == ["open"]


def test_what_was_attested_so_far_survives_a_refresh(world: World) -> None:
    hard = world.memory(HARD, commands=("manual: read the diff", "check every"))
    work = world.started()
    world.runner.failing = {"check every"}
    world.verify(work, attested={hard: "Read it: no SQL."})
    assert [e.check for e in world.record(work).clauses[0].evidence] == ["Read it: no SQL."]
    before = world.writes()
    assert world.start(work).changed is False
    assert world.writes() == before
    assert [e.check for e in world.record(work).clauses[0].evidence] == ["Read it: no SQL."]


def test_a_memory_that_ended_lets_go_at_the_next_start(world: World) -> None:
    kept, gone = world.memory(HARD), world.memory("Every read goes through the cache")
    work = world.started()
    bead = world.bead(gone)
    labels = tuple(sorted({*bead.labels, "mem-retired"} - {"memory", "mem-canonical"}))
    world.put(replace(bead, labels=labels))
    world.start(work)
    assert given(world, work) == [kept]
    assert [c.memory for c in world.record(work).clauses] == [kept]
    assert {e.depends_on_id for e in world.bead(work).relations()} == {kept}
    assert ("stale-relation", work) not in world.findings()


def test_a_memory_that_ended_but_is_cited_as_evidence_stays_related(world: World) -> None:
    old = world.memory(HARD)
    work = world.work()
    bead = world.bead(work)
    world.put(replace(bead, dependencies=(Dependency(work, old, "relates-to"),)))
    world.supersede(old, world.successor(old))
    world.start(work)
    assert old in {e.depends_on_id for e in world.bead(work).relations()}  # no start gave it


def test_a_contract_with_nothing_left_to_hold_up_is_closed(world: World) -> None:
    hard = world.memory(HARD, applies_to={"paths": ["src/**"]})
    work = world.started()
    world.start(work, paths=("docs/a.md",))
    contract = world.bead(f"{work}-mc")
    assert (contract.status, contract.pinned) == ("closed", False)
    assert (world.receipt(work).contract, given(world, work)) == (None, [])
    assert hard not in {e.depends_on_id for e in world.bead(work).relations()}
    assert world.findings("error", "warning") == set()


def test_a_contract_that_was_unhooked_is_hooked_again(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    bead = world.bead(work)
    edges = tuple(e for e in bead.dependencies if e.type != "blocks")
    world.put(replace(bead, dependencies=edges))
    assert ("contract-bypassed", work) in world.findings("error")
    world.start(work)
    assert world.bead(work).targets("blocks") == (f"{work}-mc",)
    assert world.store.bead(f"{work}-mc2") is None
    assert world.findings("error", "warning") == set()


def test_a_contract_that_was_closed_past_us_binds_again(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.put(replace(world.bead(f"{work}-mc"), status="closed"))
    assert ("contract-bypassed", work) in world.findings("error")
    world.start(work)
    assert [c.status for c in world.record(work, 2).clauses] == ["open"]
    assert world.bead(f"{work}-mc").status == "closed"  # never reopened
    assert ("contract-bypassed", work) not in world.findings("error")


def test_an_id_that_a_deleted_contract_left_behind_is_not_used_again(world: World) -> None:
    world.memory(HARD)
    work = world.work()
    world.put(Bead(f"{work}-mc", "Old contract", status="tombstone"))
    world.start(work)
    assert world.receipt(work).contract == f"{work}-mc2"


def test_a_contract_made_by_hand_counts(world: World) -> None:
    hard = world.memory(HARD)
    work = world.work()
    edge = Dependency("hand-1", hard, "relates-to")
    world.put(
        Bead("hand-1", "Honour it", labels=("memory-contract", "mem-hard"), dependencies=(edge,)),
        replace(world.bead(work), dependencies=(Dependency(work, "hand-1", "blocks"),)),
    )
    world.start(work)
    assert world.store.bead(f"{work}-mc") is None
    assert ("hard-memory-without-contract", work) not in world.findings()


def test_the_contract_of_other_work_is_left_alone(world: World) -> None:
    world.memory(HARD)
    one = world.started("One")
    two = world.work("Two")
    edge = Dependency(two, f"{one}-mc", "blocks")
    world.put(replace(world.bead(two), dependencies=(edge,)))
    before = world.bead(f"{one}-mc").metadata
    world.start(two)
    assert world.bead(f"{one}-mc").metadata == before
    assert world.receipt(two).contract == f"{two}-mc"


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"v": 2, "new": True}, id="another version"),
        pytest.param(
            {"v": 1, "at": "2026-03-02T09:00:00Z", "by": {"name": "x"}, "later": 1},
            id="a key that we do not know",
        ),
    ],
)
def test_a_receipt_of_a_newer_version_is_not_written_over(
    value: dict[str, object], world: World
) -> None:
    world.memory(HARD)
    work = world.work()
    world.put(replace(world.bead(work), metadata={"fabric_receipt": value}))
    with pytest.raises(Refused, match="fabric_receipt"):
        world.start(work)
    assert world.bead(work).metadata == {"fabric_receipt": value}


def test_a_contract_of_a_newer_version_is_not_written_over(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    contract = world.bead(f"{work}-mc")
    record = {**contract.metadata["fabric_contract"], "later": 1}  # type: ignore[dict-item]  # our own
    world.put(replace(contract, metadata={"fabric_contract": record}))
    world.memory("Every read goes through the cache")
    with pytest.raises(Refused, match="fabric_contract"):
        world.start(work)
    assert world.bead(f"{work}-mc").metadata == {"fabric_contract": record}


def test_metadata_of_others_is_kept(world: World) -> None:
    work = world.work()
    world.put(replace(world.bead(work), metadata={"plan": "docs/a.md"}))
    world.start(work)
    assert world.bead(work).metadata["plan"] == "docs/a.md"


def test_the_journal_keeps_earlier_receipts(world: World) -> None:
    world.memory(HARD)
    work = world.started()
    world.memory("Every read goes through the cache")
    world.start(work)
    entries = world.store.journal(JournalQuery(bead_id=work, verb="start"))
    payloads = [world.store.journal_payload(e.writer, e.sequence) or "" for e in entries]
    assert ['"receipt":' in payload for payload in payloads] == [True, True]
    assert payloads[0] != payloads[1]


# Reviews


def test_hand_made_memories_are_given_with_a_mark(world: World) -> None:
    ours = world.memory(HARD)
    made = replace(world.bead(ours), id="hand-1", metadata={}, description="Rule: By hand.")
    world.put(made)
    work = world.started()
    assert {m.id: m.reviewed for m in world.receipt(work).memories} == {ours: True, "hand-1": False}


def test_hand_made_memories_are_withheld_where_review_is_required(world: World) -> None:
    ours = world.memory(HARD)
    world.put(replace(world.bead(ours), id="hand-1", metadata={}, description="Rule: By hand."))
    world.with_settings(settings(require_review=True))
    work = world.started()
    assert given(world, work) == [ours]
    assert [(e.id, e.reason) for e in world.receipt(work).left_out] == [
        ("hand-1", "no reviewer ratified it")
    ]


# Many at once


def test_active_work_is_found_by_domain(world: World) -> None:
    one, two = world.started("One"), world.work("Two", "ux")
    world.start(two)
    world.work("Idle")
    assert active_work(world.context) == [one, two]
    assert active_work(world.context, "ux") == [two]
    with pytest.raises(WrongUse, match="no domain"):
        active_work(world.context, "payments")

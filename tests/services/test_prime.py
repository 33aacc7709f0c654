"""What `prime` gathers: which memories, which work, which notes, and what it says of the rest."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fabric.errors import NotFound, StoreUnavailable, WrongUse
from fabric.graph.contract_state import contract_states
from fabric.models.bead import Bead
from fabric.models.briefing import BriefCounts, Briefing
from fabric.models.dependency import Dependency
from fabric.models.words import NOTE_PREFIX
from fabric.ports import BeadQuery
from fabric.services.reading import around_work
from fabric.services.verbs.prime import Primed, PrimeRequest, prime
from fabric.services.verbs.retire import RetireRequest, retire
from fabric.services.verbs.waive import WaiveRequest, waive
from fabric.services.verbs.work import WorkRequest, add_work
from fabric.store.backends.jsonl import JsonlStore
from tests.services.quick import Quick
from tests.services.world import VERA, World, settings

APRIL = datetime(2026, 4, 1, tzinfo=UTC)


@pytest.fixture
def world() -> World:
    return World().begin()


def primed(world: World, **more: object) -> Primed:
    values: dict[str, object] = {"at": world.clock.now(), "names": lambda: frozenset({VERA.name})}
    request = PrimeRequest(**(values | more))  # type: ignore[arg-type]  # tests name real fields
    return prime(world.store, world.context.settings, request)


def told(world: World, **more: object) -> Briefing:
    return primed(world, **more).briefing


def ids(briefing: Briefing) -> tuple[list[str], list[str]]:
    return [each.id for each in briefing.hard], [each.id for each in briefing.soft]


def test_an_empty_project_has_nothing_to_say(world: World) -> None:
    assert told(world).is_empty


def test_what_is_in_force_is_told_by_strength_and_nothing_else(world: World) -> None:
    hard = world.memory("Writes go through the service layer")
    soft = world.memory("Prefer small modules", "soft")
    draft = world.propose("Map Escape to nothing")
    gone = world.memory("Prices are in euros")
    retire(world.context, RetireRequest(gone, "We count cents."))
    later = world.memory("Prices are in mills", effective="2026-05-01")
    briefing = told(world)
    assert ids(briefing) == ([hard], [soft])
    assert briefing.counts == BriefCounts(hard=1, soft=1, notes=0, drafts=1)
    assert [each.reviewed for each in briefing.hard] == [True]
    assert {draft, gone, later}.isdisjoint({hard, soft})
    assert later in ids(told(world, at=datetime(2026, 6, 1, tzinfo=UTC)))[0]


def test_only_the_successor_is_told_whichever_way_the_edge_was_written(world: World) -> None:
    for old, new, source, target in (("a", "b", "a", "b"), ("c", "d", "d", "c")):
        edge = (Dependency(f"mf-{source}", f"mf-{target}", "supersedes"),)
        for name, month in ((old, "01"), (new, "02")):
            world.put(
                Bead(
                    f"mf-{name}",
                    f"Use {name}",
                    issue_type="decision",
                    status="closed",
                    labels=("mem-hard", "memory", "memory-arch"),
                    created_at=f"2026-{month}-01T00:00:00Z",
                    dependencies=edge if name == source else (),
                )
            )
    assert ids(told(world, at=APRIL)) == (["mf-b", "mf-d"], [])


def test_a_successor_outside_the_labels_counts_as_well(world: World) -> None:
    old = world.memory("Escape clears stuck input")
    world.put(Bead("mf-new", "Anything", issue_type="decision", created_at="2026-03-09T00:00:00Z"))
    bead = world.bead(old)
    edges = (*bead.dependencies, Dependency(old, "mf-new", "supersedes"))
    world.put(_with(bead, dependencies=edges))
    assert ids(told(world, at=APRIL)) == ([], [])


def test_a_deleted_memory_is_never_told(world: World) -> None:
    memory = world.memory("Prices are in cents")
    world.put(_with(world.bead(memory), status="tombstone"))
    assert ids(told(world)) == ([], [])


def test_a_reopened_memory_does_not_bind(world: World) -> None:
    memory = world.memory("Prices are in cents")
    world.put(_with(world.bead(memory), status="open", closed_at=""))
    briefing = told(world)
    assert ids(briefing) == ([], [])
    assert briefing.counts.drafts == 1


def test_a_hand_made_memory_is_told_with_the_mark_that_nobody_reviewed_it(world: World) -> None:
    world.put(_hand_made("mf-m1"))
    assert [each.reviewed for each in told(world).hard] == [False]


def test_a_memory_whose_words_changed_since_is_not_reviewed_any_more(world: World) -> None:
    memory = world.memory("Prices are in cents")
    world.put(_with(world.bead(memory), description="Rule: Prices are in euros."))
    assert [each.reviewed for each in told(world).hard] == [False]


def test_a_store_without_a_journal_leaves_the_question_open(tmp_path: Path) -> None:
    path = tmp_path / "issues.jsonl"
    path.write_text(
        '{"id":"mf-m1","title":"[MEMORY][ARCH][HARD] X","status":"closed",'
        '"issue_type":"decision","labels":["memory","mem-hard","memory-arch"]}\n'
    )
    world = World(JsonlStore(path))
    assert [each.reviewed for each in told(world).hard] == [None]


def test_where_a_review_is_required_what_has_none_is_withheld_and_counted(world: World) -> None:
    memory = world.memory("Prices are in cents")
    world.put(_hand_made("mf-m1"))
    world.with_settings(settings(require_review=True))
    briefing = told(world)
    assert ids(briefing) == ([memory], [])
    assert briefing.counts.hard == 1
    assert briefing.remarks == ["1 rule is withheld, no review of it being known: `fabric review`."]


def test_a_required_review_that_nothing_can_prove_is_a_loss(tmp_path: Path) -> None:
    path = tmp_path / "issues.jsonl"
    path.write_text(
        '{"id":"mf-m1","title":"X","status":"closed","issue_type":"decision",'
        '"labels":["memory","mem-hard"]}\n'
    )
    found = primed(World(JsonlStore(path), settings(require_review=True)))
    assert ids(found.briefing) == ([], [])
    assert found.briefing.losses[0].lost == "1 rule"
    assert isinstance(found.error, StoreUnavailable)


def test_a_domain_filter_leaves_the_others_out_and_says_so(world: World) -> None:
    arch = world.memory("Writes go through the service layer")
    world.put(_hand_made("mf-ux", domain="memory-ux"))
    quick = Quick(world)
    quick.remember("Prices are in cents")
    briefing = told(world, domains=("arch",))
    assert ids(briefing) == ([arch], [])
    assert (briefing.filter, briefing.counts.hard) == ("rules of the domain arch", 2)
    assert [note.key for note in briefing.notes] == ["prices-are-in-cents"]


def test_what_always_binds_passes_every_filter(world: World) -> None:
    first, second, *others = settings().domains
    world.with_settings(settings().but(domains=[first, second.but(always=True), *others]))
    world.put(_hand_made("mf-ux", domain="memory-ux"))
    assert ids(told(world, domains=("arch",))) == (["mf-ux"], [])


def test_an_unknown_domain_is_a_loss_and_filters_nothing(world: World) -> None:
    memory = world.memory("Prices are in cents")
    found = primed(world, domains=("zzz",))
    assert ids(found.briefing) == ([memory], [])
    assert found.briefing.losses[0].lost == "the filter --domain zzz"
    assert isinstance(found.error, WrongUse)


def test_the_work_in_hand_comes_with_its_open_contract(world: World) -> None:
    memory = world.memory("Writes go through the service layer")
    work = world.started("Add an export")
    (item,) = told(world).work
    assert (item.id, item.status, item.domains, item.started) == (
        *(work, "in_progress"),
        ["arch"],
        True,
    )
    (contract,) = item.contracts
    assert (contract.id, contract.is_open, contract.clauses, contract.undone) == (
        *(f"{work}-mc", True, 1),
        [memory],
    )


def test_what_binds_the_work_in_hand_is_told_first(world: World) -> None:
    first = world.memory("Writes go through the service layer")
    world.started("Add an export")
    world.clock.forward(days=3)
    newer = world.memory("Prices are in cents")
    assert ids(told(world))[0] == [first, newer]
    world.clock.forward(days=3)
    retire(world.context, RetireRequest(first, "No longer."))
    assert ids(told(world))[0] == [newer]


def test_a_verified_contract_is_told_as_closed(world: World) -> None:
    world.memory("Writes go through the service layer")
    work = world.started("Add an export")
    world.verify(work)
    ((contract,),) = (item.contracts for item in told(world).work)
    assert (contract.is_open, contract.undone) == (False, [])


@pytest.mark.parametrize("later", [False, True])
def test_a_waived_clause_is_undone_again_once_the_waiver_is_over(world: World, later: bool) -> None:
    memory = world.memory("Writes go through the service layer")
    world.memory("Prices are in cents")
    work = world.started("Add an export")
    waive(world.context, WaiveRequest(work, memory, "Not now.", "2026-03-20"))
    at = APRIL if later else world.clock.now()
    ((contract,),) = (item.contracts for item in told(world, at=at).work)
    assert (memory in contract.undone) is later
    graph = around_work(world.store, world.context.settings, [world.bead(work)]).graph()
    (state,) = contract_states(graph, world.bead(work))
    assert contract.undone == list(state.undone(at))


def test_a_hand_made_contract_counts_a_clause_a_memory(world: World) -> None:
    memory = world.memory("Writes go through the service layer")
    edges = (Dependency("mf-c", memory, "relates-to"),)
    world.put(Bead("mf-c", "Honour it", labels=("memory-contract",), dependencies=edges))
    blocked = (Dependency("mf-t", "mf-c", "blocks"),)
    world.put(Bead("mf-t", "Work", status="in_progress", dependencies=blocked))
    (item,) = told(world).work
    assert (item.started, item.contracts[0].undone) == (False, [memory])


def test_work_of_others_is_counted_and_work_of_nobody_is_told(world: World) -> None:
    for name, holder in (("a", "otto@example.test"), ("b", VERA.name), ("c", "")):
        world.put(Bead(f"mf-{name}", name, status="in_progress", assignee=holder))
    briefing = told(world)
    assert [item.id for item in briefing.work] == ["mf-b", "mf-c"]
    assert briefing.remarks == ["1 work item is in the hands of others: `fabric work list`."]


def test_nobody_is_asked_for_a_name_where_nobody_is_at_work(world: World) -> None:
    def never() -> frozenset[str]:
        raise AssertionError("git was asked in vain")

    world.work("Add an export")
    assert told(world, names=never).work == []


def test_a_work_item_can_be_named_whoever_holds_it(world: World) -> None:
    world.memory("Writes go through the service layer")
    work = world.work("Add an export")
    (item,) = told(world, work=work[:-1]).work
    assert (item.id, item.started, item.status) == (work, False, "open")


def test_an_unknown_work_item_is_a_loss(world: World) -> None:
    found = primed(world, work="mf-nope")
    assert found.briefing.work == []
    assert found.briefing.losses[0].what == "There is no bead mf-nope."
    assert isinstance(found.error, NotFound)


def test_a_child_takes_its_domain_from_the_nearest_ancestor(world: World) -> None:
    parent = world.work("Orders", "ux")
    child = add_work(world.context, WorkRequest("A button", (), parent=parent)).answer.id
    assert told(world, work=child).work[0].domains == ["ux"]


def test_only_so_many_are_told_as_can_be_and_all_are_counted(world: World) -> None:
    for number in range(8):
        world.put(_hand_made(f"mf-h{number}"), _hand_made(f"mf-s{number}", strength="soft"))
        Quick(world).remember(f"Note {number} says something")
    found = primed(world, most=10)
    hard, soft = ids(found.briefing)
    assert (len(hard), len(soft), len(found.briefing.notes)) == (8, 2, 0)
    assert found.totals == {"work": 0, "hard": 8, "soft": 8, "notes": 8}
    assert len(primed(world).briefing.notes) == 8


def test_notes_come_by_kind_and_newest_first_with_what_changed_elsewhere(world: World) -> None:
    quick = Quick(world)
    quick.remember("Old", key="old")
    world.clock.forward(days=1)
    quick.remember("New", key="new")
    quick.remember("Say it", key="feedback.say")
    quick.remember("Ours", key="changed")
    quick.elsewhere("changed", "Theirs")
    notes = told(world).notes
    assert [note.key for note in notes] == ["feedback.say", "new", "old", "changed"]
    assert (notes[-1].text, notes[-1].was, notes[-1].written_at) == ("Theirs", "Ours", "")
    assert notes[1].written_at == "2026-03-03T09:00:00Z"


def test_notes_that_went_came_back_or_cannot_be_reached_are_remarks(world: World) -> None:
    quick = Quick(world)
    for key in ("gone", "back"):
        quick.remember(f"It is {key}", key=key)
    quick.forget("back")
    quick.elsewhere("gone", None)
    quick.elsewhere("back", "Again")
    quick.elsewhere("  ", "Nobody can name it")
    assert told(world).remarks == [
        "The note back was forgotten here and is there again.",
        "The note gone was taken away elsewhere; here it said: It is gone",
        "1 row of notes has a key that no verb reaches: `fabric lint`.",
    ]


def test_the_same_store_gives_the_same_briefing_and_reading_writes_nothing(world: World) -> None:
    world.memory("Writes go through the service layer")
    world.started("Add an export")
    Quick(world).remember("Prices are in cents")
    writes, rows = world.writes(), world.store.config(NOTE_PREFIX)
    beads = world.store.find(BeadQuery(with_comments=True))
    assert primed(world) == primed(world)
    assert world.writes() == writes
    assert (world.store.config(NOTE_PREFIX), world.store.find(BeadQuery(with_comments=True))) == (
        rows,
        beads,
    )


def _hand_made(bead_id: str, domain: str = "memory-arch", strength: str = "hard") -> Bead:
    return Bead(
        bead_id,
        f"[MEMORY][ARCH][{strength.upper()}] {bead_id} holds",
        issue_type="decision",
        status="closed",
        labels=tuple(sorted((f"mem-{strength}", "memory", domain))),
        created_at="2026-03-01T00:00:00Z",
    )


def _with(bead: Bead, **changes: object) -> Bead:
    return replace(bead, **changes)  # type: ignore[arg-type]  # tests name real fields

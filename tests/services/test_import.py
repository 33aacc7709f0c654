"""`import`: a restore loses nothing, another project's file is trusted in nothing."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from fabric.errors import NotAllowed, SecretFound
from fabric.models.bead import Bead, Comment
from fabric.models.bead_record import bead_to_record
from fabric.models.dependency import Dependency
from fabric.models.journal_entry import JournalEntry
from fabric.ports import BadLine
from fabric.services.gateway import MOST_WHOLE
from fabric.services.verbs.export import export_lines
from fabric.services.verbs.import_ import Mode, Source, import_
from fabric.services.verbs.ratify import RatifyRequest, ratify
from tests.services.world import World

HARD = "Every write goes through the service layer"
EARLY, LATE = "2026-03-01T00:00:00Z", "2026-03-09T00:00:00Z"


@pytest.fixture
def world() -> World:
    return World().begin()


def source(*beads: Bead, notes: Mapping[str, str] | None = None) -> Source:
    return Source("a.jsonl", beads, {b.id: n for n, b in enumerate(beads, 1)}, notes or {})


def reasons(world: World, *beads: Bead, mode: Mode = "restore") -> list[str]:
    answer = import_(world.context, source(*beads), mode).answer
    return [each.reason for each in answer.not_taken]


def exported(world: World) -> list[str]:
    return list(export_lines(world.context, with_notes=True))


def full_world() -> World:
    world = World().begin()
    old = world.memory(HARD)
    world.memory("Prefer small modules", "soft")
    work = world.started()
    world.clock.forward(days=1)
    world.supersede(old, world.successor(old))
    world.verify(work)
    world.propose("A draft")
    return world


def test_a_restore_into_an_empty_store_gives_the_same_bytes() -> None:
    before = full_world()
    beads = tuple(before.store.all_beads())
    after = World()
    answer = import_(
        after.context, source(*beads, notes={"kv.memory.a": "Prices are cents"})
    ).answer
    assert (answer.mode, answer.created, answer.updated) == ("restore", len(beads), 0)
    assert (answer.notes, answer.not_taken, answer.unresolved) == (1, [], [])
    assert exported(after)[:-1] == list(export_lines(before.context))
    assert after.store.config("issue_prefix") == {"issue_prefix": "shop"}


def test_a_second_time_nothing_is_written() -> None:
    world = full_world()
    beads = tuple(world.store.all_beads())
    before = world.writes()
    outcome = import_(world.context, source(*beads))
    assert (outcome.applied, outcome.answer.unchanged) == (False, len(beads))
    assert world.writes() == before


def test_what_we_do_not_know_comes_through(world: World) -> None:
    bead = Bead(
        "shop-1",
        "A task",
        issue_type="gremlin",
        labels=("odd label", "ünï"),
        metadata={"plan": {"deep": [1]}},
        dependencies=(Dependency("shop-1", "shop-2", "haunts", extra={"why": 1}),),
        comments=(Comment("x", "Hm.", EARLY, id="c-1", extra={"mood": "odd"}),),
        extra={"x_unknown": {"keep": 1}},
    )
    import_(world.context, source(bead))
    assert world.bead("shop-1") == bead


def test_an_edge_whose_target_is_not_there_is_kept_and_reported(world: World) -> None:
    a = Bead("shop-a", "A", dependencies=(Dependency("shop-a", "shop-b", "blocks"),))
    gone = Dependency("shop-a", "shop-gone", "relates-to")
    outside = Dependency("shop-a", "external:x:y", "blocks")
    a = replace(a, dependencies=(*a.dependencies, gone, outside))
    answer = import_(world.context, source(a), "restore").answer
    assert answer.unresolved == [
        "shop-a blocks shop-b",
        "shop-a relates-to shop-gone",
    ]
    answer = import_(world.context, source(Bead("shop-b", "B")), "restore").answer
    assert answer.unresolved == []
    assert set(world.bead("shop-a").targets("blocks")) == {"external:x:y", "shop-b"}


def test_bad_lines_stop_nothing_else(world: World) -> None:
    bad = BadLine(2, "The line is not JSON.")
    given = replace(source(Bead("shop-1", "One"), Bead("shop-3", "Three")), bad=(bad,))
    answer = import_(world.context, given).answer
    assert [(each.line, each.reason) for each in answer.not_taken] == [(2, bad.problem)]
    assert answer.created == 2


def test_a_deleted_line_is_taken_as_deleted_and_revives_nothing(world: World) -> None:
    dead = Bead(
        "shop-dead",
        "Old rule",
        status="tombstone",
        issue_type="decision",
        labels=("mem-hard", "memory", "memory-arch"),
        extra={"deleted_at": EARLY},
    )
    task = Bead("shop-1", "Task", dependencies=(Dependency("shop-1", "shop-dead", "relates-to"),))
    assert reasons(world, dead, task) == []
    assert world.query("memory-arch") == set()
    assert '"tombstone"' in next(line for line in exported(world) if '"id":"shop-dead"' in line)


def test_nobody_imports_anonymously(world: World) -> None:
    with pytest.raises(NotAllowed):
        import_(replace(world.context, actor=None), source(Bead("shop-1", "One")))


def test_a_dry_run_writes_nothing(world: World) -> None:
    before = world.writes()
    outcome = import_(replace(world.context, dry_run=True), source(Bead("shop-1", "One")))
    assert (outcome.answer.created, outcome.applied, world.writes()) == (1, False, before)


# What is there already


def timed(updated: str, **more: object) -> Bead:
    values: dict[str, object] = {"title": "A task", "updated_at": updated}
    return Bead("shop-1", **(values | more))  # type: ignore[arg-type]  # tests name real fields


MIDDLE = "2026-03-05T00:00:00Z"
COMMENT = Comment("x", "Ours", EARLY)
EDGE = (Dependency("shop-1", "shop-2", "relates-to"),)


def test_a_newer_line_wins_and_comments_of_both_stay(world: World) -> None:
    world.put(timed(MIDDLE, comments=(COMMENT,), labels=("a",), dependencies=EDGE))
    theirs = Comment("y", "Theirs", MIDDLE)
    assert reasons(world, timed(LATE, title="Renamed", comments=(theirs,), labels=("b",))) == []
    bead = world.bead("shop-1")
    assert (bead.title, bead.labels, bead.dependencies) == ("Renamed", ("b",), ())
    assert [each.text for each in bead.comments] == ["Ours", "Theirs"]


def test_an_older_line_is_not_taken_and_listed(world: World) -> None:
    world.put(timed(MIDDLE))
    assert reasons(world, timed(EARLY, title="Old")) == ["shop-1 is newer in the store"]
    assert world.bead("shop-1").title == "A task"


def test_of_two_with_the_same_time_what_grows_is_joined_and_nothing_is_lost(world: World) -> None:
    world.put(timed(MIDDLE, labels=("a",), dependencies=EDGE, comments=(COMMENT,)))
    more = (Dependency("shop-1", "shop-3", "blocks"),)
    assert reasons(world, timed(MIDDLE, labels=("b",), dependencies=more)) == []
    bead = world.bead("shop-1")
    assert bead.labels == ("a", "b")
    assert {e.depends_on_id for e in bead.dependencies} == {"shop-2", "shop-3"}
    assert bead.comments == (COMMENT,)


def test_of_two_with_the_same_time_other_words_are_kept_and_listed(world: World) -> None:
    world.put(timed(MIDDLE))
    (reason,) = reasons(world, timed(MIDDLE, title="Other", labels=("b",)))
    assert "same time" in reason
    assert (world.bead("shop-1").title, world.bead("shop-1").labels) == ("A task", ("b",))


def test_an_export_from_before_a_start_does_not_undo_half_of_it(world: World) -> None:
    memory, work = world.memory(HARD), world.work()
    before = tuple(world.store.all_beads())
    world.clock.forward(hours=1)
    world.start(work)
    import_(world.context, source(*before))
    assert work in {e.depends_on_id for e in world.bead(memory).relations()}
    assert world.findings("error", "warning") == set()


def test_an_export_from_before_a_ratification_in_the_same_second_undoes_nothing(
    world: World,
) -> None:
    draft = world.propose(HARD)
    before = tuple(world.store.all_beads())
    ratify(world.context, RatifyRequest(draft))
    import_(world.context, source(*before))
    assert world.query("memory-arch") == {draft}
    assert not world.bead(draft).has("draft")


# Memories


def test_the_words_of_a_canonical_memory_are_not_changed(world: World) -> None:
    memory = world.memory(HARD)
    bead = world.bead(memory)
    changed = replace(bead, description="Rule: Something else.", updated_at=LATE)
    gone = replace(bead, status="tombstone", updated_at=LATE)
    plain = replace(bead, labels=(), updated_at=LATE)
    for each in (changed, gone, plain):
        (reason,) = reasons(world, each)
        assert "would change the words" in reason
    assert world.bead(memory) == bead


def test_what_else_changed_of_a_canonical_memory_is_taken(world: World) -> None:
    memory = world.memory(HARD)
    bead = world.bead(memory)
    assert reasons(world, replace(bead, notes="A note", updated_at=LATE)) == []
    assert world.bead(memory).notes == "A note"


def test_a_succession_made_elsewhere_is_taken(world: World) -> None:
    there = World().begin()
    old = there.memory(HARD)
    import_(world.context, source(*there.store.all_beads()))
    there.clock.forward(days=1)
    new = there.successor(old)
    there.supersede(old, new)
    answer = import_(world.context, source(*there.store.all_beads())).answer
    assert answer.not_taken == []
    assert world.query("memory-arch") == {new}
    assert world.findings("error") == set()


@pytest.mark.parametrize("ended", ["mem-rejected", "mem-retired", "mem-superseded"])
def test_what_has_ended_is_not_brought_back(ended: str, world: World) -> None:
    memory = world.memory(HARD)
    bead = world.bead(memory)
    labels = ("mem-hard", "memory-arch", ended)
    world.put(replace(bead, labels=labels))
    revived = replace(bead, updated_at=LATE)
    as_task = replace(bead, labels=(), updated_at=LATE)
    for each in (revived, as_task):
        (reason,) = reasons(world, each)
        assert ended.removeprefix("mem-") in reason
    assert world.query("memory-arch") == set()


def rejection(world: World) -> str:
    draft = world.propose(HARD)
    labels = ("mem-hard", "mem-rejected", "memory-arch")
    world.put(replace(world.bead(draft), labels=labels, status="closed"))
    return draft


def hand_made(bead_id: str, rule: str = HARD, **more: object) -> Bead:
    values: dict[str, object] = {
        "title": f"[MEMORY][ARCH][HARD] {rule}",
        "description": f"Rule: {rule}.",
        "issue_type": "decision",
        "status": "closed",
        "labels": ("mem-canonical", "mem-hard", "memory", "memory-arch"),
    }
    return Bead(bead_id, **(values | more))  # type: ignore[arg-type]  # tests name real fields


@pytest.mark.parametrize("mode", ["restore", "foreign"])
def test_a_rejected_rule_is_not_taken_and_listed(mode: Mode, world: World) -> None:
    tombstone = rejection(world)
    given = source(hand_made("shop-7"), hand_made("shop-8", "Another rule"))
    answer = import_(world.context, given, mode).answer
    assert [each.reason for each in answer.not_taken] == [
        f"shop-7 says what was rejected in {tombstone}"
    ]
    assert world.query("memory-arch") == {"shop-8"}


def test_an_appeal_and_a_rejection_are_taken(world: World) -> None:
    tombstone = rejection(world)
    appeal = hand_made("shop-7", metadata={"fabric": {"appeals": tombstone}})
    rejected = hand_made("shop-8", labels=("mem-hard", "mem-rejected", "memory-arch"))
    assert reasons(world, appeal, rejected) == []


def test_a_note_that_says_what_was_rejected_is_not_taken(world: World) -> None:
    tombstone = rejection(world)
    notes = {"kv.memory.a": f"{HARD}!", "kv.memory.b": "Prices are cents"}
    answer = import_(world.context, source(notes=notes)).answer
    assert [each.reason for each in answer.not_taken] == [
        f"The note a says what was rejected in {tombstone}"
    ]
    assert world.store.config("kv.memory.") == {"kv.memory.b": "Prices are cents"}


def test_a_duplicate_is_kept_because_nothing_is_lost_and_lint_names_it(world: World) -> None:
    memory = world.memory(HARD)
    assert reasons(world, hand_made("shop-7", created_at=LATE)) == []
    assert ("memory-duplicate", "shop-7") in world.findings()
    assert world.query("memory-arch") == {memory, "shop-7"}


def test_what_arrives_is_unreviewed_whatever_it_says_of_itself(world: World) -> None:
    there = World().begin()
    there.memory(HARD)
    import_(world.context, source(*there.store.all_beads()))
    work = world.started()
    assert [m.reviewed for m in world.receipt(work).memories] == [False]


# Whose file


def test_a_file_of_the_same_prefix_is_restored(world: World) -> None:
    world.work()
    assert import_(world.context, source(Bead("shop-1", "One"))).answer.mode == "restore"


def test_a_file_of_another_prefix_is_foreign(world: World) -> None:
    world.work()
    answer = import_(world.context, source(Bead("bb-1", "One"), hand_made("bb-2"))).answer
    assert (answer.mode, answer.created) == ("foreign", 2)


def test_a_foreign_file_changes_nothing_that_is_there(world: World) -> None:
    work = world.work()
    mine = world.bead(work)
    world.put(Bead("x-note", "x"))
    theirs = replace(mine, title="Theirs", updated_at=LATE)
    assert reasons(world, theirs, mode="foreign") == [f"{work} is the id of another bead here"]
    assert world.bead(work) == mine


def test_a_foreign_note_does_not_replace_another_text(world: World) -> None:
    import_(world.context, source(notes={"kv.memory.a": "Ours", "kv.memory.b": "Same"}))
    notes = {"kv.memory.a": "Theirs", "kv.memory.b": "Same", "kv.memory.c": "New"}
    answer = import_(world.context, source(notes=notes), "foreign").answer
    assert [each.reason for each in answer.not_taken] == ["The note a says something else here"]
    assert world.store.config("kv.memory.")["kv.memory.a"] == "Ours"
    assert answer.notes == 1


# Secrets


@pytest.mark.parametrize("field", ["title", "description", "acceptance_criteria", "notes"])
def test_a_secret_in_a_memory_is_refused_before_anything_is_written(
    field: str, world: World
) -> None:
    given = source(Bead("shop-1", "Fine"), hand_made("shop-7", **{field: "token hunter2"}))
    with pytest.raises(SecretFound, match="shop-7"):
        import_(world.context, given)
    assert world.store.bead("shop-1") is None


def test_a_secret_in_a_note_is_refused_and_one_in_a_task_is_carried_along(world: World) -> None:
    import_(world.context, source(Bead("shop-1", "Task", description="token hunter2")))
    with pytest.raises(SecretFound, match="note"):
        import_(world.context, source(notes={"kv.memory.a": "token hunter2"}))


def test_a_secret_passes_with_a_reason(world: World) -> None:
    context = replace(world.context, allow_secret="an example")  # noqa: S106  # a reason
    assert import_(context, source(hand_made("shop-7", notes="token hunter2"))).applied


def journalled(world: World, beads: Sequence[Bead]) -> tuple[JournalEntry, list[dict[str, object]]]:
    entry = import_(world.context, source(*beads), "restore").entry
    assert entry is not None
    payload = world.store.journal_payload(entry.writer, entry.sequence)
    operations: list[dict[str, object]] = json.loads(payload or "{}")["operations"]
    return entry, operations


def many(world: World, count: int) -> list[Bead]:
    memory = next(each for each in full_world().store.all_beads() if each.has("memory"))
    tasks = [Bead(f"shop-{n}", "T", issue_type="task") for n in range(count - 1)]
    return [*tasks, replace(memory, id="shop-m")]


def test_the_journal_of_an_import_keeps_every_word(world: World) -> None:
    _, operations = journalled(world, many(world, 3))
    assert [set(each) for each in operations] == [{"operation", "bead"}] * 3


def test_the_journal_of_a_large_import_names_every_bead_and_keeps_our_words(world: World) -> None:
    beads = many(world, MOST_WHOLE + 1)
    entry, operations = journalled(world, beads)
    assert set(entry.bead_ids) >= {each.id for each in beads}
    assert len(operations) == len(beads)
    assert [each for each in operations if "bead" in each] == [
        {"operation": "replace-bead", "bead": bead_to_record(beads[-1])}
    ]
    assert operations[0] == {"operation": "replace-bead", "bead_id": "shop-0"}

"""What narrows a lint, what does not count, what stands in for a journal, and what is mended."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from fabric.errors import CouldNot, SecretFound, StoreReadOnly, UnreadableRecord, WrongUse
from fabric.models.change_set import AddDependency, AddLabel, RemoveDependency, SetFields
from fabric.models.dependency import Dependency
from fabric.models.exported_journal import ExportedJournal, read_chains
from fabric.models.journal import verify_chain
from fabric.rules.baseline import baseline_of
from fabric.services.changed import Since
from fabric.services.journal_export import export_journal, require_whole
from fabric.services.verbs.erase import EraseRequest, erase
from fabric.services.verbs.export import export_lines
from fabric.services.verbs.lint import LintRequest, fix, lint
from fabric.services.verbs.work import claim_work
from fabric.store.backends.jsonl import open_backend
from fabric.store.opening import Opening
from tests.services.life import assert_green, by_hand, put
from tests.services.world import World, settings

WRITES = "Every write goes through the service layer."


@pytest.fixture
def world() -> World:
    return World().begin()


def rules(world: World, request: LintRequest) -> set[tuple[str, str]]:
    report = lint(world.context, request).report
    return {(each.rule, each.bead) for each in report.findings if each.severity != "note"}


def exported(world: World, tmp_path: Path) -> World:
    """The same beads as an export, without a journal."""
    file = tmp_path / "issues.jsonl"
    file.write_text("".join(export_lines(world.context)), encoding="utf-8")
    other = World(open_backend(str(file), Opening("w")))
    other.clock.time = world.clock.time
    return other


def claimed(world: World, title: str) -> str:
    """Work that somebody is at and nobody started: two errors of the gate."""
    work = world.work(title)
    claim_work(world.context, work)
    return work


# what changed


def test_only_what_changed_since_an_export_is_reported(world: World) -> None:
    world.memory(WRITES)
    old = claimed(world, "Old sin")
    before = {bead.id: bead for bead in world.store.all_beads()}
    new = claimed(world, "New sin")
    since = Since("main", before=before)
    found = rules(world, LintRequest(changed=since))
    assert {bead for _, bead in found} == {new}
    assert {bead for _, bead in rules(world, LintRequest())} == {old, new}
    assert lint(world.context, LintRequest(changed=since)).report.scope == "changed since main"


def test_a_new_open_item_that_nobody_is_at_is_no_finding(world: World) -> None:
    world.memory(WRITES)
    since = Since("main", before={bead.id: bead for bead in world.store.all_beads()})
    world.work("Later")
    assert rules(world, LintRequest(changed=since)) == set()


def test_without_an_export_times_decide_edges_and_comments_too(world: World) -> None:
    memory = world.memory(WRITES)
    old = claimed(world, "Old sin")
    touched = claimed(world, "Touched")
    world.clock.forward(days=1)
    at = world.clock.time
    world.clock.forward(hours=1)
    new = claimed(world, "New sin")
    put(world, AddDependency(Dependency(touched, old, "relates-to")))
    since = Since("main", at=at)
    changed = since.ids(lint(world.context, LintRequest(changed=since)).graph)  # type: ignore[arg-type]
    assert {new, touched} <= changed
    assert not changed & {memory, old}


def test_a_bead_that_is_gone_counts_as_changed(world: World) -> None:
    before = {bead.id: bead for bead in world.store.all_beads()}
    before["shop-gone"] = replace(before["shop-anchor-arch"], id="shop-gone")
    result = lint(world.context, LintRequest(changed=Since("main", before=before)))
    assert result.graph is not None
    assert Since("main", before=before).ids(result.graph) == {"shop-gone"}


# the baseline


def test_known_findings_do_not_count_and_new_ones_do(world: World) -> None:
    world.memory(WRITES)
    claimed(world, "Old sin")
    known = baseline_of(lint(world.context, LintRequest()).findings)
    report = lint(world.context, LintRequest(baseline=known)).report
    assert (report.errors, report.findings, report.known) == (0, [], known.size)
    new = claimed(world, "New sin")
    found = rules(world, LintRequest(baseline=known))
    assert {bead for _, bead in found} == {new}


def test_what_was_mended_is_told(world: World) -> None:
    world.memory(WRITES)
    work = claimed(world, "Old sin")
    known = baseline_of(lint(world.context, LintRequest()).findings)
    world.start(work)
    compared = lint(world.context, LintRequest(baseline=known)).compared
    assert compared is not None
    assert {rule for rule, bead, _ in compared.mended if bead == work} == {
        *("work-without-memory", "hard-memory-without-contract", "missing-acknowledgement")
    }


# the age of an export


def test_an_export_that_is_too_old_is_not_looked_at(world: World, tmp_path: Path) -> None:
    world.memory(WRITES)
    world.clock.forward(days=3)
    export = exported(world, tmp_path)
    with pytest.raises(CouldNot, match="too old: its newest record is of 2026-03-02"):
        lint(export.context, LintRequest(max_age=timedelta(days=2)))
    lint(export.context, LintRequest(max_age=timedelta(days=4)))
    lint(world.context, LintRequest(max_age=timedelta(days=2)))  # a live store is never old


# the journal of an export


def test_an_exported_journal_proves_the_reviews_of_an_export(world: World, tmp_path: Path) -> None:
    world.memory(WRITES)
    hand = by_hand(world, pinned=True)
    export = exported(world, tmp_path)
    journal = export_journal(world.context)
    without = lint(export.context, LintRequest(everything=True)).report
    request = LintRequest(everything=True, journal=journal)
    assert "unreviewed-memory" in {each.rule for each in without.not_asked}
    assert ("unreviewed-memory", hand) in rules(export, request)
    assert len([each for each in rules(export, request) if each[0] == "unreviewed-memory"]) == 1


def test_require_review_needs_a_journal_and_an_exported_one_will_do(
    world: World, tmp_path: Path
) -> None:
    world.memory(WRITES)
    export = exported(world, tmp_path)
    export.with_settings(settings(require_review=True))
    with pytest.raises(CouldNot, match="has no journal"):
        lint(export.context, LintRequest())
    lint(export.context, LintRequest(journal=export_journal(world.context)))


def test_a_store_with_a_journal_takes_no_other(world: World) -> None:
    with pytest.raises(WrongUse, match="has a journal of its own"):
        lint(world.context, LintRequest(journal=export_journal(world.context)))


def test_a_journal_comes_back_from_its_text_with_its_blanks(world: World) -> None:
    memory = world.memory(WRITES)
    world.memory("Reads are cached.")
    erase(world.context, EraseRequest(memory, "personal"))
    journal = export_journal(world.context)
    texts = [(writer, journal.of_writer(writer)) for writer in journal.writers]
    again = read_chains(texts)
    assert again == journal
    assert None in again.payloads.values()
    assert verify_chain(again.entries, again.payloads) == []
    assert [(w, again.of_writer(w)) for w in again.writers] == texts


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(("vera@example.test", "mallory"), id="an actor"),
        pytest.param((WRITES, "Anything goes."), id="a payload"),
    ],
)
def test_a_journal_that_somebody_edited_proves_nothing(
    world: World, change: tuple[str, str]
) -> None:
    world.memory(WRITES)
    journal = export_journal(world.context)
    [writer] = journal.writers
    edited = read_chains([("w", journal.of_writer(writer).replace(*change))])
    with pytest.raises(CouldNot, match="does not hold"):
        require_whole(edited, "the folder")
    require_whole(journal, "the folder")


def test_a_journal_whose_end_or_middle_is_missing(world: World) -> None:
    world.memory(WRITES)
    journal = export_journal(world.context)
    missing = ExportedJournal(journal.entries[:1] + journal.entries[2:], journal.payloads)
    with pytest.raises(CouldNot, match="does not hold"):
        require_whole(missing, "the folder")


@pytest.mark.parametrize("line", ["{", "[]", '{"writer": "w"}', '"x"'])
def test_a_line_that_is_no_entry_is_named(line: str) -> None:
    with pytest.raises(UnreadableRecord, match="line 2 is no journal entry"):
        read_chains([("w.jsonl", f"\n{line}\n")])


def test_a_secret_does_not_leave_with_the_journal(world: World) -> None:
    context = replace(world.context, allow_secret="an example")  # noqa: S106 -- a reason
    world.context = context
    world.memory("The word hunter2 is forbidden.")
    world.context = replace(context, allow_secret="")
    with pytest.raises(SecretFound, match="The journal entry"):
        export_journal(world.context)
    assert export_journal(context).entries


# mending


def one_way(world: World) -> str:
    """A memory whose relation to the anchor lost one row; the finding is mended safely."""
    memory = world.memory(WRITES)
    put(world, RemoveDependency("shop-anchor-arch", memory, "relates-to"))
    return memory


def test_what_is_safe_is_mended_in_one_change_set_with_one_entry(world: World) -> None:
    memory = one_way(world)
    put(world, AddLabel(memory, "hot"))
    before = world.writes()
    outcome = fix(world.context, LintRequest(everything=True))
    assert [each.slug for each in outcome.answer.findings] == ["relation-one-way"]
    assert world.writes() == before + 1
    assert outcome.entry is not None
    assert (outcome.entry.verb, outcome.entry.reason) == ("lint-fix", "mended relation-one-way")
    assert_green(world)


def test_with_nothing_to_mend_nothing_is_written(world: World) -> None:
    world.memory(WRITES)
    before = world.writes()
    assert fix(world.context, LintRequest(everything=True)).answer.findings == ()
    assert world.writes() == before


def test_what_is_not_safe_is_left(world: World) -> None:
    memory = world.memory(WRITES)
    put(world, SetFields(memory, {"description": "Rule: any"}))
    assert fix(world.context, LintRequest(everything=True)).answer.findings == ()
    assert ("memory-edited", memory) in rules(world, LintRequest(everything=True))


def test_a_dry_run_shows_and_writes_nothing(world: World) -> None:
    one_way(world)
    before = world.writes()
    outcome = fix(replace(world.context, dry_run=True), LintRequest(everything=True))
    assert outcome.change_set.operations
    assert world.writes() == before


def test_an_export_cannot_be_mended(world: World, tmp_path: Path) -> None:
    one_way(world)
    with pytest.raises(StoreReadOnly):
        fix(exported(world, tmp_path).context, LintRequest(everything=True))

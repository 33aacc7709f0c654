"""`migrate notes`: each note becomes a draft that names it, and stays."""

from dataclasses import replace

import pytest

from fabric.models.answers_migrate import MigrateAnswer
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet, SetConfig
from fabric.models.journal import JournalDraft
from fabric.models.note import row_key
from fabric.rules_files.plan_file import PlanEntry
from fabric.services.survey import survey_notes
from fabric.services.verbs.migrate import MigrateRequest, migrate
from tests.services.world import OTTO, World


@pytest.fixture
def world() -> World:
    return World().begin()


def apply(world: World, *entries: PlanEntry) -> MigrateAnswer:
    return migrate(world.context, MigrateRequest(entries)).answer


def drafts(world: World) -> list[Bead]:
    return [bead for bead in world.store.all_beads() if bead.has("draft")]


def remember(world: World, **notes: str) -> None:
    rows = tuple(SetConfig(row_key(key.replace("_", ".")), text) for key, text in notes.items())
    draft = JournalDraft(world.context.now_text, OTTO, "test", "put", ())
    world.store.apply(ChangeSet(rows), draft)


def test_notes_are_proposed_with_their_key_and_stay(world: World) -> None:
    remember(world, feedback_tests="Always run the tests", use_utc="## Times\n\nWe store UTC.\n")
    found = survey_notes(world.context, "workflow")
    assert [(each.strength, each.rule, each.evidence) for each in found.answer.found] == [
        ("hard", "Always run the tests", "note:feedback.tests"),
        ("soft", "Times: We store UTC.", "note:use.utc"),
    ]
    assert found.answer.found[1].why[0] == "says nothing that obliges"
    rows = world.store.config("kv.memory.")
    answer = apply(world, *found.entries)
    assert [each.evidence for each in answer.proposed] == ["note:feedback.tests", "note:use.utc"]
    assert world.store.config("kv.memory.") == rows
    assert len(drafts(world)) == 2


def test_a_note_that_became_a_draft_is_not_proposed_again_though_its_words_were_mended(
    world: World,
) -> None:
    remember(world, feedback_tests="Always run the tests")
    (found,) = survey_notes(world.context, "workflow").entries
    (draft,) = apply(world, replace(found, rule="Always run `make test`.")).proposed
    again = survey_notes(world.context)
    assert again.entries == ()
    assert [each.reason for each in again.answer.known] == [f"{draft.id} was made of it (draft)"]


def test_a_note_that_no_verb_can_name_is_told(world: World) -> None:
    draft = JournalDraft(world.context.now_text, OTTO, "test", "put", ())
    world.store.apply(ChangeSet((SetConfig("kv.memory.  ", "x"),)), draft)
    answer = survey_notes(world.context).answer
    assert [(each.source, each.reason) for each in answer.left_out] == [
        ("kv.memory.  ", "as a key, it is blank")
    ]

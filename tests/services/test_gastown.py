"""`migrate gastown`: rows become notes with their kind; nothing is lost, nothing is done twice."""

from dataclasses import replace

import pytest

from fabric.models.change_set import SetConfig
from fabric.ports import JournalQuery
from fabric.services.gastown import move_gastown, survey_gastown
from tests.services.life import put
from tests.services.world import World

ROWS = {
    "kv.memory.feedback.tests": "Always run the tests",
    "kv.memory.use-utc": "Times are UTC",
    "kv.memory.project/db": "The database is Dolt",
    "memory.user.name": "Call her Vera",
    "memory.cap": "3",
}


@pytest.fixture
def world() -> World:
    world = World().begin()
    put(world, *(SetConfig(key, text) for key, text in ROWS.items()))
    return world


def config(world: World) -> dict[str, str]:
    return world.store.config("kv.memory.") | world.store.config("memory.")


def test_a_survey_tells_each_row_and_writes_nothing(world: World) -> None:
    before = world.writes()
    answer = survey_gastown(world.context)
    assert [(each.row, each.key, each.outcome) for each in answer.notes] == [
        ("kv.memory.feedback.tests", "feedback.tests", "kept"),
        ("kv.memory.project/db", "project.db", "renamed"),
        ("memory.user.name", "user.name", "renamed"),
    ]
    assert [each.row for each in answer.left_out] == ["memory.cap"]
    assert not answer.applied
    assert world.writes() == before
    assert config(world) == ROWS


def test_rows_are_renamed_in_one_change_set_and_all_else_stays(world: World) -> None:
    before = world.writes()
    answer = move_gastown(world.context).answer
    assert answer.applied
    assert answer.not_taken == []
    assert world.writes() == before + 1
    assert config(world) == {
        "kv.memory.feedback.tests": "Always run the tests",
        "kv.memory.use-utc": "Times are UTC",
        "kv.memory.project.db": "The database is Dolt",
        "kv.memory.user.name": "Call her Vera",
        "memory.cap": "3",
    }


def test_a_second_run_writes_nothing(world: World) -> None:
    move_gastown(world.context)
    before = world.writes()
    answer = move_gastown(world.context).answer
    assert {each.outcome for each in answer.notes} == {"kept"}
    assert world.writes() == before


def test_another_text_under_the_same_key_stays_where_it_is(world: World) -> None:
    put(world, SetConfig("kv.memory.user.name", "Call her Ada"))
    answer = move_gastown(world.context).answer
    assert [(each.row, each.reason) for each in answer.not_taken] == [
        ("memory.user.name", "the note user.name holds another text")
    ]
    assert config(world)["memory.user.name"] == "Call her Vera"
    assert config(world)["kv.memory.user.name"] == "Call her Ada"
    assert "kv.memory.project.db" in config(world)


def test_the_same_words_under_the_same_key_are_merged_and_the_journal_keeps_both(
    world: World,
) -> None:
    put(world, SetConfig("kv.memory.user.name", "call her Vera."))
    outcome = move_gastown(world.context)
    merged = next(each for each in outcome.answer.notes if each.row == "memory.user.name")
    assert merged.outcome == "merged"
    assert config(world)["kv.memory.user.name"] == "call her Vera."
    assert "memory.user.name" not in config(world)
    assert outcome.entry is not None
    payload = world.store.journal_payload(outcome.entry.writer, outcome.entry.sequence)
    assert payload is not None
    assert "Call her Vera" in payload


def test_two_rows_that_mean_one_note_do_not_hide_one_another(world: World) -> None:
    put(world, SetConfig("memory.project.db", "The database is SQLite"))
    answer = move_gastown(world.context).answer
    assert [each.row for each in answer.not_taken] == ["memory.project.db"]
    assert config(world)["kv.memory.project.db"] == "The database is Dolt"
    assert config(world)["memory.project.db"] == "The database is SQLite"


def test_what_looks_like_a_secret_is_not_taken_and_not_shown(world: World) -> None:
    put(world, SetConfig("memory.reference.login", "The password is hunter2"))
    (refused,) = move_gastown(world.context).answer.not_taken
    assert refused.row == "memory.reference.login"
    assert "secret" in refused.reason
    assert "hunter2" not in refused.reason
    assert "memory.reference.login" in config(world)


def test_a_dry_run_writes_nothing_and_shows_the_change_set(world: World) -> None:
    outcome = move_gastown(replace(world.context, dry_run=True))
    assert outcome.change_set.config_keys == (
        "kv.memory.project.db",
        "kv.memory.project/db",
        "kv.memory.user.name",
        "memory.user.name",
    )
    assert config(world) == ROWS


def test_who_moved_them_is_in_the_journal(world: World) -> None:
    move_gastown(world.context)
    last = world.store.journal(JournalQuery())[-1]
    assert (last.verb, last.actor) == ("migrate", world.context.who.name)

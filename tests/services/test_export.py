"""`export`: every bead as a line, the same bytes for the same store, and no secret of ours."""

import json
from dataclasses import replace

import pytest

from fabric.errors import SecretFound
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet, SetConfig
from fabric.models.journal import JournalDraft
from fabric.services.verbs.export import export_lines
from tests.services.world import VERA, World


@pytest.fixture
def world() -> World:
    return World().begin()


def note(world: World, key: str, value: str) -> None:
    draft = JournalDraft("2026-03-02T09:00:00Z", VERA, "test", "note", ())
    world.store.apply(ChangeSet((SetConfig(f"kv.memory.{key}", value),)), draft)


def records(world: World, *, with_notes: bool = False) -> list[dict[str, object]]:
    return [json.loads(line) for line in export_lines(world.context, with_notes=with_notes)]


def test_lines_are_sorted_by_id_and_end_in_a_line_feed(world: World) -> None:
    world.put(Bead("b", "B"), Bead("a", "A"), Bead("a-10", "Ten"), Bead("a-2", "Two"))
    lines = list(export_lines(world.context))
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    ids = [str(record["id"]) for record in records(world)]
    assert ids == sorted(ids)


def test_letters_stay_letters_and_line_separators_stay_inside_a_line(world: World) -> None:
    text = "one\u2028two\x85three\u2029 „ünï“ \x1b[31m"
    world.put(Bead("a", text))
    (line,) = [line for line in export_lines(world.context) if '"id":"a"' in line]
    assert "„ünï“" in line
    assert json.loads(line)["title"] == text


def test_notes_come_last_and_only_when_asked_for(world: World) -> None:
    note(world, "b", "Second")
    note(world, "a", "First")
    assert all(record["_type"] == "issue" for record in records(world))
    assert records(world, with_notes=True)[-2:] == [
        {"_type": "memory", "key": "a", "value": "First"},
        {"_type": "memory", "key": "b", "value": "Second"},
    ]


def test_a_deleted_bead_stays_deleted(world: World) -> None:
    world.put(Bead("t-1", "Gone", status="tombstone", extra={"deleted_by": "x"}))
    found = next(record for record in records(world) if record["id"] == "t-1")
    assert (found["status"], found["deleted_by"]) == ("tombstone", "x")


def test_an_empty_store_exports_nothing() -> None:
    assert records(World()) == []


@pytest.mark.parametrize("field", ["title", "description", "acceptance_criteria", "notes"])
def test_a_secret_in_a_memory_is_refused(field: str, world: World) -> None:
    memory = world.propose("Every write goes through the service layer")
    bead = world.bead(memory)
    changed = {field: f"{getattr(bead, field)} hunter2"}
    world.put(replace(bead, **changed))  # type: ignore[arg-type]  # text fields
    with pytest.raises(SecretFound, match=memory):
        records(world)
    world.context = replace(world.context, allow_secret="an example")  # noqa: S106  # a reason
    assert records(world)


def test_a_secret_in_a_note_is_refused_where_notes_are_exported(world: World) -> None:
    note(world, "a", "hunter2")
    assert records(world)
    with pytest.raises(SecretFound, match="a"):
        records(world, with_notes=True)


def test_other_beads_are_exported_as_they_are(world: World) -> None:
    world.put(Bead("t-1", "Task", description="hunter2"))
    assert len(records(world)) == 4

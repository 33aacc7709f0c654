"""What the journal saw of notes: also through a large import, and without its payload at a start."""

from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet, Operation, ReplaceBead, SetConfig
from fabric.models.journal import JournalDraft
from fabric.models.words import NOTE_PREFIX
from fabric.ports import JournalQuery
from fabric.services.note_history import changed_elsewhere, history_of, last_sightings
from tests.services.quick import Quick
from tests.services.world import VERA, World

LONG = "word " * 200


def imported(world: World, beads: int, **notes: str) -> None:
    """Take beads and notes in with one entry, as an import does."""
    operations: list[Operation] = [
        *(ReplaceBead(Bead(f"big-{n}", "T", description=LONG)) for n in range(beads)),
        *(SetConfig(f"{NOTE_PREFIX}{key}", text) for key, text in notes.items()),
    ]
    change_set = ChangeSet(tuple(operations))
    ids = (*change_set.bead_ids, *change_set.config_keys)
    records = [
        {"operation": "set-config", "key": f"{NOTE_PREFIX}{k}", "value": v}
        for k, v in notes.items()
    ]
    payload = {"operations": [{"beads": LONG * beads}, *records]}
    draft = JournalDraft("2026-03-02T09:00:00Z", VERA, "cli", "import", ids, payload=payload)
    world.store.apply(change_set, draft)


def texts(world: World) -> dict[str, str | None]:
    return {key: seen.text for key, seen in last_sightings(world.store).items()}


def test_a_large_import_is_looked_through_for_its_notes() -> None:
    world = World()
    imported(world, 1200, alpha="Alpha", beta="Beta")
    assert texts(world) == {"alpha": "Alpha", "beta": "Beta"}
    assert [seen.text for seen in history_of(world.store, "alpha")] == ["Alpha"]


def test_at_a_start_a_large_import_says_only_when() -> None:
    world = World()
    imported(world, 1200, alpha="Alpha")
    Quick(world).remember("Beta text", key="beta")
    seen = last_sightings(world.store, at_start=True)
    assert (seen["alpha"].blanked, seen["alpha"].entry.at) == (True, "2026-03-02T09:00:00Z")
    assert seen["beta"].text == "Beta text"
    assert changed_elsewhere({"alpha": "Other", "beta": "Other"}, seen) == [
        ("beta", "Beta text", "Other")
    ]


def test_at_a_start_a_small_import_says_what() -> None:
    world = World()
    imported(world, 3, alpha="Alpha")
    assert last_sightings(world.store, at_start=True)["alpha"].text == "Alpha"


def test_a_payload_that_was_tampered_with_proves_nothing_and_breaks_nothing() -> None:
    world = World()
    Quick(world).remember("Alpha text", key="alpha")
    (entry,) = world.store.journal(JournalQuery(verb="remember"))
    world.store._payloads[entry.writer, entry.sequence] = "{no json"  # type: ignore[attr-defined]  # as somebody might
    assert last_sightings(world.store)["alpha"].blanked

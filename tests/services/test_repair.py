"""A canonical memory gets back the words that were ratified, and only those."""

from dataclasses import replace

import pytest

from fabric.errors import NotAllowed, NotFound, Refused
from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddLabel,
    RemoveLabel,
    ReplaceBead,
    SetFields,
    SetMetadata,
)
from fabric.services.verbs.adopt import AdoptRequest, adopt
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.repair import RepairRequest, repair
from tests.services.life import assert_green, by_hand, findings, put
from tests.services.world import SCOUT, World, settings, wording


@pytest.fixture
def world() -> World:
    return World().begin()


def tampered(world: World, memory: str) -> Bead:
    """A memory with every pinned part changed; the bead as it was."""
    before = world.bead(memory)
    fabric = dict(before.metadata["fabric"])  # type: ignore[call-overload]  # it is an object
    put(
        world,
        SetFields(memory, {"title": "[MEMORY][ARCH][SOFT] Anything", "description": "Rule: any"}),
        SetFields(memory, {"acceptance_criteria": ""}),
        SetMetadata(memory, "effective_date", "2027-01-01"),
        SetMetadata(memory, "memory_strength", "soft"),
        SetMetadata(memory, "fabric", fabric | {"applies_to": {"paths": ["no/**"]}}),
        RemoveLabel(memory, "mem-hard"),
        AddLabel(memory, "mem-soft"),
    )
    return before


def test_every_pinned_part_is_restored_and_named(world: World) -> None:
    memory = world.memory("Use tabs.")
    before = tampered(world, memory)
    assert any(line.startswith("memory-edited") for line in findings(world))
    answer = repair(world.context, RepairRequest(memory)).answer
    assert replace(world.bead(memory), updated_at=before.updated_at) == before
    assert answer.restored == [
        "title",
        "description",
        "acceptance criteria",
        "effective_date",
        "memory_strength",
        "without label mem-soft",
        "label mem-hard",
        "pin and scope",
    ]
    assert answer.source is not None
    assert answer.source.startswith("the journal entry ")
    assert_green(world)


def test_what_is_not_pinned_stays_as_it_is(world: World) -> None:
    memory = world.memory("Use tabs.")
    put(world, SetFields(memory, {"description": "Rule: any", "notes": "seen by kim"}))
    put(world, AddLabel(memory, "hot"))
    repair(world.context, RepairRequest(memory))
    assert world.bead(memory).notes == "seen by kim"
    assert world.bead(memory).has("hot")


def test_a_date_given_at_the_ratification_is_restored(world: World) -> None:
    draft = propose(world.context, ProposeRequest("arch", wording("Use tabs."))).answer.id
    ratify(world.context, RatifyRequest(draft, effective="2026-03-01"))
    put(world, SetMetadata(draft, "effective_date", "2026-01-01"))
    repair(world.context, RepairRequest(draft))
    assert world.bead(draft).metadata["effective_date"] == "2026-03-01"


def test_an_adopted_memory_is_restored_from_its_adoption(world: World) -> None:
    memory = by_hand(world)
    adopt(world.context, AdoptRequest((memory,)))
    before = world.bead(memory)
    put(world, SetFields(memory, {"description": "compacted"}))
    repair(world.context, RepairRequest(memory))
    assert world.bead(memory).description == before.description
    assert_green(world)


def test_a_whole_memory_is_left_alone(world: World) -> None:
    memory = world.memory("Use tabs.")
    before = world.bead(memory)
    outcome = repair(world.context, RepairRequest(memory))
    assert (outcome.applied, outcome.answer.already) == (False, True)
    assert world.bead(memory) == before


def test_only_a_pin_that_somebody_moved_is_put_back(world: World) -> None:
    memory = world.memory("Use tabs.")
    fabric = dict(world.bead(memory).metadata["fabric"])  # type: ignore[call-overload]
    put(world, SetMetadata(memory, "fabric", fabric | {"digest": "sha256:0"}))
    answer = repair(world.context, RepairRequest(memory)).answer
    assert (answer.restored, answer.source) == (["pin and scope"], "its own words")
    assert_green(world)


def test_words_and_pin_changed_together_do_not_fool_the_journal(world: World) -> None:
    memory = world.memory("Use tabs.")
    other = world.memory("Use spaces.")
    bead, fabric = world.bead(other), dict(world.bead(memory).metadata["fabric"])  # type: ignore[call-overload]
    put(
        world,
        SetFields(memory, {"title": bead.title, "description": bead.description}),
        SetMetadata(memory, "fabric", fabric | {"digest": "sha256:1"}),
    )
    repair(world.context, RepairRequest(memory))
    assert "Use tabs." in world.bead(memory).description
    assert_green(world)


def test_where_the_journal_has_no_words_an_export_serves_if_its_digest_does(world: World) -> None:
    memory = world.memory("Use tabs.")
    good = world.bead(memory)
    elsewhere = World().begin()
    put(elsewhere, ReplaceBead(replace(good, description="Rule: any")))
    request = RepairRequest(memory)
    with pytest.raises(NotFound, match="does not hold") as caught:
        repair(elsewhere.context, request)
    assert "--from FILE" in caught.value.remedy
    wrong = replace(good, description="Rule: other")
    with pytest.raises(NotFound, match="does not hold the words"):
        repair(elsewhere.context, RepairRequest(memory, "", wrong, "old.jsonl"))
    answer = repair(elsewhere.context, RepairRequest(memory, "", good, "old.jsonl")).answer
    assert (answer.restored, answer.source) == (["description"], "old.jsonl")
    assert elsewhere.bead(memory).description == good.description


def test_what_nobody_ratified_is_adopted_instead(world: World) -> None:
    memory = by_hand(world)
    with pytest.raises(Refused, match="no reviewer ratified it") as caught:
        repair(world.context, RepairRequest(memory))
    assert f"fabric adopt {memory}" in caught.value.remedy


def test_a_draft_is_not_repaired_and_an_agent_does_not_repair(world: World) -> None:
    draft, memory = world.propose("Use tabs."), world.memory("Use spaces.")
    with pytest.raises(Refused, match="is draft"):
        repair(world.context, RepairRequest(draft))
    tampered(world, memory)
    with pytest.raises(NotAllowed):
        repair(world.as_(SCOUT), RepairRequest(memory))


def test_the_words_are_shown_before_they_are_confirmed(world: World) -> None:
    memory = world.memory("Use tabs.")
    tampered(world, memory)
    world.with_settings(settings(confirm="typed"))
    world.person.types = memory
    repair(world.context, RepairRequest(memory))
    assert "Rule: Use tabs." in world.person.shown[-1]

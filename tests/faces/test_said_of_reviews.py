"""Who ratified a memory is told as a fact only where a review in the journal says so."""

from dataclasses import replace

import pytest

from fabric.faces.cli.words import memory_text
from fabric.models.answers import MemoryView
from fabric.services.verbs.show import show
from tests.services.life import by_hand
from tests.services.world import VERA, World


def view_of(world: World, memory: str) -> MemoryView:
    view = show(world.context, memory).memory
    assert view is not None
    return view


@pytest.fixture
def world() -> World:
    return World().begin()


def test_what_a_reviewer_ratified_says_so(world: World) -> None:
    said = "\n".join(memory_text(view_of(world, world.memory("Use tabs."))))
    assert f"reviewed, ratified by {VERA.name}" in said


def test_what_only_the_bead_itself_claims_is_told_as_a_claim(world: World) -> None:
    memory = by_hand(world)
    bead = world.bead(memory)
    world.put(replace(bead, metadata={**bead.metadata, "fabric": {"ratified_by": VERA.name}}))
    view = view_of(world, memory)
    said = "\n".join(memory_text(view))
    assert f"unreviewed, says that {VERA.name} ratified it, and no review is known" in said
    assert f"reviewed, ratified by {VERA.name}" not in said
    unasked = "\n".join(memory_text(view.but(reviewed=None)))
    assert f"says that {VERA.name} ratified it, and no journal was asked" in unasked


def test_what_claims_nothing_is_not_told_of(world: World) -> None:
    view = view_of(world, by_hand(world))
    assert view.ratified_by is None
    assert "ratified" not in "\n".join(memory_text(view))

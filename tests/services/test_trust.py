"""`trust`: a person lets this machine run the commands of one memory, in just these words."""

from dataclasses import replace

import pytest

from fabric.errors import FabricError, NotAllowed, NotFound, WrongUse
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.trust import trust
from tests.services.world import OTTO, SCOUT, DyingStore, World, settings

HARD = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    world = World().begin()
    world.memory(HARD)
    world.state.trusts.clear()
    return world


@pytest.fixture
def memory(world: World) -> str:
    return next(iter(world.query("memory-arch")))


def test_a_person_trusts_the_words_as_they_are(world: World, memory: str) -> None:
    answer = trust(world.as_(OTTO), memory)
    assert answer.commands == ["check every"]
    assert [(t.digest, t.by) for t in world.state.trusts.values()] == [(answer.digest, OTTO.name)]


def test_what_was_trusted_is_run(world: World, memory: str) -> None:
    work = world.started()
    assert not world.verify(work).closed
    trust(world.context, memory)
    assert world.verify(work).closed


def test_a_second_time_is_harmless(world: World, memory: str) -> None:
    trust(world.context, memory)
    known = dict(world.state.trusts)
    trust(world.context, memory)
    assert world.state.trusts.keys() == known.keys()


@pytest.mark.parametrize("confirm", ["typed", "none"])
def test_an_agent_trusts_nothing(confirm: str, world: World, memory: str) -> None:
    world.with_settings(settings(confirm=confirm))
    with pytest.raises(NotAllowed, match="agent"):
        trust(world.as_(SCOUT), memory)
    assert world.state.trusts == {}


def test_nor_does_anybody_in_the_shell_of_an_agent_host(world: World, memory: str) -> None:
    world.with_settings(settings(confirm="typed"))
    with pytest.raises(NotAllowed, match="codex"):
        trust(replace(world.context, agent_host="codex"), memory)


@pytest.mark.parametrize(
    ("types", "trusted"),
    [
        pytest.param("whatever is asked", True, id="confirmed: trusted"),
        pytest.param("yes", False, id="not confirmed: not trusted"),
        pytest.param(None, False, id="nobody there: not trusted"),
    ],
)
def test_the_commands_are_shown_and_confirmed(
    types: str | None, trusted: bool, world: World, memory: str
) -> None:
    world.with_settings(settings(confirm="typed"))
    world.person.types = types
    if trusted:
        trust(world.context, memory)
        assert "check every" in world.person.shown[0]
    else:
        with pytest.raises(NotAllowed):
            trust(world.context, memory)
    assert bool(world.state.trusts) is trusted


def test_a_dry_run_trusts_nothing(world: World, memory: str) -> None:
    assert trust(replace(world.context, dry_run=True), memory).commands == ["check every"]
    assert world.state.trusts == {}


def test_what_has_no_command_or_does_not_bind_is_not_trusted(world: World) -> None:
    bare = world.memory("Prefer small modules", "soft", commands=("manual: look",))
    draft = world.propose("Every read goes through the cache")
    cases: list[tuple[str, type[FabricError], str]] = [
        (bare, WrongUse, "no command"),
        (draft, WrongUse, "no canonical memory"),
        (world.work(), WrongUse, "no canonical memory"),
        ("shop-none", NotFound, "There is no bead"),
    ]
    for bead_id, kind, said in cases:
        with pytest.raises(kind, match=said):
            trust(world.context, bead_id)
    assert world.state.trusts == {}


def test_who_is_killed_once_a_ratification_is_written_trusts_its_commands_all_the_same() -> None:
    store = DyingStore()
    world = World(store).begin()
    draft = world.propose(HARD)
    store.dies_of = "ratify"
    with pytest.raises(KeyboardInterrupt):
        ratify(world.context, RatifyRequest(draft, effective="2026-04-01"))
    answer = ratify(world.context, RatifyRequest(draft)).answer
    assert answer.already
    assert world.state.trusted(answer.digest) is not None

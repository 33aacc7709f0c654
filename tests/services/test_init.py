"""`init`: a prefix, the anchors of the known domains, and nothing twice."""

from dataclasses import replace

from fabric.models.bead import Bead
from fabric.models.settings import DomainSettings
from fabric.services.verbs.init import InitRequest, init
from tests.services.world import SCOUT, World

ANCHORS = ["shop-anchor-arch", "shop-anchor-ux", "shop-anchor-workflow"]


def test_it_makes_an_anchor_for_each_domain() -> None:
    world = World()
    answer = init(
        world.context, InitRequest("shop", "fabric.toml", ("settings fabric.toml",))
    ).answer
    assert answer.anchors == ANCHORS
    assert answer.created[0] == "settings fabric.toml"
    bead = world.bead("shop-anchor-ux")
    assert bead.title == "Memory Anchor - UI/UX"
    assert (bead.issue_type, bead.status, bead.pinned) == ("epic", "open", True)
    assert bead.labels == ("memory-anchor", "memory-ux")
    assert "Success Criteria:" in bead.description
    assert world.store.config("issue_prefix") == {"issue_prefix": "shop"}
    assert world.findings("error", "warning") == set()


def test_a_second_time_it_writes_nothing() -> None:
    world = World().begin()
    before = world.writes()
    outcome = init(world.context, InitRequest("shop", "fabric.toml"))
    assert (outcome.answer.created, outcome.applied, world.writes()) == ([], False, before)
    assert outcome.answer.anchors == ANCHORS


def test_a_domain_that_came_later_gets_its_anchor() -> None:
    world = World().begin()
    there = world.context.settings
    data = DomainSettings(label="memory-data", title="Data")
    world.with_settings(there.but(domains=[*there.domains, data]))
    outcome = init(world.context, InitRequest("shop", "fabric.toml"))
    assert outcome.answer.created == ["anchor shop-anchor-data: Memory Anchor - Data"]


def test_an_anchor_that_somebody_made_by_hand_is_kept() -> None:
    world = World()
    world.put(
        Bead(
            "bb-76p",
            "[MEMORY-ANCHOR] Architecture",
            issue_type="epic",
            labels=("memory-anchor", "memory-arch"),
        )
    )
    answer = init(world.context, InitRequest("shop", "fabric.toml")).answer
    assert answer.anchors == ["bb-76p", *ANCHORS[1:]]


def test_the_prefix_of_a_store_is_not_changed() -> None:
    world = World().begin()
    init(world.context, InitRequest("other", "fabric.toml"))
    assert world.store.config("issue_prefix") == {"issue_prefix": "shop"}


def test_an_id_that_something_else_has_taken_is_gone_round() -> None:
    world = World()
    world.put(Bead("shop-anchor-ux", "A task that has this id"))
    answer = init(world.context, InitRequest("shop", "fabric.toml")).answer
    assert answer.anchors == ["shop-anchor-arch", "shop-anchor-ux-2", "shop-anchor-workflow"]
    assert world.bead("shop-anchor-ux").title == "A task that has this id"


def test_a_dry_run_writes_nothing() -> None:
    world = World()
    outcome = init(replace(world.context, dry_run=True), InitRequest("shop", "fabric.toml"))
    assert len(outcome.change_set.operations) == 4
    assert (world.writes(), list(world.store.all_beads())) == (0, [])


def test_an_agent_may_set_up() -> None:
    world = World()
    assert init(world.as_(SCOUT), InitRequest("shop", "fabric.toml")).applied

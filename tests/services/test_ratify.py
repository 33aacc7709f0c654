"""`ratify`: a reviewer, and only a reviewer, makes a draft binding; what was confirmed is pinned."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from typing_extensions import override

from fabric.errors import DuplicateMemory, InvalidMemory, NotAllowed, NotFound, Refused, WrongUse
from fabric.models.actor import Actor
from fabric.ports import JournalQuery, Trust
from fabric.services.context import Context
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from tests.services.world import OTTO, SCOUT, VERA, FakePerson, World, settings, wording

RULE = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def typed(world: World, types: str | None) -> FakePerson:
    """Ask for the typed confirmation, at a terminal where somebody types this."""
    world.with_settings(settings(confirm="typed"))
    world.person.types = types
    return world.person


def proposed_by(world: World, author: Actor, rule: str = RULE) -> str:
    return propose(world.as_(author), ProposeRequest("arch", wording(rule))).answer.id


def test_a_ratified_memory_is_pinned_closed_anchored_and_trusted(world: World) -> None:
    draft = world.propose(RULE)
    world.clock.forward(minutes=5)
    answer = ratify(world.context, RatifyRequest(draft)).answer
    bead = world.bead(draft)
    assert bead.labels == ("mem-canonical", "mem-hard", "memory", "memory-arch")
    assert (bead.status, bead.close_reason) == ("closed", "Ratified canonical memory")
    assert (bead.pinned, bead.closed_at) == (True, "2026-03-02T09:05:00Z")
    fabric = bead.metadata["fabric"]
    assert isinstance(fabric, dict)
    assert (fabric["digest"], fabric["ratified_by"]) == (answer.digest, VERA.name)
    assert fabric["ratified_at"] == "2026-03-02T09:05:00Z"
    anchor = "shop-anchor-arch"
    assert [e.depends_on_id for e in bead.relations()] == [anchor]
    assert [e.depends_on_id for e in world.bead(anchor).relations()] == [draft]
    trusted = world.state.trusted(answer.digest)
    assert trusted == Trust(answer.digest, draft, VERA.name, "2026-03-02T09:05:00Z")
    assert answer.trusted
    assert world.query("memory-arch") == {draft}
    assert world.findings("error", "warning") == set()


def test_ratifying_twice_is_harmless(world: World) -> None:
    draft = world.memory(RULE)
    before = world.writes()
    outcome = ratify(world.context, RatifyRequest(draft))
    assert outcome.answer.already
    assert not outcome.applied
    assert world.writes() == before


def test_a_memory_without_commands_is_trusted_for_nothing(world: World) -> None:
    answer = ratify(world.context, RatifyRequest(world.propose(RULE, "soft", commands=()))).answer
    assert not answer.trusted
    assert world.state.trusts == {}


def test_a_dry_run_needs_no_confirmation_and_leaves_no_trace(world: World) -> None:
    draft = world.propose(RULE)
    before = world.writes()
    typed(world, None)
    outcome = ratify(replace(world.context, dry_run=True), RatifyRequest(draft))
    assert outcome.change_set.operations
    assert (world.writes(), world.state.trusts) == (before, {})


NOBODY_ELSE = [
    pytest.param(SCOUT, "", "is an agent", id="an agent"),
    pytest.param(Actor(name="eve@example.test"), "", "is no reviewer", id="a stranger"),
    pytest.param(VERA, "eve@example.test", "is no reviewer", id="a stranger named by a reviewer"),
    pytest.param(SCOUT, VERA.name, "is an agent", id="an agent in a reviewer's name"),
]


@pytest.mark.parametrize(("actor", "person", "said"), NOBODY_ELSE)
def test_who_is_no_reviewer_may_not_ratify(
    actor: Actor, person: str, said: str, world: World
) -> None:
    draft = world.propose(RULE)
    with pytest.raises(NotAllowed, match=said):
        ratify(world.as_(actor), RatifyRequest(draft, person))
    assert world.bead(draft).status == "open"


def test_a_reviewer_may_ratify_also_when_named(world: World) -> None:
    draft = world.propose(RULE)
    outcome = ratify(world.context, RatifyRequest(draft, OTTO.name))
    assert outcome.entry is not None
    assert outcome.entry.actor == OTTO.name
    payload = world.store.journal_payload(outcome.entry.writer, outcome.entry.sequence)
    assert f'"run_by":{{"kind":"person","name":"{VERA.name}"}}' in str(payload)


@pytest.mark.parametrize(
    ("author", "solo", "allowed"),
    [
        pytest.param(VERA, False, False, id="her own draft: refused"),
        pytest.param(
            Actor(name=VERA.name.upper()), False, False, id="her own draft in capitals: refused"
        ),
        pytest.param(VERA, True, True, id="her own draft where solo is on: allowed"),
        pytest.param(OTTO, False, True, id="another's draft: allowed"),
        pytest.param(
            Actor(name=VERA.name, kind="agent"), False, True, id="her agent's draft: allowed"
        ),
    ],
)
def test_an_author_needs_another_reviewer_unless_alone(
    author: Actor, solo: bool, allowed: bool, world: World
) -> None:
    world.with_settings(settings(solo=solo))
    draft = proposed_by(world, author)
    if allowed:
        assert ratify(world.context, RatifyRequest(draft)).applied
    else:
        with pytest.raises(NotAllowed, match="proposed this"):
            ratify(world.context, RatifyRequest(draft))


def test_the_whole_text_is_shown_and_the_id_is_typed(world: World) -> None:
    draft = world.propose(RULE, applies_to={"paths": ["src/**"]})
    person = typed(world, draft)
    assert ratify(world.context, RatifyRequest(draft)).applied
    (shown,) = person.shown
    for words in (RULE, "One place to audit.", "Given a write", "check every", "src/**"):
        assert words in shown


@pytest.mark.parametrize(
    ("types", "said"),
    [
        pytest.param(None, "Nobody is at a terminal", id="nobody there"),
        pytest.param("y", "not confirmed", id="something else typed"),
    ],
)
def test_without_the_typed_id_nothing_is_written(
    types: str | None, said: str, world: World
) -> None:
    draft = world.propose(RULE)
    typed(world, types)
    before = world.writes()
    with pytest.raises(NotAllowed, match=said):
        ratify(world.context, RatifyRequest(draft))
    assert world.writes() == before


@pytest.mark.parametrize(
    ("confirm", "allowed"),
    [
        pytest.param("typed", False, id="where confirmations are typed: refused"),
        pytest.param("none", True, id="where bots are trusted: allowed"),
    ],
)
def test_the_shell_of_an_agent_host(confirm: str, allowed: bool, world: World) -> None:
    draft = world.propose(RULE)
    typed(world, draft)
    world.with_settings(settings(confirm=confirm))
    context = replace(world.context, agent_host="claude")
    if allowed:
        assert ratify(context, RatifyRequest(draft)).applied
    else:
        with pytest.raises(NotAllowed, match="claude"):
            ratify(context, RatifyRequest(draft))


class Meddler(FakePerson):
    """Confirms, while somebody changes the draft behind her back."""

    def __init__(self, meddle: Callable[[], None]) -> None:
        super().__init__(types="whatever is asked")
        self._meddle = meddle

    @override
    def confirm(self, text: str, expected: str) -> bool:
        self._meddle()
        return super().confirm(text, expected)


def with_person(context: Context, person: FakePerson) -> Context:
    return replace(context, tools=replace(context.tools, person=person))


def test_words_that_changed_after_they_were_confirmed_are_not_ratified(world: World) -> None:
    draft = world.propose(RULE)
    world.with_settings(settings(confirm="typed"))

    def meddle() -> None:
        bead = world.bead(draft)
        world.put(replace(bead, description=bead.description.replace("Every", "No")))

    context = with_person(world.context, Meddler(meddle))
    with pytest.raises(Refused, match="changed"):
        ratify(context, RatifyRequest(draft))
    assert world.bead(draft).status == "open"


def test_a_draft_that_was_merely_touched_meanwhile_is_ratified(world: World) -> None:
    draft = world.propose(RULE)
    world.with_settings(settings(confirm="typed"))
    context = with_person(
        world.context, Meddler(lambda: world.put(replace(world.bead(draft), priority=0)))
    )
    assert ratify(context, RatifyRequest(draft)).applied
    assert world.bead(draft).priority == 0


UNREADY = [
    pytest.param({"checks": ()}, "says not how to check it", id="hard, without a check"),
    pytest.param({"commands": ()}, "says not how to check it", id="hard, without a verification"),
]


@pytest.mark.parametrize(("lack", "said"), UNREADY)
def test_a_hard_memory_that_nobody_can_check_is_refused(
    lack: dict[str, object], said: str, world: World
) -> None:
    draft = world.propose(RULE, "hard", **lack)
    with pytest.raises(InvalidMemory, match=said):
        ratify(world.context, RatifyRequest(draft))


@pytest.mark.parametrize(
    ("strength", "more"),
    [
        pytest.param("soft", {"checks": (), "commands": ()}, id="soft, without a check"),
        pytest.param("hard", {"commands": ("manual: read it",)}, id="hard, checked by a person"),
    ],
)
def test_what_can_be_checked_or_need_not_be_is_ratified(
    strength: str, more: dict[str, object], world: World
) -> None:
    assert ratify(world.context, RatifyRequest(world.propose(RULE, strength, **more))).applied


HAND_MADE = [
    pytest.param({"title": "Writes"}, "title", id="a title of another shape"),
    pytest.param({"description": "Scope: all"}, "Rule", id="no rule section"),
    pytest.param({"labels": ("memory", "draft", "mem-hard")}, "anchor|domain", id="no domain"),
]


@pytest.mark.parametrize(("change", "said"), HAND_MADE)
def test_a_draft_that_lost_its_shape_is_refused(
    change: dict[str, object], said: str, world: World
) -> None:
    draft = world.propose(RULE)
    bead = replace(world.bead(draft), **change)  # type: ignore[arg-type]  # tests name real fields
    world.put(replace(bead, metadata={**bead.metadata, "domain": "memory-gone"}))
    with pytest.raises((InvalidMemory, WrongUse), match=said):
        ratify(world.context, RatifyRequest(draft))


def test_a_domain_without_an_anchor_is_refused_with_the_command_that_makes_one() -> None:
    world = World()
    with pytest.raises(WrongUse, match="no anchor") as refused:
        world.memory(RULE)
    assert "fabric anchor create arch" in refused.value.remedy


@pytest.mark.parametrize("ended", ["mem-retired", "mem-rejected", "mem-superseded"])
def test_what_has_ended_is_not_ratified(ended: str, world: World) -> None:
    draft = world.propose(RULE)
    bead = world.bead(draft)
    world.put(replace(bead, labels=(ended, *bead.labels), status="closed"))
    with pytest.raises(Refused, match=ended.removeprefix("mem-")):
        ratify(world.context, RatifyRequest(draft))


def test_a_draft_that_says_what_came_into_force_meanwhile_is_refused(world: World) -> None:
    draft = world.propose(RULE)
    other = world.memory("Every read goes through the service layer")
    bead = world.bead(other)
    world.put(replace(bead, description=world.bead(draft).description))
    with pytest.raises(DuplicateMemory, match=other):
        ratify(world.context, RatifyRequest(draft))


def test_a_draft_that_says_what_was_rejected_meanwhile_is_refused(world: World) -> None:
    draft = world.propose(RULE)
    other = world.propose("Every read goes through the service layer")
    bead = replace(world.bead(other), description=world.bead(draft).description, status="closed")
    world.put(replace(bead, labels=("mem-hard", "mem-rejected", "memory-arch")))
    with pytest.raises(DuplicateMemory, match=f"rejected: {other}"):
        ratify(world.context, RatifyRequest(draft))


def test_an_appeal_is_ratified_like_any_other(world: World) -> None:
    tombstone = world.propose(RULE)
    bead = world.bead(tombstone)
    labels = ("mem-hard", "mem-rejected", "memory-arch")
    world.put(replace(bead, labels=labels, status="closed"))
    request = ProposeRequest("arch", wording(RULE), replaces=tombstone, appeal="We need it now.")
    draft = propose(world.context, request).answer.id
    assert ratify(world.context, RatifyRequest(draft)).applied
    assert world.query("memory-arch") == {draft}
    assert ("rejected-restated", draft) not in world.findings()


def test_a_replacement_is_ratified_by_superseding(world: World) -> None:
    old = world.memory(RULE)
    new = world.successor(old)
    with pytest.raises(Refused, match=f"to replace {old}") as refused:
        ratify(world.context, RatifyRequest(new))
    assert f"fabric supersede {old} --with {new}" in refused.value.remedy


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param("shop-none", "There is no bead", id="an unknown id"),
        pytest.param("  ", "empty id", id="no id"),
    ],
)
def test_an_id_must_name_something(given: str, said: str, world: World) -> None:
    with pytest.raises((NotFound, WrongUse), match=said):
        ratify(world.context, RatifyRequest(given))


def test_what_is_no_memory_is_not_ratified(world: World) -> None:
    with pytest.raises(WrongUse, match="is no memory"):
        ratify(world.context, RatifyRequest(world.work()))


def test_a_unique_prefix_is_enough_and_an_ambiguous_one_is_not(world: World) -> None:
    draft = world.propose(RULE)
    with pytest.raises(WrongUse, match="could be"):
        ratify(world.context, RatifyRequest("shop"))
    assert ratify(world.context, RatifyRequest(draft[:-2])).answer.id == draft


@pytest.mark.parametrize(
    ("effective", "in_force"),
    [
        pytest.param("2026-03-01", True, id="from yesterday on: binds"),
        pytest.param("2026-03-09", False, id="from next week on: does not bind yet"),
    ],
)
def test_a_date_may_be_named(effective: str, in_force: bool, world: World) -> None:
    work = world.work()
    draft = world.propose(RULE)
    ratify(world.context, RatifyRequest(draft, effective=effective))
    assert [each.id for each in world.status(work).binds] == ([draft] if in_force else [])
    world.clock.forward(days=8)
    assert [each.id for each in world.status(work).binds] == [draft]
    assert world.query("memory-arch") == {draft}
    assert ("memory-edited", draft) not in world.findings()


def test_a_date_that_is_none_is_wrong_use(world: World) -> None:
    with pytest.raises(WrongUse, match="no date"):
        ratify(world.context, RatifyRequest(world.propose(RULE), effective="soon"))


def test_it_says_which_active_work_is_bound_now(world: World) -> None:
    before = world.memory("Every read goes through the service layer")
    active, idle = world.started(), world.work("Not started")
    elsewhere = world.work("In another domain", "ux")
    draft = world.propose(RULE)
    answer = ratify(world.context, RatifyRequest(draft)).answer
    assert answer.binds == [active]
    assert before not in {idle, elsewhere}


def test_a_closed_draft_is_ratified_with_its_own_reason_and_date(world: World) -> None:
    draft = world.propose(RULE)
    world.put(replace(world.bead(draft), status="closed", close_reason="done"))
    world.clock.forward(hours=1)
    ratify(world.context, RatifyRequest(draft))
    bead = world.bead(draft)
    assert (bead.close_reason, bead.closed_at) == (
        "Ratified canonical memory",
        "2026-03-02T10:00:00Z",
    )
    assert bead.pinned


def test_the_journal_keeps_the_full_text_of_what_was_ratified(world: World) -> None:
    draft = world.memory(RULE)
    (entry,) = world.store.journal(JournalQuery(bead_id=draft, verb="ratify"))
    payload = world.store.journal_payload(entry.writer, entry.sequence)
    assert RULE in str(payload)
    assert "check every" in str(payload)  # the acceptance too: `repair` restores from here

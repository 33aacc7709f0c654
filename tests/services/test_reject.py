"""A rejection is a tombstone: the same value is refused at every door."""

import pytest

from fabric.errors import DuplicateMemory, NotAllowed, Refused, WrongUse
from fabric.models.change_set import SetConfig
from fabric.models.digests import value_digest
from fabric.services.verbs.list import ListRequest, list_memories
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.services.verbs.retire import RetireRequest, retire
from tests.services.life import assert_green, by_hand, put, started
from tests.services.world import OTTO, SCOUT, World, settings, wording

REASON = "Editors do this."


@pytest.fixture
def world() -> World:
    return World().begin()


def test_a_rejected_draft_keeps_its_words_and_refuses_its_value(world: World) -> None:
    draft = world.propose("Use tabs everywhere.", title="Tabs, not spaces")
    answer = reject(world.context, RejectRequest(draft, REASON)).answer
    bead = world.bead(draft)
    assert set(bead.labels) == {"mem-hard", "mem-rejected", "memory-arch"}
    assert (bead.status, bead.pinned) == ("closed", True)
    assert bead.close_reason == f"Rejected: {REASON}"
    assert "Use tabs everywhere." in bead.description
    wanted = sorted([value_digest("use tabs everywhere"), value_digest("tabs, not spaces")])
    assert answer.value_digests == wanted
    assert world.query("memory-arch") == set()
    assert_green(world)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("use TABS “everywhere”", id="the same words, dressed otherwise"),
        pytest.param("Tabs, not spaces.", id="the words of its title"),
    ],
)
@pytest.mark.parametrize("domain", ["arch", "ux"])
def test_the_value_is_refused_in_every_domain(world: World, words: str, domain: str) -> None:
    draft = world.propose("Use tabs everywhere.", title="Tabs, not spaces")
    reject(world.context, RejectRequest(draft, REASON))
    with pytest.raises(DuplicateMemory, match=f"This was rejected: {draft}"):
        propose(world.context, ProposeRequest(domain, wording(words)))


def test_another_value_is_not_refused(world: World) -> None:
    reject(world.context, RejectRequest(world.propose("Use tabs everywhere."), REASON))
    assert world.propose("Use tabs in Makefiles.")


def test_an_appeal_is_linked_and_may_be_ratified(world: World) -> None:
    draft = world.propose("Use tabs everywhere.")
    reject(world.context, RejectRequest(draft, REASON))
    request = ProposeRequest("arch", wording("Use tabs everywhere."), draft, "Make needs them")
    appeal = propose(world.context, request).answer.id
    ratify(world.context, RatifyRequest(appeal))
    assert draft in {edge.depends_on_id for edge in world.bead(appeal).relations()}
    assert world.query("memory-arch") == {appeal}
    assert_green(world)


def test_an_appeal_may_be_rejected_again(world: World) -> None:
    draft = world.propose("Use tabs everywhere.")
    reject(world.context, RejectRequest(draft, REASON))
    request = ProposeRequest("arch", wording("Use tabs everywhere."), draft, "Make needs them")
    appeal = propose(world.context, request).answer.id
    assert reject(world.context, RejectRequest(appeal, "No.")).applied
    assert_green(world)


def test_rejecting_again_is_harmless(world: World) -> None:
    draft = world.propose("Use tabs everywhere.")
    reject(world.context, RejectRequest(draft, REASON))
    again = reject(world.context, RejectRequest(draft, "other"))
    assert (again.applied, again.answer.already, again.answer.reason) == (False, True, REASON)


def test_a_note_that_says_it_goes_and_its_text_stays_in_the_journal(world: World) -> None:
    put(
        world,
        SetConfig("kv.memory.use-tabs", "use tabs everywhere"),
        SetConfig("kv.memory.other", "use spaces"),
    )
    draft = world.propose("Use tabs everywhere.")
    outcome = reject(world.context, RejectRequest(draft, REASON))
    assert outcome.answer.forgotten == ["use-tabs"]
    assert world.store.config("kv.memory.") == {"kv.memory.other": "use spaces"}
    assert outcome.entry is not None
    payload = world.store.journal_payload(outcome.entry.writer, outcome.entry.sequence)
    assert '"kv.memory.use-tabs":"use tabs everywhere"' in (payload or "")
    assert_green(world)


def test_a_ratified_memory_is_retired_not_rejected(world: World) -> None:
    memory = world.memory("Use tabs everywhere.")
    with pytest.raises(Refused, match="was ratified") as caught:
        reject(world.context, RejectRequest(memory, REASON))
    assert f"fabric retire {memory}" in caught.value.remedy


def test_a_hand_made_memory_that_nobody_reviewed_is_rejected_and_held_until_then(
    world: World,
) -> None:
    memory = by_hand(world, pinned=True)
    work = started(world)
    world.clock.forward(days=1)
    answer = reject(world.context, RejectRequest(memory, REASON)).answer
    assert [each.id for each in answer.released] == [work]
    assert world.query("memory-arch") == set()
    assert_green(world)
    held = list_memories(world.context, ListRequest(as_of="2026-03-02T12:00:00Z"))
    assert [each.id for each in held.memories] == [memory]


def test_a_rejected_draft_never_held(world: World) -> None:
    reject(world.context, RejectRequest(world.propose("Use tabs everywhere."), REASON))
    world.clock.forward(days=1)
    assert list_memories(world.context, ListRequest(as_of="2026-03-02T12:00:00Z")).memories == []


def test_what_another_memory_says_and_stands_for_is_withdrawn_instead(world: World) -> None:
    stands = world.memory("Use tabs everywhere.")
    request = ProposeRequest("ux", wording("Use tabs everywhere."))
    draft = propose(world.context, request).answer.id
    with pytest.raises(Refused, match=f"{stands} says the same") as caught:
        reject(world.context, RejectRequest(draft, REASON))
    assert "fabric retire" in caught.value.remedy
    retire(world.context, RetireRequest(draft, "known already"))
    assert_green(world)


def test_a_statement_that_another_memory_stands_for_is_not_refused(world: World) -> None:
    world.memory("Use tabs.")
    draft = world.propose("Use tabs, also in Python.", title="Use tabs")
    answer = reject(world.context, RejectRequest(draft, REASON)).answer
    assert answer.value_digests == [value_digest("Use tabs, also in Python.")]
    assert_green(world)


def test_only_a_reviewer_rejects(world: World) -> None:
    draft = world.propose("Use tabs everywhere.")
    with pytest.raises(NotAllowed, match="is an agent"):
        reject(world.as_(SCOUT), RejectRequest(draft, REASON))
    world.with_settings(settings(reviewers=[OTTO.name]))
    with pytest.raises(NotAllowed, match="is no reviewer"):
        reject(world.context, RejectRequest(draft, REASON))
    assert reject(world.as_(OTTO), RejectRequest(draft, REASON)).applied


def test_a_missing_reason_and_a_work_item_are_wrong_use(world: World) -> None:
    draft = world.propose("Use tabs everywhere.")
    with pytest.raises(WrongUse, match="reason"):
        reject(world.context, RejectRequest(draft, ""))
    with pytest.raises(WrongUse, match="is no memory"):
        reject(world.context, RejectRequest(world.work(), REASON))

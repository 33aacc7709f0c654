"""`forget`: what goes is told once more, and with `reject` it never comes back."""

from dataclasses import replace

import pytest

from fabric.errors import NotAllowed, NoteRefused, WrongUse
from fabric.models.actor import Actor
from fabric.models.words import NOTE_PREFIX
from fabric.ports import JournalQuery
from fabric.services.verbs.forget import ForgetRequest, forget
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.retire import RetireRequest, retire
from tests.services.life import assert_green
from tests.services.quick import Quick
from tests.services.world import OTTO, SCOUT, World, settings, wording

REASON = "We tried it, and it broke the import."


@pytest.fixture
def quick() -> Quick:
    return Quick(World().begin())


def test_a_forgotten_note_is_told_once_more_and_kept_in_the_journal(quick: Quick) -> None:
    quick.remember("Alpha text", key="alpha")
    answer = quick.forget("alpha", "Out of date.")
    assert (answer.deleted, answer.key, answer.value) == ("true", "alpha", "Alpha text")
    assert quick.texts == {}
    (entry,) = quick.world.store.journal(JournalQuery(verb="forget"))
    payload = quick.world.store.journal_payload(entry.writer, entry.sequence)
    assert entry.reason == "Out of date."
    assert f'"forgotten":{{"{NOTE_PREFIX}alpha":"Alpha text"}}' in str(payload)


def test_what_is_not_there_is_not_found_and_says_who_forgot_it(quick: Quick) -> None:
    assert quick.forget("alpha").remarks == []
    quick.remember("Alpha text", key="alpha")
    quick.forget("alpha")
    writes = quick.world.writes()
    answer = quick.forget("alpha")
    assert (answer.deleted, answer.found) == (None, "false")
    assert answer.remarks == ["vera@example.test forgot it on 2026-03-02."]
    assert quick.world.writes() == writes


def test_a_memory_is_not_forgotten_but_retired(quick: Quick) -> None:
    memory = quick.world.memory("Prices are in cents")
    with pytest.raises(NoteRefused, match="is a bead"):
        quick.forget(memory)
    assert quick.world.bead(memory).status == "closed"


def test_a_dry_run_forgets_nothing(quick: Quick) -> None:
    quick.remember("Alpha text", key="alpha")
    outcome = forget(replace(quick.world.context, dry_run=True), ForgetRequest("alpha"))
    assert not outcome.applied
    assert quick.texts == {"alpha": "Alpha text"}


def test_a_rejected_note_leaves_a_tombstone_that_refuses_its_value_at_every_door(
    quick: Quick,
) -> None:
    quick.remember("Use tabs everywhere", key="tabs")
    answer = quick.forget("tabs", REASON, reject=True)
    stone = quick.world.bead(str(answer.tombstone))
    assert set(stone.labels) == {"mem-rejected", "mem-soft"}
    assert (stone.status, stone.pinned, stone.issue_type) == ("closed", True, "decision")
    assert stone.close_reason == f"Rejected: {REASON}"
    with pytest.raises(NoteRefused, match=stone.id):
        quick.remember("use tabs EVERYWHERE.", key="again")
    with pytest.raises(Exception, match=stone.id):
        propose(quick.world.context, ProposeRequest("arch", wording("Use tabs everywhere.")))
    assert_green(quick.world)
    assert quick.world.query("memory-arch") == set()


def test_a_long_note_of_several_lines_can_be_rejected(quick: Quick) -> None:
    text = "# Tabs\n\n- use them\n- always: " + "和 " * 3000
    quick.remember(text, key="tabs")
    answer = quick.forget("tabs", REASON, reject=True)
    assert len(quick.world.bead(str(answer.tombstone)).title.encode()) <= 500
    with pytest.raises(NoteRefused):
        quick.remember(text, key="again")
    assert_green(quick.world)


def test_the_same_value_has_one_tombstone(quick: Quick) -> None:
    for key in ("one", "two"):
        quick.remember("Use tabs everywhere", key=key)
    first = quick.forget("one", REASON, reject=True).tombstone
    assert quick.forget("two", REASON, reject=True).tombstone == first
    assert quick.texts == {}


def test_what_a_standing_memory_says_is_not_rejected_behind_its_back(quick: Quick) -> None:
    quick.remember("Prices are in cents")
    memory = quick.world.memory("Prices are in cents")
    with pytest.raises(NoteRefused, match=rf"{memory} says this and stands") as refused:
        quick.forget("prices-are-in-cents", REASON, reject=True)
    assert "fabric retire" in refused.value.remedy
    retire(quick.world.context, RetireRequest(memory, "We count euros."))
    assert quick.forget("prices-are-in-cents", REASON, reject=True).tombstone


def test_rejecting_needs_a_reason_and_a_reviewer(quick: Quick) -> None:
    quick.remember("Use tabs", key="tabs")
    with pytest.raises(WrongUse, match="reason"):
        quick.forget("tabs", "  ", reject=True)
    for actor in (SCOUT, replace_name("eve@example.test")):
        with pytest.raises(NotAllowed):
            forget(quick.world.as_(actor), ForgetRequest("tabs", REASON, reject=True))
    assert quick.texts == {"tabs": "Use tabs"}
    assert forget(quick.world.as_(SCOUT), ForgetRequest("tabs")).answer.deleted == "true"


def test_rejecting_is_confirmed_by_typing_the_key(quick: Quick) -> None:
    quick.remember("Use tabs", key="tabs")
    quick.world.with_settings(settings(confirm="typed"))
    quick.world.person.types = "no"
    with pytest.raises(NotAllowed):
        quick.forget("tabs", REASON, reject=True)
    quick.world.person.types = "tabs"
    assert quick.forget("tabs", REASON, reject=True).tombstone
    assert "Use tabs" in quick.world.person.shown[0]


def replace_name(name: str) -> Actor:
    return OTTO.but(name=name)

"""`promote`: a note becomes a draft, and goes once the draft is ratified."""

from dataclasses import replace

import pytest

from fabric.errors import DuplicateMemory, NotFound, SecretFound, WrongUse
from fabric.models.answers_notes import PromoteAnswer
from fabric.services.verbs.promote import PromoteRequest, promote
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.writing import Wording
from tests.services.life import assert_green
from tests.services.quick import Quick
from tests.services.world import World, wording

CENTS = "Prices are in cents"
KEY = "prices-are-in-cents"


@pytest.fixture
def quick() -> Quick:
    found = Quick(World().begin())
    found.remember(CENTS)
    return found


def promoted(quick: Quick, key: str = KEY, domain: str = "arch", **more: object) -> PromoteAnswer:
    said = Wording(**({"strength": "soft", "rule": ""} | more))  # type: ignore[arg-type]  # tests name real fields
    return promote(quick.world.context, PromoteRequest(key, domain, said)).answer


def test_a_draft_says_what_the_note_says_and_where_it_comes_from(quick: Quick) -> None:
    answer = promoted(quick)
    assert (answer.note, answer.memory.state, answer.memory.rule) == (KEY, "draft", CENTS)
    assert answer.memory.evidence == [f"note:{KEY}"]
    assert quick.texts == {KEY: CENTS}


def test_a_note_of_several_lines_becomes_one_rule_and_a_short_title(quick: Quick) -> None:
    quick.remember("# Deploys\n\n- never on a Friday\n" + "because of reasons " * 60, key="deploys")
    answer = promoted(quick, "deploys")
    assert answer.memory.rule.startswith("Deploys: never on a Friday because of reasons")
    assert len(answer.memory.statement) < 110


def test_the_note_goes_with_the_ratification_and_is_kept_in_the_journal(quick: Quick) -> None:
    draft = promoted(quick).id
    outcome = ratify(quick.world.context, RatifyRequest(draft))
    assert outcome.answer.forgotten == [KEY]
    assert quick.texts == {}
    assert outcome.entry is not None
    payload = quick.world.store.journal_payload(outcome.entry.writer, outcome.entry.sequence)
    assert CENTS in str(payload)
    assert quick.remember(CENTS).key == draft
    assert_green(quick.world)


def test_other_words_for_it_do_not_keep_the_note(quick: Quick) -> None:
    draft = promoted(quick, rule="Every price is a whole number of cents.").id
    ratify(quick.world.context, RatifyRequest(draft))
    assert quick.texts == {}


def test_a_note_that_says_something_else_by_then_stays(quick: Quick) -> None:
    draft = promoted(quick).id
    quick.remember("Prices are in cents, but fees are in mills", key=KEY)
    assert ratify(quick.world.context, RatifyRequest(draft)).answer.forgotten == []
    assert quick.texts == {KEY: "Prices are in cents, but fees are in mills"}


def test_a_note_that_a_plan_made_a_draft_of_goes_when_it_says_the_same(quick: Quick) -> None:
    said = wording(f"{CENTS}.", "soft", evidence=(f"note:{KEY}", "https://shop.example/1"))
    draft = propose(quick.world.context, ProposeRequest("arch", said)).answer.id
    ratify(quick.world.context, RatifyRequest(draft))
    assert quick.texts == {}


def test_a_note_that_merely_supports_a_memory_stays(quick: Quick) -> None:
    said = wording("Fees are in mills.", "soft", evidence=(f"note:{KEY}",))
    draft = propose(quick.world.context, ProposeRequest("arch", said)).answer.id
    ratify(quick.world.context, RatifyRequest(draft))
    assert quick.texts == {KEY: CENTS}


def test_the_note_goes_with_a_succession_too(quick: Quick) -> None:
    old = quick.world.memory("Prices are in euros", "soft")
    said = wording(f"{CENTS}.", "soft", evidence=(f"note:{KEY}",))
    request = ProposeRequest("arch", said, replaces=old)
    new = propose(quick.world.context, request).answer.id
    quick.world.supersede(old, new)
    assert quick.texts == {}


def test_promoting_again_shows_the_draft_that_is_there(quick: Quick) -> None:
    draft = promoted(quick).id
    writes = quick.world.writes()
    again = promoted(quick)
    assert (again.id, again.already) == (draft, True)
    assert quick.world.writes() == writes


def test_a_dry_ratification_keeps_the_note(quick: Quick) -> None:
    draft = promoted(quick).id
    outcome = ratify(replace(quick.world.context, dry_run=True), RatifyRequest(draft))
    assert outcome.change_set.config_keys
    assert quick.texts == {KEY: CENTS}


def test_what_makes_no_sense_is_refused(quick: Quick) -> None:
    with pytest.raises(NotFound, match="no note 'nope'"):
        promoted(quick, "nope")
    with pytest.raises(WrongUse, match="No domain"):
        promoted(quick, domain="")
    with pytest.raises(WrongUse, match="no domain 'zzz'"):
        promoted(quick, domain="zzz")
    quick.elsewhere("door", "The password is hunter2")
    with pytest.raises(SecretFound):
        promoted(quick, "door")


def test_what_a_memory_says_already_is_not_promoted(quick: Quick) -> None:
    memory = quick.world.memory(CENTS)
    with pytest.raises(DuplicateMemory, match=memory):
        promoted(quick)

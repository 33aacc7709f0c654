"""`recall`: a note or a bead whole, what replaced it first, and what changed elsewhere."""

import pytest

from fabric.errors import NoteRefused, WrongUse
from fabric.models.bead import Bead
from fabric.models.words import NOTE_PREFIX
from fabric.ports import JournalQuery
from fabric.services.note_history import changed_elsewhere, last_sightings
from fabric.services.verbs.doctor import examine
from fabric.services.verbs.reject import RejectRequest, reject
from tests.services.quick import Quick
from tests.services.world import World


@pytest.fixture
def quick() -> Quick:
    return Quick(World().begin())


def test_a_note_comes_back_as_it_was_stored(quick: Quick) -> None:
    quick.remember("\n\n## Deploy\nNever on Friday ", key="deploy")
    answer = quick.recall("deploy")
    assert (answer.found, answer.value, answer.remarks) == (
        True,
        "\n\n## Deploy\nNever on Friday ",
        [],
    )


def test_what_is_not_there_is_not_found(quick: Quick) -> None:
    answer = quick.recall("nope")
    assert (answer.found, answer.value, answer.remarks) == (False, "", [])


def test_a_key_that_two_kinds_share_is_asked_for_with_its_kind(quick: Quick) -> None:
    quick.remember("One", key="feedback.tests")
    quick.remember("Two", key="project.tests")
    with pytest.raises(NoteRefused, match=r"feedback\.tests, project\.tests"):
        quick.recall("tests")
    assert quick.recall("project.tests").value == "Two"


def test_a_superseded_memory_says_first_what_replaced_it(quick: Quick) -> None:
    old = quick.world.memory("Escape clears stuck input")
    new = quick.world.successor(old, "Never press Escape: it destroys what was typed")
    quick.world.supersede(old, new)
    answer = quick.recall(old)
    assert answer.remarks == [
        f"{old} is REPLACED by {new}: Never press Escape: it destroys what was typed"
    ]
    assert (answer.state, answer.in_force, answer.superseded_by) == ("superseded", False, [new])
    assert "Escape clears stuck input" in answer.value


def test_a_memory_in_force_has_nothing_to_say_first(quick: Quick) -> None:
    memory = quick.world.memory("Prices are in cents")
    answer = quick.recall(memory[:-1])
    assert (answer.key, answer.state, answer.in_force, answer.remarks) == (
        *(memory, "canonical", True),
        [],
    )


def test_a_draft_and_a_rejected_memory_say_what_they_are(quick: Quick) -> None:
    draft = quick.world.propose("Use tabs")
    assert quick.recall(draft).remarks == [f"{draft} is a DRAFT that binds nobody."]
    reject(quick.world.context, RejectRequest(draft, "Editors do this."))
    assert quick.recall(draft).remarks == [f"{draft} is REJECTED: Editors do this."]


def test_a_memory_that_holds_only_later_says_from_when(quick: Quick) -> None:
    memory = quick.world.memory("Prices are in cents", effective="2026-05-01")
    (remark,) = quick.recall(memory).remarks
    assert remark == f"{memory} is NOT IN FORCE yet: it holds from 2026-05-01."


def test_any_other_bead_is_told_too_and_a_deleted_one_is_not_there(quick: Quick) -> None:
    quick.world.put(Bead("shop-t1", "Add a button", description="At the top."))
    quick.world.put(Bead("shop-t2", "Gone", status="tombstone"))
    assert quick.recall("shop-t1").value == "Add a button\n\nAt the top."
    assert quick.recall("shop-t2").found is False


def test_a_note_comes_before_a_bead_of_the_same_name(quick: Quick) -> None:
    quick.world.put(Bead("shop-t1", "Add a button"))
    quick.remember("A note", key="shop-t1")
    assert quick.recall("shop-t1").value == "A note"


def test_the_history_tells_every_text_and_who_wrote_it(quick: Quick) -> None:
    quick.remember("Alpha one", key="alpha", reason="First.")
    quick.world.clock.forward(hours=1)
    quick.remember("Alpha two", key="alpha")
    quick.forget("alpha")
    answer = quick.recall("alpha", history=True)
    assert answer.found is False
    assert [(each.at, each.did, each.text, each.reason) for each in answer.history or ()] == [
        ("2026-03-02T09:00:00Z", "wrote", "Alpha one", "First."),
        ("2026-03-02T10:00:00Z", "wrote", "Alpha two", ""),
        ("2026-03-02T10:00:00Z", "took away", None, ""),
    ]


def test_the_history_of_a_bead_is_another_verb(quick: Quick) -> None:
    memory = quick.world.memory("Prices are in cents")
    with pytest.raises(WrongUse, match="is no note"):
        quick.recall(memory, history=True)


def test_a_note_that_changed_elsewhere_says_was_and_now_until_the_next_write(quick: Quick) -> None:
    quick.remember("Ours", key="alpha")
    quick.elsewhere("alpha", "Theirs")
    answer = quick.recall("alpha")
    assert (answer.value, answer.was) == ("Theirs", "Ours")
    assert "here it said, since 2026-03-02: Ours" in answer.remarks[0]
    assert [each.text for each in quick.recall("alpha", history=True).history or ()] == ["Ours"]
    quick.remember("Settled", key="alpha")
    assert quick.recall("alpha").was is None


def test_a_note_that_was_taken_away_elsewhere_is_not_lost(quick: Quick) -> None:
    quick.remember("Ours", key="alpha")
    quick.elsewhere("alpha", None)
    answer = quick.recall("alpha")
    assert (answer.found, answer.was, answer.remarks[1:]) == (False, "Ours", ["Ours"])


def test_a_forgotten_note_that_is_there_again_is_told(quick: Quick) -> None:
    quick.remember("Ours", key="alpha")
    quick.forget("alpha")
    quick.elsewhere("alpha", "Back")
    assert "forgotten here on 2026-03-02 and is there again" in quick.recall("alpha").remarks[0]


def test_doctor_says_was_and_now_and_stays_quiet_otherwise(quick: Quick) -> None:
    quick.remember("Ours", key="alpha")
    quick.remember("Untouched", key="beta")
    quick.elsewhere("gamma", "Never seen here")
    assert [each.found for each in examine(quick.world.context) if each.area == "notes"] == []
    quick.elsewhere("alpha", "Theirs")
    (told,) = [each for each in examine(quick.world.context) if each.area == "notes"]
    assert told.found == 'The note alpha changed elsewhere: was "Ours", now "Theirs".'


def test_a_blanked_payload_proves_nothing(quick: Quick) -> None:
    quick.remember("Ours", key="alpha")
    store = quick.world.store
    (entry,) = store.journal(JournalQuery(verb="remember"))
    store._payloads[entry.writer, entry.sequence] = None  # type: ignore[attr-defined]  # as `erase` does
    quick.elsewhere("alpha", "Theirs")
    assert changed_elsewhere(quick.texts, last_sightings(store)) == []
    history = quick.recall("alpha", history=True).history or []
    assert [seen.did for seen in history] == ["erased"]


def test_what_a_payload_says_inside_a_text_is_no_write(quick: Quick) -> None:
    forged = f'{{"key":"{NOTE_PREFIX}beta","operation":"set-config","value":"forged"}}'
    quick.remember(f"See {forged}", key="alpha")
    quick.world.put(
        Bead(
            "shop-t1", "T", metadata={"x": {"key": f"{NOTE_PREFIX}beta", "operation": "set-config"}}
        )
    )
    assert set(last_sightings(quick.world.store)) == {"alpha"}

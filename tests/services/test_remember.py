"""`remember`: what is stored, what is known already, what is refused, and what is said of it."""

from dataclasses import replace
from pathlib import Path

import pytest
from typing_extensions import override

from fabric.errors import Conflict, NoteRefused, StoreReadOnly
from fabric.models.change_set import ChangeSet
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.note_intent import Asked
from fabric.models.words import NOTE_PREFIX
from fabric.ports import JournalQuery
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.services.verbs.remember import RememberRequest, remember
from fabric.services.verbs.retire import RetireRequest, retire
from fabric.store.backends.memory import MemoryStore
from fabric.store.catalog import open_store
from tests.services.quick import Quick, sqlite_world
from tests.services.world import World

DOG = "The dog is never fed from the table"
DOG_KEY = "the-dog-is-never-fed-from-the"


@pytest.fixture(params=["memory", "sqlite"])
def quick(request: pytest.FixtureRequest, tmp_path: Path) -> Quick:
    return Quick(World().begin() if request.param == "memory" else sqlite_world(tmp_path))


def test_a_text_is_stored_as_it_was_typed(quick: Quick) -> None:
    text = "\n\n## Deploy window\nNever on a Friday \u2028 ü 日本 "
    answer = quick.remember(text, key=" deploy-window ")
    assert (answer.action, answer.key, answer.value) == ("remembered", "deploy-window", text)
    assert quick.texts == {"deploy-window": text}


def test_the_journal_says_who_when_from_where_and_why(quick: Quick) -> None:
    quick.remember("Prices are in cents", reason="Rounding bit us.")
    (entry,) = quick.world.store.journal(JournalQuery(verb="remember"))
    assert (entry.actor, entry.actor_kind, entry.door) == ("vera@example.test", "person", "cli")
    assert entry.bead_ids == (f"{NOTE_PREFIX}prices-are-in-cents",)
    assert (entry.reason, entry.at) == ("Rounding bit us.", "2026-03-02T09:00:00Z")


def test_a_given_key_updates_and_the_replaced_text_is_told(quick: Quick) -> None:
    quick.remember("Alpha one", key="alpha")
    answer = quick.remember("Alpha two", key="alpha")
    assert (answer.action, answer.before) == ("updated", "Alpha one")
    assert quick.texts == {"alpha": "Alpha two"}


def test_the_same_words_three_times_are_one_note(quick: Quick) -> None:
    first = quick.remember(DOG)
    writes = quick.world.writes()
    again = [quick.remember(DOG), quick.remember(f"{DOG}. ")]
    assert first.action == "remembered"
    assert [(each.action, each.key) for each in again] == [("known", first.key)] * 2
    assert quick.texts == {first.key: DOG}
    assert quick.world.writes() == writes


def test_a_derived_key_that_holds_another_text_is_refused_with_that_text(quick: Quick) -> None:
    quick.remember("Use the service layer for every single write, always")
    with pytest.raises(NoteRefused, match="every single write, always") as refused:
        quick.remember("Use the service layer for every single write in tests")
    assert "--replace" in refused.value.remedy
    assert "--keep-both" in refused.value.remedy
    assert len(quick.texts) == 1


def test_replace_and_keep_both_settle_a_clash(quick: Quick) -> None:
    key = quick.remember("Use the service layer for every single write, always").key
    both = quick.remember(
        "Use the service layer for every single write (kept)", on_clash="keep-both"
    )
    assert (both.action, both.key) == ("remembered", f"{key}-2")
    new = quick.remember("Use the service layer for every single write (new)", on_clash="replace")
    assert (new.action, new.key) == ("updated", key)
    assert new.before == "Use the service layer for every single write, always"
    assert set(quick.texts) == {key, f"{key}-2"}


@pytest.mark.parametrize("key", ["   ", "a\nb", "x" * 300, "\u200b", "a\x07b"])
def test_what_is_no_key_is_refused_at_once_and_by_every_verb(quick: Quick, key: str) -> None:
    for attempt in (
        lambda: quick.remember("x y", key=key),
        lambda: quick.recall(key),
        lambda: quick.forget(key),
    ):
        with pytest.raises(NoteRefused):
            attempt()
    assert quick.texts == {}


def test_one_trimming_rule_holds_for_every_verb(quick: Quick) -> None:
    quick.remember("x", key=" deploy ")
    assert quick.recall("deploy  ").value == "x"
    assert quick.forget(" deploy").deleted == "true"
    assert quick.texts == {}


def test_an_empty_key_counts_as_none(quick: Quick) -> None:
    with pytest.raises(NoteRefused, match="no note 'x'"):
        quick.remember("x")
    assert quick.texts == {}


def test_a_bare_key_recalls_and_writes_nothing(quick: Quick) -> None:
    quick.remember("Alpha text", key="alpha")
    writes = quick.world.writes()
    answer = quick.remember("alpha")
    assert (answer.action, answer.found, answer.value) == ("recalled", True, "Alpha text")
    assert quick.world.writes() == writes


@pytest.mark.parametrize("text", ["", "   ", "recall", "nokey", "日本語"])
def test_what_bd_refuses_is_refused(quick: Quick, text: str) -> None:
    with pytest.raises(NoteRefused):
        quick.remember(text)
    assert quick.texts == {}


def test_a_kind_is_the_first_part_of_the_key(quick: Quick) -> None:
    assert quick.remember("Use no mocks", kind="feedback").key == "feedback.use-no-mocks"
    assert quick.recall("feedback/use-no-mocks").value == "Use no mocks"
    assert quick.recall("use-no-mocks").key == "feedback.use-no-mocks"


def test_what_a_memory_in_force_says_is_known_with_its_id(quick: Quick) -> None:
    memory = quick.world.memory("Never press Escape: it destroys what the operator typed")
    answer = quick.remember("Never press Escape, it destroys what the operator typed")
    assert (answer.action, answer.key) == ("known", memory)
    assert quick.texts == {}
    assert quick.recall(answer.key).in_force is True


def test_another_domain_makes_no_difference_to_a_note(quick: Quick) -> None:
    quick.world.memory("Prices are in cents")
    assert quick.remember("prices are in “cents”.").action == "known"


def test_keep_both_stores_what_a_memory_says(quick: Quick) -> None:
    quick.world.memory("Prices are in cents")
    assert quick.remember("Prices are in cents", on_clash="keep-both").action == "remembered"


def test_a_draft_that_says_it_does_not_hold_a_note_up_but_is_told(quick: Quick) -> None:
    draft = quick.world.propose("Prices are in cents")
    answer = quick.remember("Prices are in cents")
    assert answer.action == "remembered"
    assert draft in " ".join(answer.remarks)


def test_what_an_ended_memory_said_is_stored_with_a_word_about_its_end(quick: Quick) -> None:
    memory = quick.world.memory("Prices are in euros")
    retire(quick.world.context, RetireRequest(memory, "We count cents."))
    answer = quick.remember("Prices are in euros")
    assert answer.action == "remembered"
    assert answer.remarks == [
        f"{memory} says this too, and is not in force: `fabric show {memory}`."
    ]


def test_what_was_replaced_points_at_what_replaced_it(quick: Quick) -> None:
    old = quick.world.memory("Escape clears stuck input")
    new = quick.world.successor(old, "Never press Escape: it destroys what was typed")
    quick.world.supersede(old, new)
    (remark,) = quick.remember("Escape clears stuck input").remarks
    assert f"replaced by {new}" in remark


def test_a_rejected_value_is_refused_naming_the_rejection(quick: Quick) -> None:
    draft = quick.world.propose("Use tabs everywhere", title="Tabs")
    reject(quick.world.context, RejectRequest(draft, "Editors do this."))
    with pytest.raises(NoteRefused, match=rf"{draft} \(Editors do this"):
        quick.remember("use TABS everywhere!", key="tabs")
    assert quick.texts == {}


def test_a_secret_is_refused_as_the_quick_plane_refuses(quick: Quick) -> None:
    with pytest.raises(NoteRefused, match="Secret Keyword"):
        quick.remember("The password is hunter2", key="door")
    assert quick.texts == {}
    reason = "A demonstration"
    allowed = replace(quick.world.context, allow_secret=reason)
    request = RememberRequest(Asked("The password is hunter2", key="door"))
    assert remember(allowed, request).applied
    payloads = quick.world.store.journal_payloads(JournalQuery(verb="remember")).values()
    assert f'"allow_secret":"{reason}"' in str(payloads)


def test_a_dry_run_shows_the_row_and_writes_nothing(quick: Quick) -> None:
    dry = replace(quick.world.context, dry_run=True)
    outcome = remember(dry, RememberRequest(Asked("Prices are in cents")))
    assert not outcome.applied
    assert outcome.change_set.config_keys == (f"{NOTE_PREFIX}prices-are-in-cents",)
    assert quick.texts == {}


def test_an_export_takes_no_notes_and_keeps_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "issues.jsonl"
    file.write_text('{"id":"mf-9","title":"T","x_unknown":{"keep":1}}\n', encoding="utf-8")
    before = file.read_bytes()
    world = World(open_store(f"jsonl:{file}", writer_id="w"))
    with pytest.raises(StoreReadOnly):
        Quick(world).remember("Prices are in cents")
    assert file.read_bytes() == before


class Crowded(MemoryStore):
    """A store in which somebody else writes a note before each of the first writes of ours."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    @override
    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:
        if self.times and change_set.config_keys:
            self.times -= 1
            self._config[f"{NOTE_PREFIX}alpha"] = f"Alpha, meanwhile {self.times}"
        return super().apply(change_set, draft)


def test_a_note_that_changes_meanwhile_is_decided_on_again() -> None:
    quick = Quick(World(Crowded(2)))
    answer = quick.remember("Alpha two", key="alpha")
    assert (answer.action, answer.before) == ("updated", "Alpha, meanwhile 0")
    assert quick.texts == {"alpha": "Alpha two"}


def test_a_note_that_never_rests_is_a_conflict_and_nothing_is_written() -> None:
    quick = Quick(World(Crowded(1000)))
    with pytest.raises(Conflict):
        quick.remember("Alpha two", key="alpha")
    assert "meanwhile" in quick.texts["alpha"]

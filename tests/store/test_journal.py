"""The journal: one unbroken chain a writer, in the same transaction as the change."""

from contextlib import ExitStack

import pytest

from fabric.errors import ChangeRefused, NotFound, VersionsMoved
from fabric.models.change_set import AddLabel, ChangeSet, InsertBead, SetConfig
from fabric.models.journal import JournalDraft, seal, verify_chain
from fabric.ports import JournalQuery, Store
from fabric.store.catalog import open_store
from tests.store.beads import NOW, WRITER, bead, draft
from tests.store.conftest import Open
from tests.store.under_test import Backend


def faults(store: Store) -> list[str]:
    """Return what is wrong with the chains of a store."""
    entries, payloads = store.journal(JournalQuery()), store.journal_payloads(JournalQuery())
    return [fault.problem for fault in verify_chain(entries, payloads)]


def label(store: Store, text: str, told: JournalDraft) -> None:
    store.apply(ChangeSet((AddLabel("a-1", text),)), told)


def test_an_entry_says_what_the_draft_said_and_follows_the_one_before(writable: Open) -> None:
    store = writable(bead("a-1"))
    (first,) = store.journal(JournalQuery())
    told = draft("start", "b-2", "a-1", payload={"text": "ü\u2028 <b>", "n": [1, None]})
    entry = store.apply(ChangeSet((AddLabel("a-1", "x"),)), told)
    expected, payload = seal(told, WRITER, first)
    assert entry == expected
    assert store.journal(JournalQuery()) == [first, expected]
    assert store.journal_payload(WRITER, expected.sequence) == payload
    assert faults(store) == []


def test_a_change_set_that_changes_nothing_is_recorded_too(writable: Open) -> None:
    store = writable(bead("a-1"))
    label(store, "x", draft())
    label(store, "x", draft())
    assert len(store.journal(JournalQuery())) == 3
    assert faults(store) == []


def test_entries_come_by_time_and_can_be_asked_for_by_bead_and_verb(writable: Open) -> None:
    store = writable(bead("a-1"))
    label(store, "x", draft("start", "a-1", at="2026-04-01T12:00:00Z"))
    label(store, "y", draft("close", "a-1", "b-1", at="2026-03-31T12:00:00Z"))
    label(store, "z", draft("start", "b-1", "a-10", at="2026-04-02T12:00:00Z"))
    told = [
        (entry.verb, entry.sequence)
        for query in (
            JournalQuery(bead_id="a-1"),
            JournalQuery(verb="start"),
            JournalQuery("b-1", "start"),
            JournalQuery(bead_ids=("a-1", "none")),
            JournalQuery(bead_ids=("a-1", "b-1"), verbs=("start", "none")),
            JournalQuery(verbs=("none", "import")),
            JournalQuery("a"),
        )
        for entry in store.journal(query)
    ]
    assert told == [
        *(("close", 3), ("start", 2)),
        *(("start", 2), ("start", 4)),
        ("start", 4),
        *(("close", 3), ("start", 2)),
        *(("start", 2), ("start", 4)),
        ("import", 1),
    ]
    payloads = store.journal_payloads(JournalQuery(bead_id="a-1"))
    assert sorted(payloads) == [(WRITER, 2), (WRITER, 3)]
    assert store.journal_payloads(JournalQuery(verb="none")) == {}


def test_entries_can_be_asked_for_by_how_a_name_in_them_begins(writable: Open) -> None:
    store = writable(bead("a-1"))
    label(store, "x", draft("remember", "kv.memory.b"))
    label(store, "y", draft("remember", "kv.memory.a", "kv.memory.b"))
    label(store, "z", draft("start", "kv.memory", "a-1"))
    label(store, "y", draft("forget", "kv.memory.a"))
    notes = JournalQuery(bead_prefix="kv.memory.")
    assert [entry.sequence for entry in store.journal(notes)] == [2, 3, 5]
    assert sorted(store.journal_payloads(notes)) == [(WRITER, 2), (WRITER, 3), (WRITER, 5)]
    only = JournalQuery(verb="remember", bead_prefix="kv.memory.a")
    assert [entry.sequence for entry in store.journal(only)] == [3]
    assert store.journal(JournalQuery(bead_id="a-1", bead_prefix="kv.memory.")) == []


def test_what_was_refused_leaves_no_entry(writable: Open) -> None:
    store = writable(bead("a-1"))
    before = store.journal(JournalQuery())
    with pytest.raises(ChangeRefused):
        store.apply(ChangeSet((InsertBead(bead("a-1")),)), draft())
    with pytest.raises(VersionsMoved):
        store.apply(ChangeSet((SetConfig("k", "v"),), relies_on={"a-1": "sha256:0"}), draft())
    assert store.journal(JournalQuery()) == before
    assert faults(store) == []


def test_a_missing_entry_has_no_payload(writable: Open) -> None:
    store = writable()
    for writer, sequence in ((WRITER, 7), ("nobody", 1)):
        with pytest.raises(NotFound):
            store.journal_payload(writer, sequence)


def test_blanking_takes_the_words_of_one_bead_and_leaves_the_chain_whole(writable: Open) -> None:
    store = writable(bead("a-1"), bead("b-1"))
    secret: dict[str, object] = {"text": "correct horse battery staple"}
    label(store, "x", draft("propose", "a-1", payload=secret))
    label(store, "y", draft("propose", "a-1", "b-1", payload=secret))
    label(store, "z", draft("propose", "b-1", payload={"text": "stays"}))
    count = store.blank_payloads("a-1", draft("erase", "a-1", payload={"erased": "a-1"}))
    assert count == 2
    payloads = store.journal_payloads(JournalQuery())
    assert [payloads[WRITER, number] for number in (2, 3)] == [None, None]
    assert store.journal_payload(WRITER, 2) is None
    assert payloads[WRITER, 4] == '{"text":"stays"}'
    assert [entry.verb for entry in store.journal(JournalQuery())][-1] == "erase"
    assert faults(store) == []


def test_blanking_what_no_entry_names_is_recorded_and_blanks_nothing(writable: Open) -> None:
    store = writable(bead("a-1"))
    label(store, "x", draft("start", "a-1"))
    assert store.blank_payloads("a-", draft("erase")) == 0
    assert None not in store.journal_payloads(JournalQuery()).values()


def test_each_writer_has_a_chain_of_its_own(
    holding: Open, backend: Backend, closing: ExitStack
) -> None:
    if backend.again is None or not backend.is_writable:
        pytest.skip(f"{backend.name} has one writer")
    store = holding(bead("a-1"))
    other = open_store(store.url, writer_id=lambda: "desk-2")
    closing.callback(other.close)
    label(other, "x", draft(at="2026-04-01T12:00:00Z"))
    label(store, "y", draft(at="2026-04-01T12:00:00Z"))
    label(other, "z", draft(at="2026-04-01T12:00:00Z"))
    told = [(entry.writer, entry.sequence) for entry in store.journal(JournalQuery(verb="start"))]
    assert told == [(WRITER, 2), ("desk-2", 1), ("desk-2", 2)]
    assert faults(store) == []


def test_a_changed_payload_is_seen(writable: Open) -> None:
    store = writable(bead("a-1"))
    payloads = dict.fromkeys(store.journal_payloads(JournalQuery()), "{}x")
    (fault,) = verify_chain(store.journal(JournalQuery()), payloads)
    assert "payload was changed" in fault.problem


def test_a_store_without_a_journal_says_so(holding: Open, backend: Backend) -> None:
    store = holding(bead("a-1"))
    assert store.has_journal is backend.is_writable
    if not store.has_journal:
        assert store.journal(JournalQuery()) == []
        assert store.journal_payloads(JournalQuery()) == {}
        with pytest.raises(NotFound):
            store.journal_payload(WRITER, 1)


def test_times_of_entries_are_kept_as_they_were_given(writable: Open) -> None:
    store = writable(bead("a-1"))
    assert [entry.at for entry in store.journal(JournalQuery())] == [NOW]


def test_its_index_says_which_beads_each_entry_names(writable: Open) -> None:
    store = writable(bead("a-1"))
    label(store, "x", draft("start", "b-2", "a-1"))
    entries = store.journal(JournalQuery())
    named = {(each, e.writer, e.sequence) for e in entries for each in e.bead_ids}
    assert set(store.journal_names()) == named
    assert {"a-1", "b-2"} <= {each for each, _, _ in named}

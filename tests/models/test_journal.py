"""The journal's hash chains: what was written holds, and what was changed is found."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.models.actor import Actor
from fabric.models.journal import (
    GENESIS,
    ChainEnd,
    ChainFault,
    JournalDraft,
    JournalEntry,
    entry_hash,
    seal,
    verify_chain,
)

Payloads = dict[tuple[str, int], str | None]


def draft(verb: str = "ratify", payload: dict[str, object] | None = None) -> JournalDraft:
    return JournalDraft(
        at="2026-03-02T09:00:00Z",
        actor=Actor(name="ada", kind="person"),
        door="cli",
        verb=verb,
        bead_ids=("b-2", "b-1", "b-2"),
        reason="because",
        payload={"text": "Rule: é"} if payload is None else payload,
    )


def chain(writer: str = "w", length: int = 4) -> tuple[list[JournalEntry], Payloads]:
    entries: list[JournalEntry] = []
    payloads: Payloads = {}
    for number in range(length):
        entry, payload = seal(draft(f"verb-{number}"), writer, entries[-1] if entries else None)
        entries.append(entry)
        payloads[entry.writer, entry.sequence] = payload
    return entries, payloads


def problems(faults: Sequence[ChainFault]) -> list[tuple[int, str]]:
    return [(fault.sequence, fault.problem) for fault in faults]


def test_a_chain_as_written_holds() -> None:
    entries, payloads = chain()
    assert verify_chain(entries, payloads) == []
    assert verify_chain([], {}) == []
    assert [entry.sequence for entry in entries] == [1, 2, 3, 4]
    assert entries[0].previous_hash == GENESIS
    assert entries[1].previous_hash == entries[0].hash


def test_an_entry_says_what_its_draft_says() -> None:
    (entry, *_), payloads = chain()
    assert (entry.actor, entry.actor_kind, entry.door, entry.verb) == (
        "ada",
        "person",
        "cli",
        "verb-0",
    )
    assert entry.bead_ids == ("b-1", "b-2")
    assert payloads["w", 1] == '{"text":"Rule: é"}'


def test_the_hash_of_an_entry_is_frozen() -> None:
    entry, payload = seal(draft(payload={"b": 1, "a": None}), "w", None)
    body = {
        "writer": "w",
        "sequence": 1,
        "previous_hash": "sha256:" + "0" * 64,
        "at": "2026-03-02T09:00:00Z",
        "actor": "ada",
        "actor_kind": "person",
        "door": "cli",
        "verb": "ratify",
        "bead_ids": ["b-1", "b-2"],
        "reason": "because",
        "payload_hash": "sha256:" + hashlib.sha256(payload.encode()).hexdigest(),
    }
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert payload == '{"a":null,"b":1}'
    assert entry.hash == "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    assert entry.hash == "sha256:231445ad654f2ecfe0686496cc395ffda8549b7b42e85ccece50aaa94ce3bd64"


def test_a_chain_goes_on_from_its_end_without_the_last_entry_at_hand() -> None:
    entries, payloads = chain()
    end = ChainEnd(entries[-1].sequence, entries[-1].hash)
    entry, payload = seal(draft(), "w", end)
    assert (entry, payload) == seal(draft(), "w", entries[-1])
    assert verify_chain([*entries, entry], payloads | {("w", 5): payload}) == []


OTHER = {
    "previous_hash": "sha256:" + "1" * 64,
    "bead_ids": ("b-3",),
    "payload_hash": "sha256:" + "2" * 64,
    "hash": "sha256:" + "3" * 64,
}


@pytest.mark.parametrize("place", [0, 1, 3], ids=["first", "middle", "last"])
@pytest.mark.parametrize("field", [each.name for each in fields(JournalEntry)])
def test_a_change_of_any_field_of_an_entry_is_found(field: str, place: int) -> None:
    entries, payloads = chain()
    value = OTHER.get(field, 9 if field == "sequence" else "other")
    entries[place] = replace(entries[place], **{field: value})  # type: ignore[arg-type]
    assert verify_chain(entries, payloads)


@pytest.mark.parametrize("place", [0, 1, 2], ids=["first", "second", "third"])
def test_a_change_that_is_hashed_anew_breaks_the_link_behind_it(place: int) -> None:
    entries, payloads = chain()
    forged = replace(entries[place], reason="another")
    entries[place] = replace(forged, hash=entry_hash(forged))
    assert problems(verify_chain(entries, payloads)) == [
        (place + 2, "it does not follow the entry before it")
    ]


@pytest.mark.parametrize("place", [0, 1, 2], ids=["first", "second", "third"])
def test_a_missing_entry_is_found_on_the_one_behind_it(place: int) -> None:
    entries, payloads = chain()
    del entries[place]
    assert problems(verify_chain(entries, payloads)) == [
        (place + 2, "an entry before this one is missing"),
        (place + 2, "it does not follow the entry before it"),
    ]


def test_an_entry_that_is_there_twice_is_found() -> None:
    entries, payloads = chain()
    found = problems(verify_chain([*entries, entries[1]], payloads))
    assert (2, "its number is there twice, or is none") in found


def test_a_blanked_payload_is_fine_only_where_an_erasure_names_its_bead() -> None:
    entries, payloads = chain()
    blanked = payloads | {("w", 2): None}
    assert problems(verify_chain(entries, blanked)) == [
        (2, "its payload was blanked, and no erasure names it")
    ]
    erasure, payload = seal(draft("erase"), "w", entries[-1])
    assert verify_chain([*entries, erasure], blanked | {("w", 5): payload}) == []


def test_a_changed_payload_is_found() -> None:
    entries, payloads = chain()
    assert problems(verify_chain(entries, payloads | {("w", 2): "{}"})) == [
        (2, "its payload was changed after it was written")
    ]
    del payloads["w", 2]
    assert problems(verify_chain(entries, payloads)) == [(2, "its payload is missing")]


def test_the_chains_of_several_writers_are_apart_and_may_come_in_any_order() -> None:
    ours, our_payloads = chain("a")
    theirs, their_payloads = chain("b", length=2)
    both = [*reversed(theirs), *reversed(ours)]
    assert verify_chain(both, our_payloads | their_payloads) == []
    moved = [replace(entry, writer="b") for entry in ours]
    assert verify_chain([*moved, *theirs], our_payloads | their_payloads)


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers()), max_size=5))
def test_chains_of_any_payloads_hold(payloads: list[dict[str, object]]) -> None:
    entries: list[JournalEntry] = []
    texts: Payloads = {}
    for payload in payloads:
        entry, text = seal(draft(payload=payload), "w", entries[-1] if entries else None)
        entries.append(entry)
        texts["w", entry.sequence] = text
        assert json.loads(text) == payload
    assert verify_chain(entries, texts) == []

"""An end of a chain that was seen and is gone is told; what only grew is not."""

import pytest

from fabric.models.actor import Actor
from fabric.models.journal import JournalDraft, JournalEntry, seal
from fabric.models.sighting import Sighting, ends_of, lost_ends, sighting_of

ADA = Actor(name="ada", kind="person")


def chain(writer: str, *verbs: str) -> list[JournalEntry]:
    entries: list[JournalEntry] = []
    for verb in verbs:
        draft = JournalDraft("2026-03-02T09:00:00Z", ADA, "cli", verb, ("a-1",))
        entry, _ = seal(draft, writer, entries[-1] if entries else None)
        entries.append(entry)
    return entries


THREE = chain("w-1", "propose", "ratify", "start")
OTHER = chain("w-2", "propose")
SEEN = [sighting_of(each) for each in THREE]


def test_the_ends_are_the_last_entries_of_each_writer() -> None:
    assert ends_of([*reversed(THREE), *OTHER]) == (sighting_of(THREE[2]), sighting_of(OTHER[0]))
    assert ends_of([]) == ()


@pytest.mark.parametrize(
    ("there", "said"),
    [
        pytest.param([], "w-1: all its entries are gone; 3 were seen here", id="all of it is gone"),
        pytest.param(
            THREE[:2], "w-1: it ends at 2; entry 3 was seen here", id="the last entry was cut off"
        ),
        pytest.param(
            THREE[:1], "w-1: it ends at 1; entry 3 was seen here", id="the last two were cut off"
        ),
        pytest.param(
            chain("w-1", "propose", "reject", "start", "start"),
            "w-1/2: another entry stands where one was seen here",
            id="it was cut and went on",
        ),
        pytest.param(
            chain("w-2", "propose", "ratify", "start"),
            "w-1: all its entries are gone; 3 were seen here",
            id="only another writer is there",
        ),
    ],
)
def test_what_was_seen_and_is_gone_is_told(there: list[JournalEntry], said: str) -> None:
    assert list(lost_ends(SEEN, there)) == [said]


@pytest.mark.parametrize(
    "there",
    [
        pytest.param(THREE, id="the same"),
        pytest.param(chain("w-1", "propose", "ratify", "start", "close"), id="one more"),
        pytest.param([*OTHER, *THREE], id="another writer beside it"),
    ],
)
def test_a_chain_that_holds_what_was_seen_is_passed_over(there: list[JournalEntry]) -> None:
    assert list(lost_ends(SEEN, there)) == []
    assert list(lost_ends([], there)) == []


def test_each_writer_is_told_once() -> None:
    seen = [*SEEN, Sighting("w-0", 1, "sha256:1")]
    assert [each.partition(":")[0] for each in lost_ends(seen, [])] == ["w-0", "w-1"]

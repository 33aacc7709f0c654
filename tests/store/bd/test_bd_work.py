"""The acts of memories and work on a bd workspace; the live tier asks the same of the real bd."""

import json

import pytest

from fabric.errors import ChangeRefused, VersionsMoved
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    AppendNote,
    ChangeSet,
    CloseBead,
    RemoveDependency,
    RemoveLabel,
    SetFields,
    SetMetadata,
    SetStatus,
)
from fabric.models.journal import verify_chain
from fabric.models.version import ABSENT, bead_version
from fabric.ports import JournalQuery, Store
from tests.store.bd.acts import AROUND, ME, apply, picture, start, started
from tests.store.bd.benches import Bench, Killed, Mortal
from tests.store.beads import bead, draft, edge, memory


def test_a_start_is_written_whole(bench: Bench) -> None:
    bench.hold(bead("w-1", labels=("memory-arch",)), memory("m-1", "memory-arch", "mem-hard"))
    store = bench.open()
    entry = store.apply(start(store), draft("start", "w-1"))
    assert started(store)
    assert started(bench.open())
    assert store.journal(JournalQuery()) == [entry]
    assert store.apply(ChangeSet(), draft("start")) is not None


def test_who_loses_the_race_for_an_item_writes_nothing(bench: Bench) -> None:
    bench.hold(bead("w-1"), memory("m-1"))
    store = bench.open()
    late = start(store)
    bench.run("update", "--claim", "--", "w-1")
    before = picture(bench.open())
    with pytest.raises(VersionsMoved) as caught:
        store.apply(late, draft("start", "w-1"))
    assert caught.value.moved == ("w-1",)
    assert picture(bench.open()) == before


def test_a_pinned_draft_is_ratified_and_keeps_its_pin(bench: Bench) -> None:
    bench.hold(bead("m-1", pinned=True, labels=("draft", "memory"), issue_type="decision"))
    store = bench.open()
    apply(
        store,
        SetMetadata("m-1", "fabric", {"digest": "sha256:00"}),
        RemoveLabel("m-1", "draft"),
        AddLabel("m-1", "mem-canonical"),
        CloseBead("m-1", 'Ratified: "so", and\\so', pinned=True),
    )
    found = store.bead("m-1")
    assert found is not None
    assert (found.status, found.pinned, found.labels) == (
        "closed",
        True,
        ("mem-canonical", "memory"),
    )
    assert found.close_reason == 'Ratified: "so", and\\so'


@pytest.mark.parametrize("pinned", [True, False], ids=["kept pinned", "unpinned"])
def test_a_pinned_bead_is_closed_for_a_reason_of_several_lines(pinned: bool, bench: Bench) -> None:
    bench.hold(bead("w-9", pinned=True))
    store = bench.open()
    apply(store, CloseBead("w-9", "one\ntwo é", pinned=pinned))
    found = store.bead("w-9")
    assert found is not None
    assert (found.status, found.close_reason, found.pinned) == ("closed", "one\ntwo é", pinned)


def test_a_contract_is_closed_with_its_clauses_and_loses_its_pin(bench: Bench) -> None:
    bench.hold(bead("w-9", pinned=True), bead("w-1", dependencies=(edge("w-1", "w-9", "blocks"),)))
    store = bench.open()
    apply(store, SetMetadata("w-9", "fabric_contract", {"v": 1}), CloseBead("w-9", "done"))
    apply(store, CloseBead("w-1", "done"))
    states = [(b.status, b.pinned, b.metadata) for b in store.all_beads()]
    assert states == [("closed", False, {}), ("closed", False, {"fabric_contract": {"v": 1}})]


def test_a_contract_and_its_work_may_be_closed_at_once(bench: Bench) -> None:
    bench.hold(bead("w-9", pinned=True), bead("w-1", dependencies=(edge("w-1", "w-9", "blocks"),)))
    store = bench.open()
    apply(store, CloseBead("w-9", "done"), CloseBead("w-1", "done"))
    assert [each.status for each in store.all_beads()] == ["closed", "closed"]


def test_work_over_an_open_blocker_is_not_closed_and_bd_says_why(bench: Bench) -> None:
    bench.hold(bead("w-9", pinned=True), bead("w-1", dependencies=(edge("w-1", "w-9", "blocks"),)))
    store = bench.open()
    before = picture(store)
    with pytest.raises(ChangeRefused, match=r"cannot close blocked.*nothing was written") as caught:
        apply(store, CloseBead("w-1", "done"))
    assert caught.value.remedy
    assert picture(store) == before


def test_one_memory_succeeds_another_in_place_of_their_relation(bench: Bench) -> None:
    old = memory("m-1", dependencies=(edge("m-1", "m-2"), edge("m-1", "anchor")))
    bench.hold(old, memory("m-2", dependencies=(edge("m-2", "m-1"),)), bead("anchor"))
    store = bench.open()
    apply(
        store,
        RemoveLabel("m-1", "memory"),
        AddLabel("m-1", "mem-superseded"),
        SetMetadata("m-1", "superseded_by", "m-2"),
        AppendNote("m-1", "Superseded by m-2"),
        RemoveDependency("m-1", "m-2", "relates-to"),
        RemoveDependency("m-2", "m-1", "relates-to"),
        RemoveDependency("m-1", "anchor", "relates-to"),
        AddDependency(edge("m-1", "m-2", "supersedes", created_at="", created_by="")),
        AddDependency(edge("m-2", "anchor", created_at="", created_by="")),
    )
    one, two = store.bead("m-1"), store.bead("m-2")
    assert one is not None
    assert two is not None
    assert [(e.depends_on_id, e.type) for e in one.dependencies] == [("m-2", "supersedes")]
    assert [(e.depends_on_id, e.type) for e in two.dependencies] == [("anchor", "relates-to")]
    assert (one.labels, one.pinned, one.notes) == (("mem-superseded",), True, "Superseded by m-2")


def test_a_note_that_moved_meanwhile_stops_the_change(bench: Bench) -> None:
    bench.hold(bead("a-1"), notes={"a": "one"})
    store = bench.open()
    relied = {"kv.memory.a": "old", "kv.memory.none": None}
    with pytest.raises(VersionsMoved) as caught:
        store.apply(ChangeSet((AddLabel("a-1", "x"),), config_relies_on=relied), draft())
    assert caught.value.moved == ("kv.memory.a",)


def test_an_item_that_another_holds_can_be_taken_by_force(bench: Bench) -> None:
    bench.hold(bead("w-1", status="in_progress", assignee="vera"))
    store = bench.open()
    apply(store, SetStatus("w-1", "in_progress", ME))
    found = store.bead("w-1")
    assert found is not None
    assert found.assignee == ME


@pytest.mark.parametrize(
    "meanwhile",
    [
        ("update", "--title=Other", "--", "a-1"),
        ("update", "--add-label=y", "--", "a-1"),
        ("close", "--", "a-1"),
    ],
    ids=lambda words: words[1].partition("=")[0].strip("-"),
)
def test_a_bead_that_moved_meanwhile_stops_the_change(
    meanwhile: tuple[str, ...], bench: Bench
) -> None:
    bench.hold(*AROUND)
    store = bench.open()
    version = bead_version(store.bead("a-1"))
    bench.run(*meanwhile)
    before = picture(bench.open())
    relied = {"a-1": version, "c-1": ABSENT, "a-0": bead_version(store.bead("a-0"))}
    with pytest.raises(VersionsMoved) as caught:
        store.apply(ChangeSet((AddLabel("c-1", "y"),), relied), draft())
    assert caught.value.moved == ("a-1", "c-1")
    assert picture(bench.open()) == before


def test_each_writer_has_a_chain_of_its_own_and_both_hold(bench: Bench) -> None:
    bench.hold(bead("a-1"))
    one, other = bench.open(), bench.open("desk-2")
    for store, label in ((one, "x"), (other, "y"), (one, "z")):
        apply(store, AddLabel("a-1", label))
    entries = bench.open().journal(JournalQuery(bead_id="a-1"))
    assert [(each.writer, each.sequence) for each in entries] == [
        ("desk-1", 1),
        ("desk-1", 2),
        ("desk-2", 1),
    ]
    assert verify_chain(entries, one.journal_payloads(JournalQuery())) == []
    assert one.bead("a-1") == other.bead("a-1")


KILLED = [
    pytest.param(1, False, id="before the claim"),
    pytest.param(1, True, id="after the claim"),
    pytest.param(2, False, id="before the import"),
    pytest.param(2, True, id="after the import, so that nothing is left to do"),
]


@pytest.mark.parametrize(("at", "late"), KILLED)
def test_a_start_that_is_killed_is_completed_by_the_next_run_and_recorded_once(
    at: int, late: bool, bench: Bench
) -> None:
    bench.hold(bead("w-1"), memory("m-1"))
    dying = bench.open(around=lambda launch: Mortal(launch, at, late))
    with pytest.raises(Killed):
        dying.apply(start(dying), draft("start", "w-1"))
    store = bench.open()
    store.finish()
    if left := start(store).operations:
        assert (at, late) == (1, False)  # nothing had begun: there was nothing to go on with
        store.apply(ChangeSet(left), draft("start", "w-1", at="2026-04-01T12:00:01Z"))
    assert started(bench.open())
    told = store.journal(JournalQuery(bead_id="w-1"))
    assert [entry.verb for entry in told] == ["start"]
    assert verify_chain(told, store.journal_payloads(JournalQuery())) == []


@pytest.mark.parametrize("late", [False, True], ids=["undone", "done"])
def test_a_close_that_is_killed_is_told_by_the_next_writer(late: bool, bench: Bench) -> None:
    bench.hold(bead("w-1"), bead("w-2"))
    dying = bench.open(around=lambda launch: Mortal(launch, 1, late))
    payload: dict[str, object] = {"operations": ["close"]}
    with pytest.raises(Killed):
        dying.apply(ChangeSet((CloseBead("w-1", "done"),)), draft("close", "w-1", payload=payload))
    assert bench.open().journal(JournalQuery()) == []  # reading writes nothing
    store = bench.open()
    apply(store, AddLabel("w-2", "x"), verb="label")
    assert [e.verb for e in store.journal(JournalQuery())] == ["close"] * late + ["label"]
    assert [entry.verb for entry in bench.open().journal(JournalQuery(bead_id="w-1"))] == [
        "close"
    ] * late


EDIT = (SetFields("w-1", {"title": "New"}), AddLabel("w-2", "x"), AddComment("w-2", "a", "b"))


def killed_in_an_edit(bench: Bench) -> None:
    """Two beads of which the first has its new title, and nothing more."""
    bench.hold(bead("w-1"), bead("w-2"))
    dying = bench.open(around=lambda launch: Mortal(launch, 2, late=False))
    with pytest.raises(Killed):
        dying.apply(ChangeSet(EDIT), draft("edit", "w-1", "w-2", payload={"operations": [1]}))


def edited(store: Store) -> list[tuple[str, tuple[str, ...], list[str]]]:
    return [(b.title, b.labels, [c.text for c in b.comments]) for b in store.all_beads()]


def test_the_rest_is_written_beside_what_others_wrote_meanwhile(bench: Bench) -> None:
    killed_in_an_edit(bench)
    bench.run("update", "--add-label=y", "--", "w-2")
    bench.run("comment", "w-2", "seen")
    store = bench.open()
    apply(store, AddLabel("w-1", "z"), verb="label")
    one, (title, labels, comments) = edited(store)
    assert one == ("New", ("z",), [])
    assert (title, labels, sorted(comments)) == ("Title of w-2", ("x", "y"), ["b", "seen"])
    assert [entry.verb for entry in store.journal(JournalQuery())] == ["edit", "label"]


def test_a_part_of_which_others_made_something_else_stays_and_is_told_with_what_is_missing(
    bench: Bench,
) -> None:
    killed_in_an_edit(bench)
    bench.run("update", "--title=Theirs", "--", "w-1")
    store = bench.open()
    store.finish()
    store.finish()
    assert edited(store) == [("Theirs", (), []), ("Title of w-2", (), [])]
    (entry,) = store.journal(JournalQuery())
    assert (entry.verb, entry.bead_ids) == ("interrupted", ("w-1", "w-2"))
    assert entry.reason == "edit was interrupted; a part of it was written"
    payload = store.journal_payload(entry.writer, entry.sequence)
    assert json.loads(payload or "") == {
        "missing": [
            *("w-2: it lacks the label x", "w-2: it lacks a comment", "w-1: its title is another"),
        ],
        "operations": [1],
        "verb": "edit",
    }


def test_what_had_not_begun_is_left_to_who_meant_it_whatever_others_wrote(bench: Bench) -> None:
    bench.hold(bead("w-1"), bead("w-2"))
    dying = bench.open(around=lambda launch: Mortal(launch, 1, late=False))
    with pytest.raises(Killed):
        dying.apply(ChangeSet(EDIT), draft("edit", "w-1", "w-2"))
    bench.run("update", "--add-label=y", "--", "w-2")
    store = bench.open()
    store.finish()
    assert edited(store) == [("Title of w-1", (), []), ("Title of w-2", ("y",), [])]
    assert store.journal(JournalQuery()) == []

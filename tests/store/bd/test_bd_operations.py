"""Reads and operations on a bd workspace; the live tier asks the same of the real bd."""

from dataclasses import replace

import pytest

from fabric.errors import ChangeRefused
from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    AppendNote,
    CloseBead,
    InsertBead,
    Operation,
    RemoveConfig,
    RemoveLabel,
    ReopenBead,
    ReplaceBead,
    SetConfig,
    SetFields,
    SetMetadata,
)
from fabric.models.version import bead_version
from fabric.ports import BeadQuery
from fabric.store.matching import matches
from tests.store.bd.acts import AROUND, apply, picture, timeless
from tests.store.bd.benches import Bench
from tests.store.beads import NOW, OLD, RICH, bead, edge
from tests.store.test_applying import CHANGES, CLOSED, REFUSED
from tests.store.test_reading import GRAPH, QUERIES


def test_a_query_gives_what_it_asks_for_sorted_by_id(bench: Bench) -> None:
    there = [replace(each, closed_at=each.closed_at and f"{each.closed_at[:10]}T23:30:00Z")
             for each in GRAPH if each.status != "tombstone"]  # fmt: skip
    bench.hold(*reversed(there))
    store = bench.open()
    for parameters in QUERIES:
        query = parameters.values[0]
        assert isinstance(query, BeadQuery)
        found = store.find(query)
        assert [each.id for each in found] == [e.id for e in sorted(there, key=lambda b: b.id) if matches(e, query)]  # fmt: skip
        assert not any(each.comments for each in found)
    assert store.ids_with_prefix("w-3", 5) == ["w-3"]
    assert store.ids_with_prefix("w-", 2) == ["w-1", "w-2"]


def test_a_rich_bead_comes_whole_from_every_read(bench: Bench) -> None:
    rich = replace(RICH, dependencies=RICH.dependencies[:2])
    bench.hold(rich, bead("a-2"), bead("a-3"))
    store = bench.open()
    whole = [store.bead("a-1"), store.beads(("a-1", "none"))["a-1"], next(iter(store.all_beads()))]
    assert [timeless(one) for one in whole] == [timeless(rich)] * 3
    (found,) = store.find(BeadQuery(labels_all=("domain:x",), with_comments=True))
    assert sorted(each.text for each in found.comments) == ["First", "Second"]
    assert bead_version(found) == bead_version(store.find(BeadQuery(labels_all=("domain:x",)))[0])


@pytest.mark.parametrize(("operation", "expected"), CHANGES)
def test_each_operation_does_what_it_says_and_again_changes_nothing_more(
    operation: Operation, expected: Bead, bench: Bench
) -> None:
    if isinstance(operation, SetFields):  # the pin of a bead that is there is out of bd's reach
        expected = replace(expected, pinned=False)
    if isinstance(operation, CloseBead):
        expected = replace(expected, pinned=False)
    if isinstance(operation, ReplaceBead):
        expected = replace(expected, owner="", pinned=False, is_template=False)
        operation = ReplaceBead(replace(expected, created_at=OLD, created_by="Ada"))
    bench.hold(*AROUND)
    store = bench.open()
    apply(store, operation)
    found = store.bead(expected.id)
    assert timeless(found) == timeless(expected)
    if not isinstance(operation, AddComment | AppendNote):
        apply(store, operation)
        assert store.bead(expected.id) == found


def test_a_new_bead_comes_with_all_that_it_has(bench: Bench) -> None:
    bench.hold(bead("a-2"), bead("a-3"))
    store = bench.open()
    rich = replace(RICH, dependencies=RICH.dependencies[:2], status="closed", close_reason="so")
    apply(store, InsertBead(rich))
    assert timeless(store.bead("a-1")) == timeless(rich)


IMPOSSIBLE = [
    pytest.param(AddDependency(edge("a-1", "a-99")), "a-99", id="an edge to nowhere"),
    pytest.param(
        InsertBead(bead("n-2", dependencies=(edge("n-2", "a-1"), edge("n-2", "a-1", "blocks")))),
        "one dependency a pair",
        id="two edges on a pair",
    ),
    pytest.param(SetFields("a-1", {"owner": "bob"}), "owner", id="another owner"),
    pytest.param(SetConfig("issue_prefix", "other"), "prefix", id="another prefix"),
    pytest.param(SetConfig("kv.memory.x", ""), "note", id="an empty note"),
    pytest.param(ReplaceBead(bead("a-1", status="tombstone")), "deleted", id="a deletion"),
]


@pytest.mark.parametrize(("refused", "why"), IMPOSSIBLE)
def test_what_bd_cannot_do_is_refused_before_anything_is_written(
    refused: Operation, why: str, bench: Bench
) -> None:
    bench.hold(*AROUND)
    store = bench.open()
    before = picture(store)
    with pytest.raises(ChangeRefused, match=why) as caught:
        apply(store, AddLabel("c-1", "x"), InsertBead(bead("n-1")), refused)
    assert caught.value.remedy
    assert picture(store) == before


@pytest.mark.parametrize("refused", [pytest.param(p.values[0], id=p.id) for p in REFUSED])
def test_what_makes_no_sense_is_refused_before_anything_is_written(
    refused: Operation, bench: Bench
) -> None:
    bench.hold(*AROUND)
    store = bench.open()
    before = picture(store)
    with pytest.raises(ChangeRefused):
        apply(store, AddLabel("c-1", "x"), InsertBead(bead("n-1")), refused)
    assert picture(store) == before


def test_edges_to_other_projects_are_kept_although_nobody_is_there(bench: Bench) -> None:
    bench.hold(*AROUND)
    store = bench.open()
    away = [edge("a-1", each, created_at="", created_by="") for each in ("shop-9", "external:x:y")]
    apply(store, *(AddDependency(each) for each in away))
    found = store.bead("a-1")
    assert found is not None
    assert sorted(found.targets("relates-to")) == ["a-2", "external:x:y", "shop-9"]


def test_notes_and_other_rows_are_set_replaced_and_taken_away(bench: Bench) -> None:
    bench.hold(notes={"a.b/c": "one", "data": "two"})
    store = bench.open()
    apply(
        store,
        SetConfig("kv.memory.a.b/c", "three\nlines é"),
        RemoveConfig("kv.memory.data"),
        RemoveConfig("kv.memory.none"),
        SetConfig("kv.memory.-x", "-y"),
        SetConfig("kv.flag", "-on"),
        SetConfig("custom.key", "v"),
    )
    notes = {"kv.memory.-x": "-y", "kv.memory.a.b/c": "three\nlines é"}
    assert store.config("kv.memory.") == notes
    assert store.config("kv.") == {"kv.flag": "-on", **notes}
    assert store.config("custom.") == {"custom.key": "v"}
    apply(store, RemoveConfig("kv.flag"), RemoveConfig("custom.key"), RemoveConfig("kv.memory.-x"))
    assert store.config("kv.") == {"kv.memory.a.b/c": "three\nlines é"}
    assert store.config("custom.") == {}
    assert "issue_prefix" in store.config()


def test_a_note_and_a_bead_change_together(bench: Bench) -> None:
    bench.hold(notes={"old": "text"})
    store = bench.open()
    apply(
        store, InsertBead(bead("n-1")), RemoveConfig("kv.memory.old"), SetConfig("kv.memory.n", "t")
    )
    assert store.config("kv.memory.") == {"kv.memory.n": "t"}
    assert store.bead("n-1") is not None


def test_what_only_a_whole_row_can_say_is_said_by_one(bench: Bench) -> None:
    bench.hold(CLOSED, bead("a-1", metadata={"odd-key": 1, "kept": 2}, labels=("x",)))
    store = bench.open()
    apply(
        store,
        SetFields("c-1", {"close_reason": "better", "title": "New"}),
        SetMetadata("a-1", "odd-key", None),
        RemoveLabel("a-1", "x"),
    )
    one, other = store.bead("c-1"), store.bead("a-1")
    assert one is not None
    assert other is not None
    assert (one.close_reason, one.title, one.status) == ("better", "New", "closed")
    assert (other.metadata, other.labels) == ({"kept": 2}, ())


def test_long_texts_and_odd_words_arrive_as_they_were(bench: Bench) -> None:
    bench.hold(bead("a-1", notes="- one", labels=("a,b",)))
    store = bench.open()
    fields: dict[str, str | int | bool] = {
        "title": "--force @x 'é' \"q\"",
        "description": "é" * 100_000,
        "design": "",
        "acceptance_criteria": "x" * 90_000,
        "priority": 0,
    }
    apply(
        store,
        SetFields("a-1", {"title": "-t", "description": "d" * 90_000, "design": "e" * 90_000}),
        AddLabel("a-1", "c,d"),
        RemoveLabel("a-1", "a,b"),
        AppendNote("a-1", "--claim"),
    )
    first = store.bead("a-1")
    assert first is not None
    assert (first.title, first.notes, first.labels) == ("-t", "- one\n--claim", ("c,d",))
    assert (len(first.description), len(first.design)) == (90_000, 90_000)
    apply(store, SetFields("a-1", fields))
    second = store.bead("a-1")
    assert second is not None
    assert {name: getattr(second, name) for name in fields} == fields


def test_a_row_that_comes_wins_whatever_its_age(bench: Bench) -> None:
    there = bead("a-1", updated_at=NOW, labels=("x", "y"), dependencies=(edge("a-1", "a-2"),))
    bench.hold(there, bead("a-2"), bead("a-3"))
    store = bench.open()
    older = bead("a-1", title="Older", labels=("y", "z"), dependencies=(edge("a-1", "a-3"),))
    same = replace(older, title="The same age", updated_at=OLD, dependencies=())
    newer = replace(there, title="Newer", updated_at="2026-04-02T00:00:00Z")
    for row in (older, same, newer):
        apply(store, ReplaceBead(row), verb="import")
        assert timeless(store.bead("a-1")) == timeless(row)


def test_an_import_brings_many_beads_and_only_what_differs_is_written(bench: Bench) -> None:
    many = [bead(f"n-{n:03}", labels=("x",), dependencies=(edge(f"n-{n:03}", "n-000"),) if n else ())
            for n in range(60)]  # fmt: skip
    store = bench.open()
    apply(store, *(ReplaceBead(each) for each in many), verb="import")
    before = {each.id: each for each in store.all_beads()}
    changed = [replace(each, title="New", updated_at=NOW) for each in many[:2]]
    apply(store, *(ReplaceBead(each) for each in [*changed, *many[2:]]), verb="import")
    after = {each.id: each for each in store.all_beads()}
    assert [key for key in after if after[key] != before[key]] == ["n-000", "n-001"]


def test_a_closed_bead_is_opened_again(bench: Bench) -> None:
    bench.hold(CLOSED)
    store = bench.open()
    apply(store, ReopenBead("c-1"), RemoveLabel("c-1", "none"), SetFields("c-1", {"title": "New"}))
    found = store.bead("c-1")
    assert found is not None
    assert (found.status, found.close_reason, found.title) == ("open", "", "New")

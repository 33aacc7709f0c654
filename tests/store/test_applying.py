"""Change sets: applied whole or not at all, by every backend that can be written to."""

from contextlib import ExitStack
from dataclasses import replace

import pytest

from fabric.errors import ChangeRefused, StoreReadOnly, VersionsMoved
from fabric.models.bead import Bead, Comment
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    AppendNote,
    ChangeSet,
    CloseBead,
    InsertBead,
    Operation,
    RemoveConfig,
    RemoveDependency,
    RemoveLabel,
    ReopenBead,
    ReplaceBead,
    SetConfig,
    SetFields,
    SetMetadata,
    SetStatus,
)
from fabric.models.version import ABSENT, bead_version
from fabric.ports import BeadQuery, JournalQuery, Store
from tests.store.beads import NOW, OLD, RICH, bead, draft, edge, memory, without_comment_ids
from tests.store.conftest import Open
from tests.store.under_test import Backend

START = bead("a-1", labels=("x",), dependencies=(edge("a-1", "a-2"),), metadata={"k": 1})
CLOSED = bead("c-1", status="closed", closed_at=OLD, close_reason="done")


def apply(store: Store, *operations: Operation, **relied: dict[str, str]) -> None:
    store.apply(ChangeSet(operations, **relied), draft())


def picture(store: Store) -> tuple[object, ...]:
    """Return everything that a store holds."""
    return list(store.all_beads()), store.config(), store.journal(JournalQuery())


CHANGES = [
    pytest.param(SetFields("a-1", {"title": "New", "priority": 0, "pinned": True}),
                 replace(START, title="New", priority=0, pinned=True, updated_at=NOW), id="fields"),
    pytest.param(SetStatus("a-1", "in_progress", "Ada"),
                 replace(START, status="in_progress", assignee="Ada", updated_at=NOW), id="claim"),
    pytest.param(SetMetadata("a-1", "fabric", {"v": [1]}),
                 replace(START, metadata={"k": 1, "fabric": {"v": [1]}}, updated_at=NOW),
                 id="a metadata key"),
    pytest.param(SetMetadata("a-1", "k", None), replace(START, metadata={}, updated_at=NOW),
                 id="a metadata key taken away"),
    pytest.param(AddLabel("a-1", "b"), replace(START, labels=("b", "x")), id="a label"),
    pytest.param(AddLabel("a-1", "x"), START, id="a label that is there"),
    pytest.param(RemoveLabel("a-1", "x"), replace(START, labels=()), id="a label taken away"),
    pytest.param(RemoveLabel("a-1", "y"), START, id="a label that is not there"),
    pytest.param(AddDependency(edge("a-1", "a-0", "blocks")),
                 replace(START, dependencies=(edge("a-1", "a-0", "blocks"), edge("a-1", "a-2"))),
                 id="an edge"),
    pytest.param(AddDependency(edge("a-1", "a-2")), START, id="an edge that is there"),
    pytest.param(RemoveDependency("a-1", "a-2", "relates-to"), replace(START, dependencies=()),
                 id="an edge taken away"),
    pytest.param(RemoveDependency("a-1", "a-2", "blocks"), START, id="an edge of another type"),
    pytest.param(AddComment("a-1", "Ada", "Hi"),
                 replace(START, comments=(Comment("Ada", "Hi", NOW),)), id="a comment"),
    pytest.param(AppendNote("a-1", "line"), replace(START, notes="line", updated_at=NOW), id="a note"),
    pytest.param(CloseBead("a-1", "done", pinned=True),
                 replace(START, status="closed", closed_at=NOW, close_reason="done", pinned=True,
                         updated_at=NOW), id="closing"),
    pytest.param(CloseBead("c-1", "again"), CLOSED, id="closing what is closed"),
    pytest.param(ReopenBead("c-1"),
                 replace(CLOSED, status="open", closed_at="", close_reason="", updated_at=NOW),
                 id="opening again"),
    pytest.param(ReplaceBead(replace(RICH, id="a-1", dependencies=())),
                 replace(RICH, id="a-1", dependencies=()), id="replacing"),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "expected"), CHANGES)
def test_each_operation_does_what_it_says_and_again_changes_nothing_more(
    operation: Operation, expected: Bead, writable: Open
) -> None:
    store = writable(START, CLOSED, bead("a-0"))
    apply(store, operation)
    found = store.bead(expected.id)
    assert found is not None
    assert without_comment_ids(found) == without_comment_ids(expected)
    if not isinstance(operation, AddComment | AppendNote):
        apply(store, operation)
        assert store.bead(expected.id) == found


def test_a_new_bead_is_stamped_with_time_and_actor(writable: Open) -> None:
    store = writable(bead("n-2"))
    new = Bead("n-1", title="New", status="closed", dependencies=(replace(edge("n-1", "n-2"), created_at="", created_by=""),))  # fmt: skip
    apply(store, InsertBead(new))
    found = store.bead("n-1")
    assert found is not None
    assert (found.created_at, found.created_by, found.closed_at) == (NOW, "ada@example.test", NOW)
    assert [(e.created_at, e.created_by) for e in found.dependencies] == [(NOW, "ada@example.test")]


def test_a_bead_and_what_happens_to_it_may_stand_in_one_change_set(writable: Open) -> None:
    store = writable()
    apply(
        store,
        InsertBead(bead("n-1")),
        AddLabel("n-1", "memory"),
        AddComment("n-1", "Ada", "Hi"),
        CloseBead("n-1", "done"),
        RemoveLabel("n-1", "memory"),
    )
    found = store.bead("n-1")
    assert found is not None
    assert (found.labels, found.status, len(found.comments)) == ((), "closed", 1)


def test_comments_get_ids_that_tell_equal_ones_apart(writable: Open, backend: Backend) -> None:
    store = writable(bead("a-1"))
    twice = AddComment("a-1", "Ada", "Hi")
    apply(store, twice, twice)
    found = store.bead("a-1")
    assert found is not None
    ids = [each.id for each in found.comments]
    assert ids == ["", ""] or len(set(ids)) == 2


def test_config_rows_are_set_replaced_and_taken_away(writable: Open) -> None:
    store = writable(config={"kv.memory.a": "one", "kv.memory.b": "two"})
    apply(
        store,
        SetConfig("kv.memory.a", "other"),
        SetConfig("kv.memory.a", "last"),
        RemoveConfig("kv.memory.b"),
        RemoveConfig("kv.memory.none"),
        SetConfig("kv.memory.c", "three"),
        SetConfig("kv.memory.d", "four"),
        RemoveConfig("kv.memory.d"),
    )
    assert store.config() == {"kv.memory.a": "last", "kv.memory.c": "three"}


REFUSED = [
    pytest.param(AddLabel("gone", "x"), id="a bead that is not there"),
    pytest.param(InsertBead(bead("c-1")), id="an id that is taken"),
    pytest.param(InsertBead(bead("n-9", title=" ")), id="a bead without a title"),
    pytest.param(AddDependency(edge("a-1", "a-2", "blocks")), id="a second type for a pair"),
    pytest.param(SetFields("a-1", {"status": "closed"}), id="a field that is not set like this"),
]


@pytest.mark.parametrize("refused", REFUSED)
def test_a_change_set_whose_last_operation_is_refused_leaves_nothing(
    refused: Operation, writable: Open
) -> None:
    store = writable(START, CLOSED, config={"kv.memory.a": "one"})
    before = picture(store)
    with pytest.raises(ChangeRefused):
        apply(
            store,
            InsertBead(bead("n-1", labels=("l",), dependencies=(edge("n-1", "a-1"),))),
            SetConfig("kv.memory.a", "two"),
            AddComment("c-1", "Ada", "Hi"),
            SetFields("a-1", {"title": "New"}),
            refused,
        )
    assert picture(store) == before


def test_versions_that_still_hold_let_the_change_through(writable: Open) -> None:
    store = writable(START, config={"kv.memory.a": "one"})
    relies_on = {"a-1": bead_version(store.bead("a-1")), "new": ABSENT}
    config = {"kv.memory.a": "one", "kv.memory.none": None}
    operations = (AddLabel("a-1", "y"), InsertBead(bead("new")))
    store.apply(ChangeSet(operations, relies_on, config), draft())
    assert store.bead("new") is not None


MOVED = [
    pytest.param(SetFields("a-1", {"title": "Other"}), id="a field"),
    pytest.param(AddLabel("a-1", "y"), id="a label"),
    pytest.param(RemoveDependency("a-1", "a-2", "relates-to"), id="an edge"),
    pytest.param(SetMetadata("a-1", "k", 2), id="metadata"),
]


@pytest.mark.parametrize("meanwhile", MOVED)
def test_a_bead_that_moved_meanwhile_stops_the_change(meanwhile: Operation, writable: Open) -> None:
    store = writable(START, CLOSED)
    version = bead_version(store.bead("a-1"))
    apply(store, meanwhile)
    before = picture(store)
    with pytest.raises(VersionsMoved) as caught:
        store.apply(
            ChangeSet((AddLabel("c-1", "y"),), relies_on={"a-1": version, "c-1": ABSENT}), draft()
        )
    assert caught.value.moved == ("a-1", "c-1")
    assert picture(store) == before


def test_a_comment_meanwhile_does_not_stop_a_change(writable: Open) -> None:
    store = writable(START)
    version = bead_version(store.bead("a-1"))
    apply(store, AddComment("a-1", "Bob", "Hi"))
    store.apply(ChangeSet((AddLabel("a-1", "y"),), relies_on={"a-1": version}), draft())


@pytest.mark.parametrize(
    ("relied", "key"),
    [({"kv.memory.a": "old"}, "kv.memory.a"), ({"kv.memory.new": "x"}, "kv.memory.new"),
     ({"kv.memory.a": None}, "kv.memory.a")],
)  # fmt: skip
def test_a_note_that_moved_meanwhile_stops_the_change(
    relied: dict[str, str | None], key: str, writable: Open
) -> None:
    store = writable(START, config={"kv.memory.a": "one"})
    before = picture(store)
    with pytest.raises(VersionsMoved) as caught:
        store.apply(ChangeSet((SetConfig("kv.memory.b", "x"),), config_relies_on=relied), draft())
    assert caught.value.moved == (key,)
    assert picture(store) == before


def test_what_was_read_before_and_after_a_write_differ_by_the_write(
    writable: Open, backend: Backend, closing: ExitStack
) -> None:
    store = writable(START, *(memory(f"m-{number}", "memory-arch") for number in range(5)))
    before = {each.id: each for each in store.all_beads()}
    apply(store, RemoveLabel("m-3", "memory"), AddLabel("m-3", "mem-retired"))
    after = {each.id: each for each in store.all_beads()}
    assert [key for key in after if after[key] != before[key]] == ["m-3"]
    assert len(store.find(BeadQuery(labels_all=("memory",)))) == 4


def test_replacing_many_beads_at_once_leaves_what_did_not_change(writable: Open) -> None:
    many = [bead(f"n-{n:04}", labels=("x", "y"), dependencies=(edge(f"n-{n:04}", "n-0000"),))
            for n in range(1_500)]  # fmt: skip
    store = writable(*many)
    changed = [replace(each, title="New", labels=("y", "z")) for each in many[::2]]
    apply(store, *(ReplaceBead(each) for each in changed))
    assert list(store.all_beads()) == sorted([*changed, *many[1::2]], key=lambda each: each.id)


def test_a_bead_may_be_replaced_by_one_that_says_less(writable: Open) -> None:
    store = writable(RICH)
    apply(store, ReplaceBead(bead("a-1")))
    assert store.bead("a-1") == bead("a-1")


def test_a_store_that_is_only_read_refuses_to_write(holding: Open, backend: Backend) -> None:
    if backend.is_writable:
        pytest.skip(f"{backend.name} can be written to")
    store = holding(START)
    with pytest.raises(StoreReadOnly) as caught:
        apply(store, AddLabel("a-1", "y"))
    assert caught.value.remedy
    with pytest.raises(StoreReadOnly):
        store.blank_payloads("a-1", draft("erase"))
    assert store.bead("a-1") == START

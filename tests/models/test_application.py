"""What a change set does to beads: one table of operations, and what holds for all of them."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.errors import ChangeRefused
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead, Comment
from fabric.models.bead_record import bead_from_record, bead_to_record
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    AppendNote,
    BeadOperation,
    CloseBead,
    InsertBead,
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
from fabric.models.dependency import Dependency
from tests.models.records import beads, ids, json_values, labels

STAMP = Stamp("2026-03-05T12:00:00Z", "ada")
EDGE = Dependency("a-1", "a-2", "blocks", "2026-03-01T00:00:00Z", "bob")
OPEN = Bead(
    "a-1",
    "T",
    notes="first",
    assignee="bob",
    updated_at="2026-03-01T00:00:00Z",
    labels=("draft", "memory"),
    metadata={"owner": "team", "fabric": {"x": 1}},
    dependencies=(EDGE,),
    comments=(Comment("bob", "hello", "2026-03-01T00:00:00Z", "c1"),),
    extra={"x_unknown": 1},
)
CLOSED = Bead("a-1", "T", status="closed", closed_at="2026-03-02T00:00:00Z", close_reason="done")


def after(operation: BeadOperation, bead: Bead = OPEN) -> Bead:
    return after_images({bead.id: bead}, [operation], STAMP).get(bead.id, bead)


def changed(operation: BeadOperation, bead: Bead = OPEN) -> dict[str, object]:
    """The fields that an operation changes, `updated_at` only where it does not move."""
    new, names = after(operation, bead), Bead.__slots__
    moved = {name for name in names if getattr(new, name) != getattr(bead, name)}
    is_stamped = new.updated_at == STAMP.at
    found = {name: getattr(new, name) for name in sorted(moved - {"updated_at"})}
    return found if is_stamped else {**found, "not stamped": True}


@pytest.mark.parametrize(
    ("operation", "changes"),
    [
        (SetFields("a-1", {"title": "U", "priority": 1}), {"title": "U", "priority": 1}),
        (SetFields("a-1", {"pinned": True, "owner": "x"}), {"pinned": True, "owner": "x"}),
        (SetStatus("a-1", "in_progress", "ada"), {"status": "in_progress", "assignee": "ada"}),
        (SetStatus("a-1", "blocked"), {"status": "blocked"}),
        (SetMetadata("a-1", "k", [1]), {"metadata": {**OPEN.metadata, "k": [1]}}),
        (
            SetMetadata("a-1", "fabric", {"y": 2}),
            {"metadata": {"owner": "team", "fabric": {"y": 2}}},
        ),
        (SetMetadata("a-1", "fabric", None), {"metadata": {"owner": "team"}}),
        (AppendNote("a-1", "second"), {"notes": "first\nsecond"}),
        (
            CloseBead("a-1", "Ratified", pinned=True),
            {
                "close_reason": "Ratified",
                "closed_at": STAMP.at,
                "pinned": True,
                "status": "closed",
            },
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BeadOperation) else "",
)
def test_a_change_of_fields_is_stamped(
    operation: BeadOperation, changes: Mapping[str, object]
) -> None:
    assert changed(operation) == changes


@pytest.mark.parametrize(
    ("operation", "changes"),
    [
        (AddLabel("a-1", "mem-hard"), {"labels": ("draft", "mem-hard", "memory")}),
        (RemoveLabel("a-1", "draft"), {"labels": ("memory",)}),
        (
            AddDependency(Dependency("a-1", "a-0", "relates-to")),
            {"dependencies": (Dependency("a-1", "a-0", "relates-to", STAMP.at, "ada"), EDGE)},
        ),
        (RemoveDependency("a-1", "a-2", "blocks"), {"dependencies": ()}),
        (
            AddComment("a-1", "eve", "note"),
            {"comments": (*OPEN.comments, Comment("eve", "note", STAMP.at))},
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BeadOperation) else "",
)
def test_labels_edges_and_comments_leave_the_time_alone_as_in_bd(
    operation: BeadOperation, changes: Mapping[str, object]
) -> None:
    assert changed(operation) == {**changes, "not stamped": True}


@pytest.mark.parametrize(
    ("operation", "bead"),
    [
        (SetFields("a-1", {"title": "T"}), OPEN),
        (SetStatus("a-1", "open"), OPEN),
        (SetMetadata("a-1", "owner", "team"), OPEN),
        (SetMetadata("a-1", "absent", None), OPEN),
        (AddLabel("a-1", "draft"), OPEN),
        (RemoveLabel("a-1", "absent"), OPEN),
        (AddDependency(Dependency("a-1", "a-2", "blocks", "2026-04-01T00:00:00Z", "eve")), OPEN),
        (RemoveDependency("a-1", "a-2", "relates-to"), OPEN),
        (RemoveDependency("a-1", "a-9", "blocks"), OPEN),
        (CloseBead("a-1", "again", pinned=True), CLOSED),
        (ReopenBead("a-1"), OPEN),
        (ReplaceBead(OPEN), OPEN),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BeadOperation) else "",
)
def test_what_is_there_already_is_no_change(operation: BeadOperation, bead: Bead) -> None:
    assert after_images({"a-1": bead}, [operation], STAMP) == {}


def test_reopening_takes_the_closing_back() -> None:
    assert changed(ReopenBead("a-1"), CLOSED) == {
        "close_reason": "",
        "closed_at": "",
        "status": "open",
    }


def test_a_note_on_a_bead_without_notes_starts_no_empty_line() -> None:
    assert after(AppendNote("a-1", "first"), Bead("a-1", "T")).notes == "first"
    assert after(AppendNote("a-1", "b"), Bead("a-1", "T", notes="\na")).notes == "\na\nb"


def test_a_new_bead_is_stamped_where_it_says_nothing_itself() -> None:
    edge = Dependency("a-1", "a-2", "relates-to")
    new = Bead("a-1", "T", labels=("b", "a", "b"), dependencies=(EDGE, edge))
    found = after_images({}, [InsertBead(new)], STAMP)["a-1"]
    assert (found.created_at, found.created_by, found.updated_at) == (STAMP.at, "ada", STAMP.at)
    assert found.closed_at == ""
    assert found.labels == ("a", "b")
    assert found.dependencies == (EDGE, Dependency("a-1", "a-2", "relates-to", STAMP.at, "ada"))
    old = Bead(
        "a-1",
        "T",
        status="closed",
        created_at="c",
        created_by="bob",
        updated_at="u",
        comments=(Comment("bob", "hi", ""), Comment("bob", "ho", "t")),
    )
    kept = after_images({}, [InsertBead(old)], STAMP)["a-1"]
    assert (kept.created_at, kept.created_by, kept.updated_at) == ("c", "bob", "u")
    assert kept.closed_at == STAMP.at
    assert [each.created_at for each in kept.comments] == [STAMP.at, "t"]


def test_an_import_replaces_or_inserts_a_bead_just_as_it_is() -> None:
    assert after(ReplaceBead(CLOSED)) == CLOSED
    assert after_images({}, [ReplaceBead(OPEN)], STAMP) == {"a-1": OPEN}


def test_operations_on_config_rows_touch_no_bead() -> None:
    assert after_images({"a-1": OPEN}, [SetConfig("k", "v"), RemoveConfig("k")], STAMP) == {}


def test_what_ends_as_it_began_is_left_out() -> None:
    there_and_back: list[BeadOperation] = [AddLabel("a-1", "x"), RemoveLabel("a-1", "x")]
    assert after_images({"a-1": OPEN}, there_and_back, STAMP) == {}


TOMBSTONE = Bead("a-1", "T", status="tombstone")
UNREAD = bead_from_record(
    {
        "id": "a-1",
        "title": "T",
        "metadata": [1],
        "labels": "memory",
        "dependencies": {"a": 1},
        "comments": 5,
        "notes": ["n"],
    }
)


@pytest.mark.parametrize(
    ("operation", "bead", "said"),
    [
        (InsertBead(Bead("a-1", "T")), OPEN, "there already"),
        (InsertBead(Bead("a-1", "T")), TOMBSTONE, "there already"),
        (InsertBead(Bead("a-1", " ")), None, "no title"),
        (SetFields("a-1", {"title": "U"}), None, "not there any more"),
        (AddLabel("a-1", "x"), TOMBSTONE, "not there any more"),
        (SetStatus("a-1", "open"), TOMBSTONE, "not there any more"),
        (SetFields("a-1", {"status": "closed", "id": "b"}), OPEN, "Fields id, status cannot"),
        (SetFields("a-1", {"title": "\t"}), OPEN, "no title"),
        (SetStatus("a-1", "closed"), OPEN, "cannot go from open to closed"),
        (SetStatus("a-1", "tombstone"), OPEN, "cannot go from open to tombstone"),
        (SetStatus("a-1", "in_progress"), CLOSED, "cannot go from closed to in_progress"),
        (AddLabel("a-1", " "), OPEN, "blank label"),
        (AddDependency(Dependency("a-1", "a-2", "relates-to")), OPEN, "linked already, as blocks"),
        (AddDependency(Dependency("a-1", "a-1", "relates-to")), OPEN, "depend on itself"),
        (SetMetadata("a-1", "k", 1), UNREAD, "metadata of a-1 cannot be read"),
        (AddLabel("a-1", "x"), UNREAD, "labels of a-1 cannot be read"),
        (AddDependency(EDGE), UNREAD, "dependencies of a-1 cannot be read"),
        (AddComment("a-1", "ada", "x"), UNREAD, "comments of a-1 cannot be read"),
        (AppendNote("a-1", "x"), UNREAD, "notes of a-1 cannot be read"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BeadOperation | Bead) else value,
)
def test_an_operation_that_makes_no_sense_is_refused(
    operation: BeadOperation, bead: Bead | None, said: str
) -> None:
    before = {"a-1": bead} if bead else {}
    with pytest.raises(ChangeRefused, match=said) as refused:
        after_images(before, [operation], STAMP)
    assert refused.value.remedy
    assert before == ({"a-1": bead} if bead else {})


def test_a_field_that_could_not_be_read_gives_way_to_what_is_set() -> None:
    bead = bead_from_record({"id": "a-1", "title": 5, "status": 7, "pinned": "yes", "x": 1})
    titled = after(SetFields("a-1", {"title": "T", "pinned": False}), bead)
    assert bead_to_record(titled)["title"] == "T"
    assert titled.extra == {"status": 7, "x": 1}
    closed = after(CloseBead("a-1", "done"), titled)
    assert bead_to_record(closed)["status"] == "closed"
    assert closed.extra == {"x": 1}


def test_labels_and_edges_can_be_added_beside_items_that_cannot_be_read() -> None:
    bead = bead_from_record({"id": "a-1", "title": "T", "labels": ["b", 5], "comments": [7]})
    for operation in (AddLabel("a-1", "a"), AddComment("a-1", "ada", "c")):
        bead = after(operation, bead)
    record = bead_to_record(bead)
    assert record["labels"] == ["a", "b", 5]
    assert record["comments"] == [
        {"issue_id": "a-1", "author": "ada", "text": "c", "created_at": STAMP.at},
        7,
    ]


own = st.sampled_from(["a-1", "a-2", "a-3"])
operations: st.SearchStrategy[BeadOperation] = st.one_of(
    st.builds(InsertBead, beads),
    st.builds(ReplaceBead, beads),
    st.builds(SetFields, own, st.dictionaries(st.sampled_from(["title", "owner"]), st.text("ab"))),
    st.builds(SetStatus, own, st.sampled_from(["open", "in_progress", "closed"])),
    st.builds(SetMetadata, own, st.sampled_from(["k", "fabric"]), json_values),
    st.builds(AddLabel, own, labels),
    st.builds(RemoveLabel, own, labels),
    st.builds(
        AddDependency, st.builds(Dependency, own, ids, st.sampled_from(["blocks", "tracks"]))
    ),
    st.builds(RemoveDependency, own, ids, st.sampled_from(["blocks", "tracks"])),
    st.builds(AddComment, own, st.just("ada"), st.text("ab")),
    st.builds(AppendNote, own, st.text("ab", min_size=1)),
    st.builds(CloseBead, own, st.just("done"), st.booleans()),
    st.builds(ReopenBead, own),
)
graphs = st.lists(beads, max_size=3).map(lambda found: {bead.id: bead for bead in found})
HARMLESS_AGAIN = (
    *(SetFields, SetStatus, SetMetadata, AddLabel, RemoveLabel, AddDependency, RemoveDependency),
    *(CloseBead, ReopenBead, ReplaceBead),
)


@given(graphs, st.lists(operations, max_size=6))
def test_operations_together_mean_the_same_as_one_by_one(
    before: dict[str, Bead], todo: list[BeadOperation]
) -> None:
    copy = deepcopy(before)
    step_by_step = dict(before)
    try:
        for operation in todo:
            step_by_step |= after_images(step_by_step, [operation], STAMP)
    except ChangeRefused:
        with pytest.raises(ChangeRefused):
            after_images(before, todo, STAMP)
    else:
        assert before | after_images(before, todo, STAMP) == step_by_step
    assert before == copy


@given(graphs, operations)
def test_a_harmless_operation_changes_nothing_the_second_time(
    before: dict[str, Bead], operation: BeadOperation
) -> None:
    try:
        once = before | after_images(before, [operation], STAMP)
    except ChangeRefused:
        return
    if isinstance(operation, HARMLESS_AGAIN):
        assert after_images(once, [operation], STAMP) == {}
    elif not isinstance(operation, InsertBead):
        assert [*after_images(once, [operation], STAMP)] == [operation.bead_id]


@given(graphs, operations)
def test_only_the_bead_that_an_operation_names_changes_and_is_read_back(
    before: dict[str, Bead], operation: BeadOperation
) -> None:
    try:
        found = after_images(before, [operation], STAMP)
    except ChangeRefused:
        return
    assert set(found) <= {operation.bead_id}
    for bead in found.values():
        assert bead_from_record(bead_to_record(bead)) == bead


def test_edges_that_go_in_a_row_go_like_one_after_the_other() -> None:
    edges = tuple(
        Dependency("a-1", f"b-{n}", "relates-to", "2026-03-01T00:00:00Z") for n in range(5)
    )
    bead = replace(OPEN, dependencies=edges)
    back = AddDependency(replace(edges[2], created_at="2026-03-04T00:00:00Z", created_by="ada"))
    operations: list[BeadOperation] = [
        RemoveDependency("a-1", "b-1", "relates-to"),
        RemoveDependency("a-1", "b-2", "relates-to"),
        RemoveDependency("a-1", "b-3", "blocks"),  # not there: another type
        back,
        RemoveDependency("a-1", "b-4", "relates-to"),
    ]
    one_by_one = bead
    for each in operations:
        one_by_one = after(each, one_by_one)
    assert after_images({"a-1": bead}, operations, STAMP)["a-1"] == one_by_one
    assert [e.depends_on_id for e in one_by_one.dependencies] == ["b-0", "b-2", "b-3"]
    assert one_by_one.dependencies[1].created_at == "2026-03-04T00:00:00Z"


def test_edges_of_two_beads_in_turn_go_from_the_bead_that_is_named() -> None:
    beads_there = {
        each: Bead(each, "T", dependencies=(Dependency(each, "x", "blocks"),))
        for each in ("a", "b")
    }
    operations = [RemoveDependency("a", "x", "blocks"), RemoveDependency("b", "y", "blocks")]
    assert after_images(beads_there, operations, STAMP).keys() == {"a"}

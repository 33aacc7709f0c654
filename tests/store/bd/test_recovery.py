"""What is left of a change set: what others made of it meanwhile decides; pure."""

from dataclasses import replace

import pytest

from fabric.errors import ChangeRefused
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead, Comment
from fabric.models.bead_record import bead_to_record
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    AppendNote,
    CloseBead,
    InsertBead,
    Operation,
    RemoveDependency,
    RemoveLabel,
    ReopenBead,
    SetFields,
    SetMetadata,
    SetStatus,
)
from fabric.models.version import ABSENT, bead_version
from fabric.store.bd.intent import Intent
from fabric.store.bd.recovery import beads_meant, has_begun, rows_meant
from fabric.store.bd.snapshot import Snapshot
from tests.store.beads import LATER, NOW, OLD, bead, draft, edge

ME = "ada@example.test"
BEFORE = bead(
    "w-1",
    notes="N",
    labels=("x",),
    dependencies=(edge("w-1", "w-2"),),
    metadata={"k": 1, "none": None, "old": 2},
)
CLOSED = replace(BEFORE, status="closed", closed_at=LATER, close_reason="done")


def intent(*operations: Operation, before: Bead = BEFORE, relies_on: str = "") -> Intent:
    after = after_images({"w-1": before}, operations, Stamp(NOW, ME))
    there = {"w-1": before} if "w-1" in after else {}
    versions = {"m-1": relies_on} if relies_on else {}
    return Intent(draft(), there, after, order=tuple(after), relies_on=versions)


def snapshot(*beads: Bead) -> Snapshot:
    rows = [{**bead_to_record(each), "comment_count": len(each.comments)} for each in beads]
    comments = {each.id: each.comments for each in beads}
    return Snapshot(rows, "", lambda bead_id: comments[bead_id])


def meant(change: Intent, *found: Bead) -> Bead | None:
    return beads_meant(change, snapshot(*found)).get("w-1")


CHANGES: dict[str, Operation] = {
    "title": SetFields("w-1", {"title": "New"}),
    "note": AppendNote("w-1", "More"),
    "assignee": SetFields("w-1", {"assignee": ME}),
    "claim": SetStatus("w-1", "in_progress", ME),
    "metadata set": SetMetadata("w-1", "k", {"v": 1}),
    "metadata new": SetMetadata("w-1", "new", 1),
    "metadata gone": SetMetadata("w-1", "old", None),
    "label": AddLabel("w-1", "y"),
    "label gone": RemoveLabel("w-1", "x"),
    "dependency": AddDependency(edge("w-1", "w-3", "blocks")),
    "dependency gone": RemoveDependency("w-1", "w-2", "relates-to"),
    "close": CloseBead("w-1", "done"),
}
EACH = pytest.mark.parametrize("name", CHANGES)


@EACH
def test_what_is_still_as_it_was_becomes_what_was_meant(name: str) -> None:
    change = intent(CHANGES[name])
    assert not has_begun(change, snapshot(BEFORE), {})
    after = meant(change, BEFORE)
    assert after is not None
    assert replace(after, updated_at=NOW) == replace(change.after["w-1"], updated_at=NOW)


@EACH
def test_what_is_there_already_is_left_alone(name: str) -> None:
    change = intent(CHANGES[name])
    there = replace(change.after["w-1"], updated_at=LATER, closed_at="")  # bd has its own times
    assert has_begun(change, snapshot(there), {})
    assert meant(change, there) is None


@EACH
def test_what_others_wrote_beside_it_is_kept(name: str) -> None:
    theirs = replace(
        BEFORE,
        priority=0,
        labels=("a", "x"),
        metadata={**BEFORE.metadata, "theirs": True},
        dependencies=(edge("w-1", "w-0"), *BEFORE.dependencies),
    )
    change = intent(CHANGES[name])
    assert not has_begun(change, snapshot(theirs), {})
    after = meant(change, theirs)
    assert after is not None
    assert (after.priority, after.has("a"), after.metadata["theirs"]) == (0, True, True)
    assert after.metadata["none"] is None
    assert "w-0" in after.targets("relates-to")
    left = meant(intent(CHANGES[name], before=theirs), theirs)
    assert after == left


OTHERWISE = {
    "title": replace(BEFORE, title="Theirs"),
    "note": replace(BEFORE, notes="Theirs"),
    "assignee": replace(BEFORE, assignee="vera"),
    "claim": CLOSED,
    "metadata set": replace(BEFORE, metadata={"k": 3, "old": 2}),
    "metadata new": replace(BEFORE, metadata={"k": 1, "new": 3, "old": 2}),
    "metadata gone": replace(BEFORE, metadata={"old": 3}),
    "close": replace(BEFORE, status="blocked"),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_nothing_is_written_over_what_others_made_of_the_same(name: str) -> None:
    with pytest.raises(ChangeRefused, match="Somebody changed w-1 meanwhile"):
        meant(intent(CHANGES[name]), OTHERWISE[name])


def test_a_bead_that_is_gone_is_not_made_again() -> None:
    with pytest.raises(ChangeRefused):
        meant(intent(AddLabel("w-1", "y")))


def test_a_bead_that_was_relied_on_must_be_as_it_was() -> None:
    rule = bead("m-1")
    change = intent(AddLabel("w-1", "y"), relies_on=bead_version(rule))
    assert meant(change, BEFORE, rule) is not None
    with pytest.raises(ChangeRefused, match="m-1"):
        meant(change, BEFORE, replace(rule, title="Theirs"))
    with pytest.raises(ChangeRefused, match="m-1"):
        meant(change, BEFORE)
    assert meant(intent(AddLabel("w-1", "y"), relies_on=ABSENT), BEFORE) is not None


def test_a_new_bead_is_made_where_it_is_not_there_and_left_alone_where_it_is() -> None:
    new = bead("n-1", labels=("y",), comments=(Comment(ME, "Hi", NOW),))
    after = after_images({}, (InsertBead(new),), Stamp(NOW, ME))
    change = Intent(draft(), {}, after, order=("n-1",))
    assert not has_begun(change, snapshot(), {})
    assert beads_meant(change, snapshot()) == after
    assert has_begun(change, snapshot(new), {})
    assert beads_meant(change, snapshot(new)) == {}
    bare = replace(new, labels=(), comments=())
    assert beads_meant(change, snapshot(bare)) == {"n-1": new}


def test_a_comment_is_sent_only_where_it_is_not_there_whatever_others_said() -> None:
    change = intent(AddComment("w-1", ME, "Hi"))
    other = Comment("vera", "Hi", NOW)
    mine = Comment(ME, "Hi", "2026-04-01T12:00:00+00:00", "an-id")
    assert not has_begun(change, snapshot(BEFORE), {})
    there = replace(BEFORE, comments=(other,))
    assert not has_begun(change, snapshot(there), {})
    after = meant(change, there)
    assert after is not None
    assert after.comments == (Comment(ME, "Hi", NOW),)
    whole = replace(BEFORE, comments=(other, mine))
    assert has_begun(change, snapshot(whole), {})
    assert meant(change, whole) is None


def test_what_was_closed_anew_says_so_in_the_end() -> None:
    change = intent(ReopenBead("w-1"), CloseBead("w-1", "again"), before=CLOSED)
    after = meant(change, CLOSED)
    assert after is not None
    assert (after.status, after.closed_at, after.close_reason) == ("closed", NOW, "again")
    there = replace(CLOSED, closed_at=LATER, close_reason="again")
    assert meant(change, there) is None
    with pytest.raises(ChangeRefused, match="status"):
        meant(change, replace(CLOSED, status="open", closed_at="", close_reason=""))


def test_config_rows_go_the_same_way() -> None:
    change = Intent(draft(), config={"a": "1", "b": None}, config_before={"b": OLD})
    assert not has_begun(change, snapshot(), {"b": OLD})
    assert rows_meant(change, {"b": OLD}) == {"a": "1", "b": None}
    assert has_begun(change, snapshot(), {"a": "1", "b": OLD})
    assert rows_meant(change, {"a": "1", "b": OLD}) == {"b": None}
    assert rows_meant(change, {"a": "1"}) == {}
    with pytest.raises(ChangeRefused, match="Somebody changed a"):
        rows_meant(change, {"a": "2", "b": OLD})

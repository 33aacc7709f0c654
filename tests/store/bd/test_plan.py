"""Which steps a change set takes, and in which order."""

from dataclasses import replace

import pytest

from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
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
    ReplaceBead,
    SetFields,
    SetMetadata,
    SetStatus,
)
from fabric.store.bd.plan import Task, order_of, plan, whole_beads
from fabric.store.bd.steps import Batch, Command, Load, Step, Update
from tests.store.beads import NOW, OLD, bead, edge, memory

ME = "ada@example.test"
W = bead("w-1", labels=("x",), dependencies=(edge("w-1", "w-2"),), metadata={"k": 1})
THERE = {
    "w-1": W,
    "w-2": bead("w-2"),
    "w-3": bead("w-3", status="closed", closed_at=OLD, close_reason="done"),
    "k-1": bead("k-1", pinned=True),
    "m-1": memory("m-1"),
}


def steps(*operations: Operation, there: dict[str, Bead] | None = None) -> tuple[Step, ...]:
    beads = THERE if there is None else there
    named = {getattr(op, "bead_id", "") for op in operations}
    before = {each: beads[each] for each in sorted(named) if each in beads}
    after = after_images(before, operations, Stamp(NOW, ME))
    order, whole = order_of(operations), whole_beads(operations)
    return plan(Task(before, after, ME, beads.__contains__, {}, order, whole))


def kinds(*operations: Operation, there: dict[str, Bead] | None = None) -> list[str]:
    return [type(step).__name__ for step in steps(*operations, there=there)]


def update(*operations: Operation, there: dict[str, Bead] | None = None) -> Update:
    (step,) = steps(*operations, there=there)
    assert isinstance(step, Update)
    return step


def test_nothing_to_do_takes_no_step() -> None:
    assert steps(AddLabel("w-1", "x"), RemoveLabel("w-1", "y"), SetMetadata("w-1", "k", 1)) == ()


def test_fields_metadata_and_labels_of_a_bead_are_one_guarded_update() -> None:
    step = update(
        SetFields("w-1", {"title": "-New", "notes": ""}),
        SetMetadata("w-1", "fabric", {"v": [1]}),
        RemoveLabel("w-1", "x"),
        AddLabel("w-1", "y"),
    )
    assert (step.status, step.assignee, step.guarded, step.claim) == ("open", "", True, False)
    assert set(step.options) == {"--title=-New", "--remove-label=x", "--add-label=y"}
    assert step.metadata == {"fabric": {"v": [1]}}


def test_a_free_item_is_claimed_by_bds_own_claim_and_first_of_all() -> None:
    both = steps(SetFields("w-2", {"title": "New"}), SetStatus("w-1", "in_progress", ME))
    assert [step.claim for step in both if isinstance(step, Update)] == [True, False]
    assert [step.guarded for step in both if isinstance(step, Update)] == [False, True]


@pytest.mark.parametrize(
    ("before", "options"),
    [
        (replace(W, assignee="vera"), {"--status=in_progress", f"--assignee={ME}"}),
        (replace(W, status="blocked"), {"--status=in_progress", f"--assignee={ME}"}),
        (replace(W, status="in_progress", assignee="vera"), {f"--assignee={ME}", "--force"}),
    ],
    ids=["promised to another", "not open", "held by another"],
)
def test_an_item_that_bd_would_not_let_be_claimed_is_set(before: Bead, options: set[str]) -> None:
    step = update(SetStatus("w-1", "in_progress", ME), there={"w-1": before})
    assert set(step.options) == options
    assert (step.claim, step.guarded, step.forced) == (False, True, "--force" in options)


def test_a_line_is_appended_to_notes_and_nothing_else_is_lost() -> None:
    old = {"w-1": replace(W, notes="one")}
    assert update(AppendNote("w-1", "two"), there=old).options == ("--append-notes=two",)
    assert update(SetFields("w-1", {"notes": "one two"}), there=old).options == ("--notes=one two",)
    assert update(AppendNote("w-1", "one")).options == ("--notes=one",)


def test_long_descriptions_go_by_file_and_other_long_texts_by_a_whole_row() -> None:
    long = "x" * 60_001
    assert update(SetFields("w-1", {"description": long})).files == {"--body-file": long}
    (load,) = steps(SetFields("w-1", {"notes": long}))
    assert isinstance(load, Load)
    assert [(bead.notes, bead.updated_at) for bead in load.amended] == [(long, OLD)]


def test_a_metadata_key_goes_by_name_or_with_the_whole_row() -> None:
    assert update(SetMetadata("w-1", "k", None)).unset == ("k",)
    odd = {"w-1": replace(W, metadata={"odd-key": 1})}
    (load,) = steps(SetMetadata("w-1", "odd-key", None), there=odd)
    assert isinstance(load, Load)
    assert [bead.metadata for bead in load.amended] == [{}]


def test_new_beads_edges_comments_and_labels_are_one_import_after_the_claim() -> None:
    claim, load = steps(
        InsertBead(bead("w-1-mc", pinned=True)),
        AddDependency(edge("w-1", "w-1-mc", "blocks")),
        AddDependency(edge("m-1", "w-1")),
        AddComment("w-1", ME, "Given"),
        AddLabel("m-1", "y"),
        SetMetadata("w-1", "receipt", {"v": 1}),
        SetStatus("w-1", "in_progress", ME),
    )
    assert isinstance(claim, Update)
    assert isinstance(load, Load)
    assert [each.id for each in load.new] == ["w-1-mc"]
    added = {each.bead.id: each for each in load.additions}
    assert set(added) == {"w-1", "m-1"}
    assert [each.text for each in added["w-1"].comments] == ["Given"]
    assert (added["m-1"].labels, added["w-1"].labels) == (("y",), ())
    assert load.about == ("m-1", "w-1", "w-1-mc")


def test_edges_alone_are_one_batch_which_refuses_aloud() -> None:
    (step,) = steps(AddDependency(edge("w-1", "m-1")), RemoveDependency("w-1", "w-2", "relates-to"))
    assert isinstance(step, Batch)
    assert step.lines == ("dep remove w-1 w-2", "dep add w-1 m-1 relates-to")


@pytest.mark.parametrize(
    "special",
    [
        edge("w-1", "external:shop:x"),
        edge("w-1", "m-1", metadata='{"a":1}'),
        edge("w-1", "m-1", thread_id="t"),
    ],
    ids=["to elsewhere", "with metadata", "of a thread"],
)
def test_an_edge_that_says_more_than_a_batch_can_goes_by_import(special: object) -> None:
    assert kinds(AddDependency(special)) == ["Load"]  # type: ignore[arg-type]


def test_an_edge_in_place_of_another_is_put_there_by_the_batch() -> None:
    load, batch = steps(
        RemoveDependency("w-1", "w-2", "relates-to"),
        AddDependency(edge("w-1", "w-2", "supersedes")),
        AddDependency(edge("w-1", "m-1")),
        AddComment("w-1", ME, "Hi"),
    )
    assert isinstance(load, Load)
    assert isinstance(batch, Batch)
    assert [e.depends_on_id for each in load.additions for e in each.dependencies] == ["m-1"]
    assert batch.lines == ("dep remove w-1 w-2", "dep add w-1 w-2 supersedes")


@pytest.mark.parametrize(
    ("operation", "lines"),
    [
        (CloseBead("k-1", "done", pinned=True), ("close k-1 done",)),
        (CloseBead("k-1", "All done"), ("update k-1 status=blocked", 'close k-1 "All done"')),
        (
            CloseBead("k-1", 'a "b" \\c'),
            ("update k-1 status=blocked", 'close k-1 "a \\"b\\" \\\\c"'),
        ),
        (CloseBead("k-1", ""), ("update k-1 status=blocked", "close k-1")),
    ],
    ids=["and stays pinned", "and loses its pin", "for a reason with quotes", "for no reason"],
)
def test_a_pinned_bead_closes_in_a_batch(operation: Operation, lines: tuple[str, ...]) -> None:
    (step,) = steps(operation)
    assert isinstance(step, Batch)
    assert step.lines == lines


def test_any_other_bead_closes_plainly_so_that_bd_may_refuse() -> None:
    (step,) = steps(CloseBead("w-1", "done"))
    assert isinstance(step, Command)
    assert (step.arguments, step.option, step.text) == (
        ("close", "--json", "--", "w-1"),
        "--reason-file",
        "done",
    )
    (bare,) = steps(CloseBead("w-1", ""))
    assert isinstance(bare, Command)
    assert bare.option == ""


def test_what_closes_comes_last_a_contract_before_its_work() -> None:
    found = steps(
        CloseBead("k-1", "done"),
        CloseBead("w-1", "done"),
        SetMetadata("k-1", "fabric_contract", {"v": 1}),
        AddComment("w-1", ME, "Hi"),
    )
    assert [type(step).__name__ for step in found] == ["Update", "Load", "Batch", "Command"]


def test_opening_comes_first_and_the_guard_knows_it() -> None:
    opening, changed = steps(ReopenBead("w-3"), SetFields("w-3", {"title": "New"}))
    assert isinstance(opening, Command)
    assert isinstance(changed, Update)
    assert (changed.status, changed.options) == ("open", ("--title=New",))


def test_a_closed_bead_that_is_closed_anew_is_one_whole_row() -> None:
    (load,) = steps(ReopenBead("w-3"), CloseBead("w-3", "better", pinned=True))
    assert isinstance(load, Load)
    assert [(b.close_reason, b.closed_at) for b in load.amended] == [("better", NOW)]


def test_a_blocker_that_an_import_finishes_or_opens_has_bd_look_at_what_is_blocked() -> None:
    closed = replace(W, status="closed", closed_at=OLD, updated_at=NOW)
    load, flags = steps(ReplaceBead(closed))
    assert isinstance(load, Load)
    assert isinstance(flags, Command)
    assert flags.arguments == ("recompute-blocked", "--json")
    assert kinds(ReplaceBead(replace(W, title="New", updated_at=NOW))) == ["Load"]
    assert kinds(CloseBead("w-1", "done")) == ["Command"]


def test_labels_with_commas_are_quoted_as_bd_reads_lists() -> None:
    comma = {"w-1": replace(W, labels=('a,"b"',))}
    step = update(RemoveLabel("w-1", 'a,"b"'), AddLabel("w-1", "c,d"), there=comma)
    assert set(step.options) == {'--remove-label="a,""b"""', '--add-label="c,d"'}
    assert not step.guarded  # bd guards no label

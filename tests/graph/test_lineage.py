"""Who replaced whom: edges in both directions, metadata, labels, dates; and when it cannot be told."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from fabric.graph.lineage import Lineage, Succession, Unclear
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record
from fabric.models.dependency import Dependency
from fabric.models.settings import Settings
from tests.graph.beads import bead, graph, memory

OLD, NEW = "m-old", "m-new"
BEFORE, AFTER = "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"


def lineage(*beads: Bead, complete: bool = True) -> Lineage:
    return Lineage(graph(*beads, complete=complete))


def read(*beads: Bead, complete: bool = True) -> list[tuple[str, str, str]]:
    found = lineage(*beads, complete=complete).successions
    return [(step.old, step.new, step.reading) for step in found]


def altered(it: Bead, fields: Mapping[str, object]) -> Bead:
    return replace(it, **fields)  # type: ignore[arg-type]  # each test names the fields it sets


def pair(
    *,
    on: str,
    old: Mapping[str, object] | None = None,
    new: Mapping[str, object] | None = None,
    times: tuple[str, str] = (BEFORE, AFTER),
) -> tuple[Bead, Bead]:
    """Two canonical memories with one edge, which stands on one of them."""
    edges = {NEW: (("supersedes", OLD),), OLD: (("supersedes", NEW),)}
    return (
        altered(memory(OLD, *(edges[OLD] if on == OLD else ()), created_at=times[0]), old or {}),
        altered(memory(NEW, *(edges[NEW] if on == NEW else ()), created_at=times[1]), new or {}),
    )


MEMORY = ("memory", "mem-hard", "memory-arch")
ENDED: Mapping[str, tuple[str, ...]] = {"labels": ("mem-hard", "mem-superseded", "memory-arch")}
SAME_TIME = (BEFORE, BEFORE)


def named(**keys: object) -> dict[str, object]:
    return {"metadata": keys}


@pytest.mark.parametrize("on", [OLD, NEW])
@pytest.mark.parametrize(
    ("old", "new", "times"),
    [
        pytest.param({}, {}, (BEFORE, AFTER), id="the dates say so"),
        pytest.param(ENDED, {}, (AFTER, BEFORE), id="the label says so, against the dates"),
        pytest.param(ENDED, {}, ("", ""), id="the label says so, without dates"),
        pytest.param(
            named(superseded_by=NEW), {}, (AFTER, BEFORE), id="the old one's metadata says so"
        ),
        pytest.param(
            {}, named(supersedes=OLD), (AFTER, BEFORE), id="the new one's metadata says so"
        ),
        pytest.param({}, named(supersedes=["x", OLD]), SAME_TIME, id="a list in the metadata"),
        pytest.param({}, named(supersedes=f"x,{OLD}"), SAME_TIME, id="a text list in it"),
        pytest.param(
            {**ENDED, **named(superseded_by=NEW)}, named(supersedes=OLD), SAME_TIME, id="all say so"
        ),
        pytest.param(
            named(effective_date="2026-01-01"),
            named(effective_date="2026-02-01"),
            SAME_TIME,
            id="the effective dates say so",
        ),
        pytest.param({}, {"status": "open", "labels": MEMORY}, ("", ""), id="closed before open"),
    ],
)
def test_either_direction_of_the_edge_means_the_same(
    on: str, old: dict[str, object], new: dict[str, object], times: tuple[str, str]
) -> None:
    beads = pair(on=on, old=old, new=new, times=times)
    found = lineage(*beads)
    claimed = on == NEW and beads[1].status == "open"  # a draft claims, and ends nothing by that
    steps = found.claims if claimed else found.successions
    expected = [(OLD, NEW, "edge" if on == OLD else "reversed-edge")]
    assert [(step.old, step.new, step.reading) for step in steps] == expected
    assert found.unclear == ()


@pytest.mark.parametrize("times", [SAME_TIME, ("", ""), (BEFORE, ""), ("soon", AFTER)], ids=str)
@pytest.mark.parametrize("on", [OLD, NEW])
def test_what_cannot_be_told_apart_is_said_and_ends_nobody(on: str, times: tuple[str, str]) -> None:
    beads = pair(on=on, times=times)
    found = lineage(*beads)
    assert found.successions == ()
    (unclear,) = found.unclear
    assert {unclear.one, unclear.other} == {OLD, NEW}
    assert "tell them apart" in unclear.reason
    memories = graph(*beads).memories
    assert {found.state(memories[each]) for each in (OLD, NEW)} == {"canonical"}


CASE_9 = {
    "title": "Use REST",
    "status": "closed",
    "issue_type": "decision",
    "labels": ["memory", "mem-hard", "memory-arch"],
}


@pytest.mark.parametrize("on", [OLD, NEW], ids=["stored on the replaced", "on the replacement"])
def test_both_files_of_a_known_fault_mean_that_the_new_one_replaced_the_old(on: str) -> None:
    anchor = {"issue_id": "", "depends_on_id": "m-anc", "type": "relates-to"}
    edge = {"depends_on_id": NEW if on == OLD else OLD, "type": "supersedes"}
    records: list[dict[str, object]] = [
        {**CASE_9, "id": OLD, "created_at": BEFORE},
        {**CASE_9, "id": NEW, "created_at": AFTER, "title": "Use gRPC"},
    ]
    beads = [
        bead_from_record({**each, "dependencies": [anchor, *([edge] if each["id"] == on else [])]})
        for each in records
    ]
    found = lineage(*beads)
    memories = graph(*beads).memories
    assert found.head(OLD) == found.head(NEW) == NEW
    assert [found.state(memories[each]) for each in (OLD, NEW)] == ["superseded", "canonical"]


def test_edges_both_ways_are_one_succession_read_as_bd_means_it() -> None:
    old = memory(OLD, ("supersedes", NEW), created_at=BEFORE)
    new = memory(NEW, ("supersedes", OLD), created_at=AFTER)
    assert read(old, new) == [(OLD, NEW, "edge")]
    assert read(new, old) == [(OLD, NEW, "edge")]


def test_metadata_alone_is_enough_from_either_side() -> None:
    assert read(memory(OLD, metadata={"superseded_by": NEW})) == [(OLD, NEW, "metadata")]
    assert read(memory(OLD), memory(NEW, metadata={"supersedes": OLD})) == [(OLD, NEW, "metadata")]
    assert read(memory(NEW, metadata={"supersedes": "m-nobody"})) == []
    assert read(bead("t-1"), memory(NEW, metadata={"supersedes": "t-1"})) == []
    assert read(memory(OLD, metadata={"superseded_by": "null", "supersedes": "null"})) == []


def test_an_edge_and_metadata_are_one_succession_with_the_time_of_the_edge() -> None:
    edge = Dependency(OLD, NEW, "supersedes", "2026-03-05T00:00:00Z")
    old = memory(OLD, metadata={"superseded_by": NEW}, dependencies=(edge,))
    (step,) = lineage(old, memory(NEW, metadata={"supersedes": OLD})).successions
    assert step == Succession(OLD, NEW, "edge", "2026-03-05T00:00:00Z")


def test_other_edges_are_no_succession() -> None:
    others = ("relates-to", "duplicates", "blocks", "caused-by")
    assert read(*(memory(f"m-{each}", (each, NEW)) for each in others), memory(NEW)) == []


@pytest.mark.parametrize("status", ["open", "closed"])
def test_a_draft_or_a_rejected_memory_cannot_end_another_by_its_own_word(status: str) -> None:
    label = "draft" if status == "open" else "mem-rejected"
    new = {"status": status, "labels": ("memory", "memory-arch", label)}
    for beads in (pair(on=NEW, new=new), pair(on="", new={**new, **named(supersedes=OLD)})):
        found = lineage(*beads)
        assert found.successions == ()
        assert [(step.old, step.new) for step in found.claims] == [(OLD, NEW)]
        assert found.head(OLD) == OLD
        assert found.state(graph(*beads).memories[OLD]) == "canonical"


def test_what_the_old_one_says_itself_counts_also_for_a_draft() -> None:
    draft = {"status": "open", "labels": ("draft", "memory", "memory-arch")}
    for beads in (pair(on=OLD, new=draft), pair(on="", old=named(superseded_by=NEW), new=draft)):
        found = lineage(*beads)
        assert found.head(OLD) == NEW
        assert found.state(graph(*beads).memories[OLD]) == "superseded"
    both = pair(on=NEW, old=named(superseded_by=NEW), new=draft)
    assert lineage(*both).claims == ()
    assert lineage(*both).head(OLD) == NEW


def test_a_successor_that_is_gone_still_stands_where_bd_put_it() -> None:
    gone = memory(OLD, ("supersedes", "m-gone"))
    assert read(gone) == [(OLD, "m-gone", "edge")]
    deleted = bead("m-gone", status="tombstone", created_at=BEFORE)
    assert read(gone, deleted, complete=False) == [(OLD, "m-gone", "edge")]
    younger = memory(NEW, ("supersedes", "m-gone"), created_at=AFTER)
    assert read(younger, deleted) == [("m-gone", NEW, "reversed-edge")]
    external = memory(OLD, ("supersedes", "external:x:y"))
    assert read(external) == [(OLD, "external:x:y", "edge")]


def test_a_target_that_was_not_read_is_no_successor_unless_somebody_says_so() -> None:
    part = lineage(memory(NEW, ("supersedes", OLD)), complete=False)
    assert part.successions == ()
    assert part.unclear == (Unclear(NEW, OLD, "m-old was not read"),)
    said = memory(NEW, ("supersedes", OLD), metadata={"supersedes": OLD})
    assert read(said, complete=False) == [(OLD, NEW, "reversed-edge")]
    ended = memory(OLD, ("supersedes", NEW), **ENDED)
    assert read(ended, complete=False) == [(OLD, NEW, "edge")]
    told = memory(OLD, ("supersedes", NEW), metadata={"superseded_by": NEW})
    assert read(told, complete=False) == [(OLD, NEW, "edge")]


def test_ordinary_beads_replace_one_another_too() -> None:
    old = bead("e-1", issue_type="epic", status="closed", created_at=BEFORE)
    new = bead("e-2", ("supersedes", "e-1"), issue_type="epic", created_at=AFTER)
    assert read(old, new) == [("e-1", "e-2", "reversed-edge")]


def test_reversed_edges_of_a_published_export(samples: Path) -> None:
    path = samples / "jsonl" / "primary-supersedes.jsonl"
    lines = path.read_text(encoding="utf-8").split("\n")
    beads = [bead_from_record(json.loads(line)) for line in lines if line.strip()]
    found = Lineage(graph(*beads, settings=Settings()))
    assert {step.reading for step in found.successions} == {"reversed-edge"}
    assert len(found.successions) == 3


def chain(*ids: str) -> list[Bead]:
    return [
        memory(one, ("supersedes", other), metadata={"superseded_by": other})
        for one, other in pairwise(ids)
    ] + [memory(ids[-1])]


def test_a_line_reads_the_same_from_each_of_its_members() -> None:
    found = lineage(*chain("m-3", "m-1", "m-2"))
    for each in ("m-1", "m-2", "m-3"):
        assert found.line(each) == ("m-3", "m-1", "m-2")
        assert found.head(each) == "m-2"
    assert [step.old for step in found.predecessors("m-1")] == ["m-3"]
    assert [step.new for step in found.successors("m-1")] == ["m-2"]
    assert found.line("m-alone") == ("m-alone",)
    assert found.head("m-alone") == "m-alone"


def test_several_may_merge_into_one() -> None:
    olds = [memory(each, ("supersedes", "m-new"), **ENDED) for each in ("m-1", "m-2")]
    found = lineage(*olds, memory("m-new"))
    assert [step.old for step in found.predecessors("m-new")] == ["m-1", "m-2"]
    assert found.line("m-2") == ("m-1", "m-2", "m-new")
    assert found.head("m-1") == found.head("m-2") == "m-new"


def test_at_a_fork_the_first_by_id_is_followed_and_all_are_told() -> None:
    old = memory("m-1", ("supersedes", "m-3"), ("supersedes", "m-2"), **ENDED)
    found = lineage(old, memory("m-2"), memory("m-3"))
    assert [step.new for step in found.successors("m-1")] == ["m-2", "m-3"]
    assert found.head("m-1") == "m-2"
    assert found.line("m-3") == ("m-1", "m-2", "m-3")


def test_a_cycle_ends_where_it_closes() -> None:
    ring = [
        memory(one, metadata={"superseded_by": other})
        for one, other in (("m-1", "m-2"), ("m-2", "m-3"), ("m-3", "m-1"))
    ]
    found = lineage(*ring, memory("m-0", metadata={"superseded_by": "m-1"}))
    assert {found.head(each) for each in ("m-1", "m-2", "m-3")} == {"m-1", "m-2", "m-3"}
    assert found.head("m-0") == "m-1"
    assert found.line("m-2") == ("m-0", "m-1", "m-2", "m-3")


def test_a_bead_that_replaces_itself_is_a_cycle_of_one() -> None:
    found = lineage(memory("m-1", metadata={"superseded_by": "m-1"}))
    assert found.head("m-1") == "m-1"
    assert found.line("m-1") == ("m-1",)


def test_a_line_of_5000_is_followed_to_its_end() -> None:
    ids = [f"m-{number:04}" for number in range(5000)]
    found = lineage(*chain(*ids))
    assert found.head(ids[0]) == ids[-1]
    assert found.line(ids[2500]) == tuple(ids)
    assert found.head(ids[-1]) == ids[-1]

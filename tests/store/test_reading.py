"""What every backend answers when it is read."""

from contextlib import ExitStack
from dataclasses import replace

import pytest

from fabric.models.bead import Bead, Comment
from fabric.ports import BeadQuery
from fabric.store.matching import matches
from tests.store.beads import OLD, RICH, bead, edge, memory
from tests.store.conftest import Open
from tests.store.under_test import Backend

GRAPH = (
    memory("m-1", "memory-arch", "mem-hard"),
    memory("m-2", "memory-ux"),
    bead("m-3", issue_type="decision", labels=("draft", "memory", "memory-arch")),
    bead("w-1", status="in_progress", labels=("memory-arch",),
         dependencies=(edge("w-1", "m-1"), edge("w-1", "w-2", "blocks"))),
    bead("w-2", status="closed", closed_at="2026-03-05T23:30:00Z", issue_type="bug",
         comments=(Comment("Ada", "Hello", OLD, "c-1"),)),
    bead("w-3", status="hooked", dependencies=(edge("w-3", "w-1", "parent-child"),)),
    bead("w-30", status="tombstone"),
    bead("é-1", status="closed", closed_at="2026-03-05"),
)  # fmt: skip

QUERIES = [
    pytest.param(BeadQuery(), "m-1 m-2 m-3 w-1 w-2 w-3 w-30 é-1", id="nothing asked, all given"),
    pytest.param(BeadQuery(labels_all=("memory", "memory-arch")), "m-1 m-3", id="all labels"),
    pytest.param(BeadQuery(labels_any=("mem-hard", "memory-ux")), "m-1 m-2", id="any label"),
    pytest.param(
        BeadQuery(labels_all=("memory-arch",), labels_any=("memory", "mem-retired")),
        "m-1 m-3",
        id="both kinds of label conditions",
    ),
    pytest.param(BeadQuery(labels_all=("MEMORY",)), "", id="labels are case-sensitive"),
    pytest.param(BeadQuery(statuses=("in_progress", "hooked")), "w-1 w-3", id="statuses"),
    pytest.param(BeadQuery(not_statuses=("closed", "open")), "w-1 w-3 w-30", id="other statuses"),
    pytest.param(
        BeadQuery(not_statuses=("closed",), issue_types=("decision",)), "m-3", id="type and status"
    ),
    pytest.param(
        BeadQuery(statuses=("open", "closed"), not_statuses=("closed",)), "m-3", id="in and not in"
    ),
    pytest.param(
        BeadQuery(not_statuses=("closed", "open", "in_progress", "hooked", "tombstone")),
        "",
        id="no status is left",
    ),
    pytest.param(BeadQuery(issue_types=("bug", "epic")), "w-2", id="types"),
    pytest.param(BeadQuery(points_at=("m-1", "w-1")), "w-1 w-3", id="what points at them"),
    pytest.param(
        BeadQuery(points_at=("m-1", "w-1"), by_types=("parent-child",)), "w-3", id="by edge type"
    ),
    pytest.param(
        BeadQuery(points_at=("w-2",), labels_all=("memory-arch",), not_statuses=("closed",)),
        "w-1",
        id="edges, labels and statuses together",
    ),
    pytest.param(BeadQuery(closed_since="2026-03-05T23:30:00Z"), "w-2", id="closed at that second"),
    pytest.param(BeadQuery(closed_since="2026-03-05"), "w-2 é-1", id="closed since a date"),
    pytest.param(
        BeadQuery(closed_since="2026-03-06T02:30:00+03:00"), "w-2", id="closed since, elsewhere"
    ),
    pytest.param(BeadQuery(closed_since="2026-03-06"), "", id="nothing closed since"),
    pytest.param(BeadQuery(closed_since="yesterday"), "", id="a time that is none"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "expected"), QUERIES)
def test_a_query_gives_what_it_asks_for_sorted_by_id(
    query: BeadQuery, expected: str, holding: Open
) -> None:
    store = holding(*reversed(GRAPH))
    found = store.find(query)
    assert [each.id for each in found] == expected.split()
    assert all(matches(each, query) for each in found)
    assert not any(each.comments for each in found)


@pytest.mark.parametrize(
    ("query", "needed"),
    [
        pytest.param(BeadQuery(labels_any=("memory-arch",)), {"m-1", "w-2"}, id="all"),
        pytest.param(
            BeadQuery(labels_any=("memory-arch",), by_types=("blocks",), spare_edges=True),
            {"w-2"},
            id="those of a type",
        ),
        pytest.param(
            BeadQuery(points_at=("m-1", "w-2"), by_types=("blocks",), spare_edges=True),
            {"w-2"},
            id="those of a type that point at them",
        ),
        pytest.param(BeadQuery(points_at=("m-1",), spare_edges=True), {"m-1"}, id="at them"),
    ],
)
def test_no_edge_is_missing_that_a_query_needs(
    query: BeadQuery, needed: set[str], holding: Open
) -> None:
    (work,) = (each for each in holding(*GRAPH).find(query) if each.id == "w-1")
    assert needed <= {each.depends_on_id for each in work.dependencies} <= {"m-1", "w-2"}


@pytest.mark.parametrize(
    "closed_at", [" 2026-03-05T10:00Z", "2026-03-05 10:00", "2026-03-04T23:00:00.5-05:00"]
)
def test_a_closing_time_in_an_odd_form_is_found_all_the_same(
    closed_at: str, holding: Open, backend: Backend
) -> None:
    if not backend.keeps_all:
        pytest.skip(f"{backend.name} keeps times in one form")
    store = holding(bead("w-1", status="closed", closed_at=closed_at))
    assert [each.id for each in store.find(BeadQuery(closed_since="2026-03-05"))] == ["w-1"]
    assert store.find(BeadQuery(closed_since="2026-03-06")) == []


def test_comments_come_where_they_are_asked_for(holding: Open) -> None:
    store = holding(*GRAPH)
    (closed,) = store.find(BeadQuery(issue_types=("bug",), with_comments=True))
    assert [each.text for each in closed.comments] == ["Hello"]


def test_a_query_with_thousands_of_targets_is_answered(holding: Open) -> None:
    store = holding(*GRAPH)
    targets = (*(f"x-{number}" for number in range(40_000)), "m-1")
    assert [each.id for each in store.find(BeadQuery(points_at=targets))] == ["w-1"]


def test_beads_by_id_come_whole_and_only_those_that_are_there(holding: Open) -> None:
    store = holding(RICH, *GRAPH)
    found = store.beads(iter(("w-2", "gone", "a-1", "w-2")))
    assert list(found) == ["a-1", "w-2"]
    assert found["a-1"] == RICH
    assert store.bead("a-1") == RICH
    assert store.bead("gone") is None
    assert store.beads(()) == {}


def test_thousands_of_ids_at_once_are_answered(holding: Open) -> None:
    many = [bead(f"n-{number:04}") for number in range(1_200)]
    store = holding(*many)
    ids = [f"n-{number:04}" for number in range(40_000)]
    assert list(store.beads(ids).values()) == many


def test_all_beads_come_sorted_and_whole(holding: Open) -> None:
    many = [bead(f"n-{number:04}") for number in range(1_200)]
    targets = [bead(each.depends_on_id) for each in RICH.dependencies]
    others = [*targets, *reversed(GRAPH[:-1]), bead("é-2")]
    store = holding(*many, *others, RICH)
    everything = list(store.all_beads())
    assert everything == sorted([*many, *others, RICH], key=lambda each: each.id)


def test_other_reads_may_happen_while_all_beads_are_read(holding: Open) -> None:
    store = holding(*GRAPH)
    pairs = [(each, store.bead(each.id)) for each in store.all_beads()]
    assert len(pairs) == len(GRAPH)
    assert all(one == other for one, other in pairs)


PREFIXES = [
    pytest.param("w-3", 10, "w-3 w-30", id="a whole id and a longer one"),
    pytest.param("w-", 2, "w-1 w-2", id="no more than the limit"),
    pytest.param("w-", 0, "", id="a limit of nothing"),
    pytest.param("", 3, "m-1 m-2 m-3", id="no prefix"),
    pytest.param("é", 10, "é-1", id="not ASCII"),
    pytest.param("w_", 10, "", id="no wildcard"),
    pytest.param("%", 10, "", id="no pattern"),
    pytest.param("W-", 10, "", id="case-sensitive"),
    pytest.param("\U0010ffff", 10, "", id="the last letter there is"),
]


@pytest.mark.parametrize(("prefix", "limit", "expected"), PREFIXES)
def test_ids_by_prefix(prefix: str, limit: int, expected: str, holding: Open) -> None:
    assert holding(*GRAPH).ids_with_prefix(prefix, limit) == expected.split()


def test_config_rows_by_prefix_sorted(holding: Open) -> None:
    rows = {"kv.memory.b": "two\nlines", "kv.memory.a": "one", "kv.memory.a_": ""}
    store = holding(config=rows)
    assert list(store.config("kv.memory.").items()) == sorted(rows.items())
    assert list(store.config("kv.memory.a_")) == ["kv.memory.a_"]
    assert store.config("kv.memory.%") == {}
    assert store.config("issue_prefix") == {}


def test_the_order_of_what_a_bead_holds_is_one_order(holding: Open, backend: Backend) -> None:
    if not backend.keeps_all:
        pytest.skip(f"{backend.name} keeps one edge a pair, and comments by their times")
    edges = (edge("a-1", "z", "blocks"), edge("a-1", "b", "related"), edge("a-1", "b", "blocks"))
    comments = tuple(Comment("Ada", text, OLD, f"c-{text}") for text in "bca")
    mixed = replace(RICH, labels=("z", "a"), dependencies=edges, comments=comments)
    found = holding(mixed).bead("a-1")
    assert found is not None
    assert sorted(found.labels) == ["a", "z"]
    assert {(each.depends_on_id, each.type) for each in found.dependencies} == {
        ("b", "blocks"),
        ("b", "related"),
        ("z", "blocks"),
    }
    assert [each.text for each in found.comments] == ["b", "c", "a"]


def test_an_edge_to_a_bead_that_is_not_there_is_kept(holding: Open) -> None:
    store = holding(bead("a-1", dependencies=(edge("a-1", "external:shop:x"),)))
    assert [each.targets("relates-to") for each in store.all_beads()] == [("external:shop:x",)]


def test_two_openings_of_the_same_store_answer_alike(
    holding: Open, backend: Backend, closing: ExitStack
) -> None:
    if backend.again is None:
        pytest.skip(f"{backend.name} lives in one process")
    store = holding(RICH, *GRAPH, config={"kv.memory.a": "one"})
    other = backend.again(store)
    closing.callback(other.close)
    assert list(other.all_beads()) == list(store.all_beads())
    assert other.config() == store.config()


def test_a_store_says_what_it_is(holding: Open, backend: Backend) -> None:
    store = holding(bead("a-1"))
    assert store.url.startswith(f"{backend.name}:")
    assert store.writable is backend.is_writable
    assert store.bad_lines() == ()
    assert dict(store.lines()) in ({}, {"a-1": 1})


def test_an_empty_store_answers_too(holding: Open) -> None:
    store = holding()
    assert list(store.all_beads()) == []
    assert store.find(BeadQuery(not_statuses=("closed",))) == []
    assert store.config() == {}
    assert store.ids_with_prefix("", 5) == []


def test_rows_read_grow_with_the_answer_and_not_with_the_store(writable: Open) -> None:
    many: list[Bead] = [bead(f"n-{number:04}", labels=("x",)) for number in range(1_000)]
    store = writable(*many, memory("m-1"))
    before = store.rows_read
    store.find(BeadQuery(labels_all=("memory",)))
    store.beads(("n-0001", "n-0002"))
    assert 0 < store.rows_read - before < 20

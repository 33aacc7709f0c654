"""What a work item is given: hard ones all, soft ones by relevance, nearness, age and budget."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.graph.applies import Applying, Bearing
from fabric.graph.bead_graph import BeadGraph
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.selection.rank import MOST_WHOLE, MemoryIndex
from fabric.selection.select import MOST_NAMED, Left, Selection, select
from tests.selection.scenes import ARCH, SETTINGS, UX, choose, ids, memory, why, work


def test_nothing_applies_nothing_is_given() -> None:
    assert choose([work()]) == Selection(())


def test_hard_ones_come_first_by_relevance_then_id() -> None:
    beads = [
        work(title="Export button"),
        memory("s1", "Export button"),
        memory("h2", strength="hard"),
        memory("h1", strength="hard"),
        memory("h3", "Export", strength="hard"),
    ]
    assert ids(choose(beads)) == ["h3", "h1", "h2", "s1"]


def test_hard_ones_are_never_cut() -> None:
    hard = [memory(f"h{n}", strength="hard") for n in range(9)]
    chosen = choose([work(), *hard, memory("s1")])
    assert ids(chosen) == [bead.id for bead in hard]
    assert chosen.left_out == (Left("s1", "over the budget of 7: place 1 of 1 soft ones"),)


@pytest.mark.parametrize(
    ("title", "description", "first"),
    [
        pytest.param("Add an export button", "", "m3", id="by the title"),
        pytest.param("A task", "Prices are shown in cents", "m2", id="by the description"),
        pytest.param("A task", "", "m4", id="nothing in common: the newest"),
    ],
)
def test_soft_ones_come_by_what_the_work_is_about(title: str, description: str, first: str) -> None:
    beads = [
        work(title=title, description=description),
        memory("m1", "Colours are green"),
        memory("m2", "Prices are integers of cents"),
        memory("m3", "Every button exports what it shows"),
        memory("m4", "Logs rotate", since="2026-02-01"),
    ]
    assert ids(choose(beads))[0] == first


def test_the_statement_weighs_more_than_the_rule_and_the_rule_more_than_the_rest() -> None:
    beads = [
        work(title="Export"),
        memory("m1", "Nothing", rationale="An export"),
        memory("m2", "Nothing", rule="An export"),
        memory("m3", "An export", rule="Nothing"),
    ]
    assert ids(choose(beads)) == ["m3", "m2", "m1"]


FAMILY: list[tuple[str, list[Bead], str]] = [
    ("m2", [work(relates=["m2"])], "related to it already"),
    ("m2", [work(parent="e1"), work("e1", relates=["m2"])], "related to its parent e1"),
    ("m2", [work(waits_for=["t2"]), work("t2", relates=["m2"])], "related to its blocker t2"),
    (
        "m2",
        [work(parent="e1"), work("e1"), work("t3", parent="e1", relates=["m2"])],
        "related to its sibling t3",
    ),
    (
        "m2",
        [work(relates=["m0"]), memory("m0", superseded_by="m2")],
        "follows m0, related to it already",
    ),
]


@pytest.mark.parametrize(
    ("near", "family", "reason"),
    [pytest.param(*each, id=each[2]) for each in FAMILY],
)
def test_what_the_family_relates_to_comes_before_newer_ones(
    near: str, family: list[Bead], reason: str
) -> None:
    others = [memory("m1", since="2026-03-01"), memory("m2"), memory("m3", since="2026-03-01")]
    chosen = choose([*family, *others])
    assert ids(chosen)[0] == near
    assert why(chosen)[near] == f"domain memory-arch; {reason}"
    assert reason not in why(chosen)["m1"]


def test_a_relation_of_the_memory_to_the_work_is_as_near() -> None:
    back = replace(memory("m2"), dependencies=(Dependency("m2", "mf-t1", "related"),))
    assert ids(choose([work(), memory("m1", since="2026-03-01"), back]))[0] == "m2"


def test_what_the_work_is_about_outweighs_a_neighbour() -> None:
    beads = [
        work(title="Export button", parent="e1"),
        work("e1", relates=["m1"]),
        memory("m1", "Colours are green"),
        memory("m2", "Every button exports"),
    ]
    assert ids(choose(beads)) == ["m2", "m1"]


def test_of_equals_the_newest_comes_first_then_the_id() -> None:
    beads = [
        work(),
        memory("m1", since="2026-01-01"),
        memory("m3", since="2026-02-01"),
        memory("m2", since="2026-02-01"),
    ]
    chosen = choose(beads)
    assert ids(chosen) == ["m2", "m3", "m1"]
    assert why(chosen)["m2"] == "domain memory-arch; in force since 2026-02-01"


def test_each_reason_is_said_in_words() -> None:
    beads = [
        work(title="Export buttons", relates=["m1"]),
        memory("m1", "Every button exports"),
        memory("h1", strength="hard"),
    ]
    assert why(choose(beads)) == {
        "h1": "domain memory-arch",
        "m1": "domain memory-arch; shares the words export, buttons; related to it already",
    }


def test_the_budget_takes_the_best_and_names_the_rest_in_order() -> None:
    soft = [memory(f"m{n}", since=f"2026-01-0{9 - n}") for n in range(5)]
    chosen = choose([work(), memory("h1", strength="hard"), *soft], budget=3)
    assert ids(chosen) == ["h1", "m0", "m1"]
    assert [each.id for each in chosen.left_out] == ["m2", "m3", "m4"]
    assert chosen.left_out[0].reason == "over the budget of 3: place 3 of 5 soft ones"
    assert chosen.left_out_count == 3


def test_within_the_budget_all_are_given() -> None:
    chosen = choose([work(), *(memory(f"m{n}") for n in range(7))])
    assert len(chosen.given) == 7
    assert chosen.left_out == ()


def test_each_declared_domain_is_given_one_at_least() -> None:
    arch = [memory(f"a{n}", "Export", since="2026-03-01") for n in range(5)]
    beads = [work(title="Export"), *arch, memory("u1", domain=UX), memory("u2", domain=UX)]
    assert ids(choose(beads, budget=3, domains=(ARCH, UX))) == ["a0", "a1", "u1"]
    assert ids(choose(beads, budget=3, domains=(ARCH,))) == ["a0", "a1", "a2"]


def test_a_domain_without_a_hard_one_is_not_crowded_out_by_hard_ones() -> None:
    hard = [memory(f"h{n}", strength="hard") for n in range(3)]
    beads = [work(), *hard, memory("a1"), memory("u1", domain=UX)]
    assert ids(choose(beads, budget=2, domains=(ARCH, UX))) == ["h0", "h1", "h2", "u1"]


def test_many_left_out_are_counted_and_the_best_are_named() -> None:
    soft = [memory(f"m{n:03}") for n in range(MOST_NAMED + 50)]
    chosen = choose([work(), *soft], budget=1)
    assert len(chosen.left_out) == MOST_NAMED
    assert chosen.left_out_count == MOST_NAMED + 49


def test_an_index_may_be_used_again() -> None:
    beads = [work(), work("mf-t2", "Export"), memory("m1"), memory("m2", "Export")]
    graph = BeadGraph(beads, SETTINGS)
    found = [Applying(each, "d") for each in graph.memories.values()]
    index = MemoryIndex(graph.memories.values())
    for task in ("mf-t1", "mf-t2"):
        asked = (graph, found, graph.beads[task], Bearing((ARCH,)), 7)
        assert select(*asked, index=index) == select(*asked)


def test_of_very_many_the_statements_alone_are_looked_through() -> None:
    many = [memory(f"m{n:04}", "Nothing", rationale="An export") for n in range(MOST_WHOLE - 1)]
    beads = [work(title="Export"), *many, memory("x1", "An export", since="2025-01-01")]
    whole, short = choose(beads), choose([*beads, memory("x2", "An Export", since="2024-01-01")])
    assert ids(whole)[:2] == ["x1", "m0000"]
    assert "shares the word export" in why(whole)["m0000"]
    assert ids(short)[:3] == ["x1", "x2", "m0000"]
    assert "shares" not in why(short)["m0000"]


WORDS = st.sampled_from(["export", "button", "prices", "cents", "colour", "log", "移行", "API"])
MEMORIES = st.lists(
    st.builds(
        lambda words, domain, strength, day: (words, domain, strength, day),
        st.lists(WORDS, min_size=1, max_size=3).map(" ".join),
        st.sampled_from([ARCH, UX]),
        st.sampled_from(["hard", "soft"]),
        st.integers(1, 9),
    ),
    max_size=15,
)


@given(MEMORIES, st.integers(1, 9), st.lists(WORDS, max_size=4), st.data())
def test_what_holds_for_every_choice(
    drawn: list[tuple[str, str, str, int]], budget: int, title: list[str], data: st.DataObject
) -> None:
    memories = [
        memory(f"m{n}", words, domain=domain, strength=strength, since=f"2026-01-0{day}")
        for n, (words, domain, strength, day) in enumerate(drawn)
    ]
    task = work(title=" ".join(title) or "x")
    chosen = choose([task, *memories], budget, (ARCH, UX))
    given_ids = ids(chosen)
    hard = {bead.id for bead in memories if bead.has("mem-hard")}
    assert set(given_ids[: len(hard)]) == hard
    assert sorted([*given_ids, *(e.id for e in chosen.left_out)]) == sorted(m.id for m in memories)
    domains = {bead.labels for bead in memories if bead.id in given_ids}
    for domain in (ARCH, UX):
        there = any(bead.has(domain) for bead in memories)
        assert any(domain in labels for labels in domains) is there
    assert len(given_ids) <= max(budget, len(hard) + 2)
    again = data.draw(st.permutations([task, *memories]))
    assert choose(again, budget, (ARCH, UX)) == chosen
    attached = replace(task, dependencies=work(relates=given_ids).dependencies)
    assert set(ids(choose([attached, *memories], budget, (ARCH, UX)))) == set(given_ids)

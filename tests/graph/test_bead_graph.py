"""Edges of the graph: who points at whom, family, contracts, and what is known to be absent."""

from fabric.graph.bead_graph import BeadGraph
from fabric.models.settings import Settings, WorkSettings
from tests.graph.beads import SETTINGS, bead, graph, memory


def test_a_part_of_a_store_knows_only_some_ids_to_be_absent() -> None:
    there, deleted = bead("a-1"), bead("a-2", status="tombstone")
    part = BeadGraph([there, deleted], SETTINGS, absent=frozenset({"a-9"}))
    assert [part.is_absent(each) for each in ("a-1", "a-2", "a-8", "a-9")] == [
        *(False, True, False, True)
    ]
    assert graph(there).is_absent("a-8")
    assert "a-1" in part
    assert "a-8" not in part
    assert part.get("a-8") is None


def test_relations_count_in_either_direction_and_spelling() -> None:
    found = graph(
        bead("a-1", ("relates-to", "a-2"), ("related", "a-3"), ("blocks", "a-4")),
        bead("a-5", ("relates-to", "a-1")),
        bead("a-6", ("tracks", "a-1")),
        bead("a-7", ("relates-to", "a-1"), status="tombstone"),
    )
    assert found.related("a-1") == {"a-2", "a-3", "a-5"}
    assert found.related("a-2") == {"a-1"}
    assert found.related("nobody") == frozenset()


def test_who_points_at_a_bead() -> None:
    found = graph(
        bead("b", ("blocks", "a")),
        bead("c", ("waits-for", "a")),
        bead("d", ("tracks", "a")),
        bead("e", ("blocks", "a"), status="tombstone"),
        bead("a"),
    )
    assert [each.id for each in found.blocked_by("a")] == ["b", "c"]
    assert [each.id for each in found.pointing_at("a", frozenset({"tracks"}))] == ["d"]
    assert [edge.issue_id for edge in found.incoming["a"]] == ["b", "c", "d"]
    assert found.blocked_by("b") == []


def test_children_are_those_that_can_be_work() -> None:
    up = ("parent-child", "p")
    found = graph(
        bead("p", issue_type="epic"),
        bead("p.2", up, status="closed"),
        bead("p.1", up),
        bead("p.3", up, issue_type="epic"),
        bead("p.4", up, status="tombstone"),
        memory("p.5", up),
        bead("p.6", up, labels=("memory-contract",)),
        bead("q", ("blocks", "p")),
    )
    assert [each.id for each in found.children("p")] == ["p.1", "p.2", "p.3"]
    assert found.children("q") == []


def test_ancestors_come_nearest_first_and_a_cycle_ends_them() -> None:
    up = "parent-child"
    found = graph(
        bead("a", (up, "b")),
        bead("b", (up, "d"), (up, "c")),
        bead("c", (up, "e")),
        bead("d", (up, "b"), (up, "gone")),
        bead("e", (up, "a")),
        bead("x", (up, "x")),
        bead("y", (up, "z")),
        bead("z", (up, "a"), status="tombstone"),
    )
    assert [each.id for each in found.ancestors("a")] == ["b", "c", "d", "e"]
    assert found.ancestors("x") == found.ancestors("y") == found.ancestors("nobody") == []


def test_a_line_of_5000_ancestors_is_walked() -> None:
    steps = [bead(f"a-{n}", ("parent-child", f"a-{n + 1}")) for n in range(5000)]
    assert len(graph(*steps).ancestors("a-0")) == 4999


def test_the_contracts_of_a_work_item_block_it_or_name_it() -> None:
    contract = {"labels": ("memory-contract", "mem-hard")}
    ours = {"fabric_contract": {"v": 1, "work": "w", "clauses": []}}
    found = graph(
        bead("w", ("blocks", "k-hand"), ("blocks", "t"), ("relates-to", "k-other")),
        bead("k-hand", **contract, issue_type="decision"),
        bead("k-other", **contract),
        bead("w-mc", **contract, metadata=ours),
        bead("w-mc2", **contract, metadata=ours, status="tombstone"),
        bead("t"),
    )
    assert [each.id for each in found.contracts_of("w")] == ["k-hand", "w-mc"]
    assert found.contracts_of("t") == found.contracts_of("nobody") == []
    assert [found.contracts[each] is None for each in ("k-hand", "k-other", "w-mc")] == [
        *(True, True, False)
    ]


def test_active_is_what_the_settings_say() -> None:
    found = graph(settings=Settings(work=WorkSettings(active_statuses=["doing"])))
    assert found.is_active(bead("a", status="doing"))
    assert not found.is_active(bead("a", status="in_progress"))
    assert graph().is_active(bead("a", status="hooked"))
    assert not graph().is_active(bead("a", status="open"))


def test_what_a_bead_says_of_its_own_edges() -> None:
    it = bead(
        "a",
        ("blocks", "b"),
        ("conditional-blocks", "c"),
        ("waits-for", "d"),
        ("relates-to", "e"),
        ("related", "f"),
        ("parent-child", "g"),
        ("supersedes", "external:x:y"),
    )
    assert it.blockers() == ("b", "c", "d")
    assert [edge.depends_on_id for edge in it.relations()] == ["e", "f"]
    assert it.parent == "g"
    assert bead("a").parent is None
    assert [edge.is_external for edge in it.dependencies][-2:] == [False, True]
    assert [bead("a", status=each).is_finished for each in ("closed", "pinned", "tombstone")] == [
        *(True, True, True)
    ]
    assert not bead("a", status="deferred").is_finished

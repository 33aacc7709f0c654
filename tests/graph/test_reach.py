"""What leans on what, and how a part of the graph is drawn."""

import pytest

from fabric.graph.drawing import Drawing, Link, Node, dot, mermaid
from fabric.graph.lineage import Lineage
from fabric.graph.reach import Reach
from fabric.models.bead import Bead
from tests.graph.beads import bead, graph, memory

ANCHOR = bead("an", ("relates-to", "m-2"), issue_type="epic", labels=("memory-anchor", "memory-x"))
CONTRACT = bead("w-mc", ("relates-to", "m-1"), labels=("memory-contract", "mem-hard"))
WORK = bead("w", ("blocks", "w-mc"), ("relates-to", "m-1"), status="in_progress")
CHILD = bead("w.1", ("parent-child", "w"))
OLD = memory("m-1", ("supersedes", "m-2"), metadata={"superseded_by": "m-2"})
NEW = memory("m-2", ("relates-to", "m-9"), title="[MEMORY][ARCH][HARD] New rule")
OTHERS = (bead("e", ("blocks", "w"), issue_type="epic"), bead("x", ("tracks", "w")))
ALL = (ANCHOR, CONTRACT, WORK, CHILD, OLD, NEW, *OTHERS)


def reach(*beads: Bead) -> Reach:
    found = graph(*beads)
    return Reach(found, Lineage(found))


@pytest.mark.parametrize(
    ("bead_id", "leaning"),
    [
        ("m-2", {"an", "m-1", "w", "w-mc", "w.1"}),
        ("m-1", {"w", "w-mc", "w.1"}),
        ("w-mc", {"w", "w.1"}),
        ("w.1", set()),
        ("x", set()),
        ("e", set()),
        ("nobody", set()),
    ],
)
def test_what_leans_on_a_bead_near_or_far(bead_id: str, leaning: set[str]) -> None:
    assert reach(*ALL).leaning_on(bead_id) == leaning


def test_circles_are_of_what_waits_for_or_replaces_one_another() -> None:
    ring = [bead("a", ("blocks", "b")), bead("b", ("waits-for", "a")), bead("c", ("blocks", "a"))]
    rules = [
        memory("m-1", metadata={"superseded_by": "m-2"}),
        memory("m-2", metadata={"superseded_by": "m-1"}),
    ]
    family = [bead("p", ("parent-child", "q")), bead("q", ("parent-child", "p"))]
    found = reach(*ring, *rules, *family)
    everything = ["a", "b", "c", "m-1", "m-2", "p", "q"]
    assert found.circles(everything) == [["a", "b"], ["m-1", "m-2"]]
    assert found.circles(["a", "c"]) == []
    assert reach(*ALL).circles(each.id for each in ALL) == []


def test_a_drawing_holds_the_beads_that_matter_anchors_first_then_lines_of_memories() -> None:
    drawn = reach(*ALL).drawing("All", [each.id for each in ALL])
    assert [(node.id, node.kind, node.state) for node in drawn.nodes] == [
        ("an", "anchor", "open"),
        ("m-1", "memory", "superseded"),
        ("m-2", "memory", "canonical"),
        ("w-mc", "contract", "open"),
        ("w", "work", "in_progress"),
        ("w.1", "work", "open"),
        ("x", "work", "open"),
    ]
    assert [node.title for node in drawn.nodes][2] == "New rule"
    assert drawn.links == (
        Link("an", "m-2", "indexes"),
        Link("m-1", "m-2", "replaced by"),
        Link("w", "m-1", "was given"),
        Link("w", "w-mc", "waits for"),
        Link("w-mc", "m-1", "holds to"),
        Link("w.1", "w", "is part of"),
    )


def test_a_part_is_drawn_with_the_arrows_inside_it_only() -> None:
    drawn = reach(*ALL).drawing("Part", ["w", "m-2", "nobody"])
    assert [node.id for node in drawn.nodes] == ["m-2", "w"]
    assert drawn.links == ()


DRAWING = Drawing(
    'Lines of "arch"',
    (
        Node("m-1", "Old\n rule", "memory", "superseded"),
        Node("m-2", "", "memory", "draft"),
        Node("w", "Use <b> | `x` #1", "work", "open"),
        Node("k", "K", "contract", "open"),
        Node("an", "A\\B", "anchor", "open"),
    ),
    (Link("m-1", "m-2", "replaced by"), Link("w", "m-gone", "was given")),
)


def test_a_mermaid_flowchart() -> None:
    assert mermaid(DRAWING) == (
        "---\n"
        'title: "Lines of \\"arch\\""\n'
        "---\n"
        "flowchart LR\n"
        '  n0["m-1 (superseded): Old rule"]:::faded\n'
        '  n1["m-2"]:::draft\n'
        '  n2("w (open): Use #lt;b#gt; #124; #96;x#96; #35;1")\n'
        '  n3{{"k (open): K"}}\n'
        '  n4(["an (open): A\\B"])\n'
        "  n0 -->|replaced by| n1\n"
        "  classDef faded stroke-dasharray: 4 4,opacity:0.6\n"
        "  classDef draft stroke-dasharray: 2 2\n"
    )


def test_a_graphviz_drawing() -> None:
    assert dot(DRAWING) == (
        'digraph "Lines of \\"arch\\"" {\n'
        "  rankdir=LR;\n"
        "  node [shape=box];\n"
        '  n0 [label="m-1 (superseded): Old rule", color=gray, fontcolor=gray];\n'
        '  n1 [label="m-2"];\n'
        '  n2 [label="w (open): Use <b> | `x` #1", shape=box, style=rounded];\n'
        '  n3 [label="k (open): K", shape=hexagon];\n'
        '  n4 [label="an (open): A\\\\B", shape=oval];\n'
        '  n0 -> n1 [label="replaced by"];\n'
        "}\n"
    )

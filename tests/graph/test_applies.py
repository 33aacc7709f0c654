"""Which memories bind a work item: each that fires beside one that stays quiet."""

import pytest

from fabric.graph.applies import (
    Bearing,
    applying,
    bearing_of,
    binding_reason,
    declared_domains,
    is_reviewed,
    own_domains,
)
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from tests.graph.beads import bead, day, graph, memory


def bound(found: BeadGraph, work_id: str = "w", paths: tuple[str, ...] = ()) -> dict[str, str]:
    """Id and reason of what binds a work item."""
    work = found.beads[work_id]
    bearing = bearing_of(found, work, paths)
    result = applying(found, Lineage(found), work, bearing, day(20))
    return {each.memory.id: each.reason for each in result}


ARCH = bead("w", labels=("memory-arch",))
UP = ("parent-child", "p")
ANCHOR = bead("an", issue_type="epic", labels=("memory-anchor", "memory-new"))


@pytest.mark.parametrize(
    ("work", "others", "domains"),
    [
        pytest.param(ARCH, (), ("memory-arch",), id="its label"),
        pytest.param(
            bead("w", labels=("memory-ux", "memory-arch", "memory-leak")),
            (),
            ("memory-arch", "memory-ux"),
            id="all its domain labels, and no other",
        ),
        pytest.param(bead("w", metadata={"domain": "ux"}), (), ("memory-ux",), id="metadata"),
        pytest.param(
            bead("w", metadata={"domain": ["memory-ux", "arch", "nope"]}),
            (),
            ("memory-arch", "memory-ux"),
            id="a list in the metadata",
        ),
        pytest.param(
            bead("w", metadata={"domain": "ux, arch"}),
            (),
            ("memory-arch", "memory-ux"),
            id="a text list in the metadata",
        ),
        pytest.param(
            bead("w", labels=("memory-arch",), metadata={"domain": "ux"}),
            (),
            ("memory-arch",),
            id="labels before metadata",
        ),
        pytest.param(
            bead("w", UP),
            (bead("p", labels=("memory-ux",), issue_type="epic"),),
            ("memory-ux",),
            id="its parent's",
        ),
        pytest.param(
            bead("w", UP),
            (bead("p", ("parent-child", "g")), bead("g", metadata={"domain": "ux"})),
            ("memory-ux",),
            id="its grandparent's",
        ),
        pytest.param(
            bead("w", UP, labels=("memory-arch",)),
            (bead("p", labels=("memory-ux",)),),
            ("memory-arch",),
            id="its own before its parent's",
        ),
        pytest.param(
            bead("w", UP),
            (
                bead("p", ("parent-child", "g"), labels=("memory-arch",)),
                bead("g", labels=("memory-ux",)),
            ),
            ("memory-arch",),
            id="the nearest ancestor's",
        ),
        pytest.param(
            bead("w", labels=("memory-new",)), (ANCHOR,), ("memory-new",), id="an anchor's domain"
        ),
        pytest.param(
            bead("w", ("parent-child", "an")), (ANCHOR,), ("memory-new",), id="below an anchor"
        ),
        pytest.param(bead("w", labels=("memory-new",)), (), (), id="no domain that is known"),
        pytest.param(
            bead("w", ("blocks", "p")),
            (bead("p", labels=("memory-ux",)),),
            (),
            id="a blocker's do not count",
        ),
        pytest.param(
            bead("w", UP),
            (bead("p", labels=("memory-ux",), status="tombstone"),),
            (),
            id="a deleted parent's do not count",
        ),
        pytest.param(bead("w", metadata={"domain": 7}), (), (), id="no text in the metadata"),
        pytest.param(bead("w"), (), (), id="none"),
    ],
)
def test_the_declared_domains_of_a_work_item(
    work: Bead, others: tuple[Bead, ...], domains: tuple[str, ...]
) -> None:
    found = graph(work, *others)
    assert declared_domains(found, work) == domains
    if not work.targets("parent-child"):
        assert own_domains(found, work) == domains


def test_a_memory_of_a_declared_domain_binds_and_one_of_another_does_not() -> None:
    other = memory("m-2", labels=("memory", "mem-hard", "memory-ux"))
    assert bound(graph(ARCH, memory("m-1"), other)) == {"m-1": "domain memory-arch"}
    assert bound(graph(bead("w"), memory("m-1"), other)) == {}


def test_a_memory_of_a_domain_that_always_binds_binds_all_work() -> None:
    always = memory("m-1", labels=("memory", "mem-soft", "memory-workflow"))
    reason = "domain memory-workflow always binds"
    assert bound(graph(ARCH, always)) == bound(graph(bead("w"), always)) == {"m-1": reason}


def test_a_memory_without_a_known_domain_binds_nobody() -> None:
    lost = memory("m-1", labels=("memory", "mem-hard", "memory-gone"))
    assert bound(graph(bead("w", labels=("memory-gone",)), lost)) == {}


@pytest.mark.parametrize(
    "other",
    [
        memory("m-2", status="open"),
        memory("m-2", labels=("memory", "draft", "memory-arch")),
        memory("m-2", labels=("mem-retired", "memory-arch")),
        memory("m-2", labels=("mem-rejected", "memory-arch")),
        memory("m-2", metadata={"superseded_by": "m-1"}),
        memory("m-2", metadata={"effective_date": "2026-03-21"}),
        memory("m-2", metadata={"fabric": {"effective_until": "2026-03-20"}}),
        memory("m-2", status="tombstone"),
        bead("m-2", labels=("memory", "mem-hard", "memory-arch")),
    ],
    ids=[
        *("not closed", "draft", "retired", "rejected", "superseded", "not yet", "over"),
        *("deleted", "a task that inherited its labels"),
    ],
)
def test_only_memories_in_force_bind(other: Bead) -> None:
    assert list(bound(graph(ARCH, memory("m-1"), other))) == ["m-1"]


def test_hard_memories_come_before_soft_ones_then_by_id() -> None:
    soft = ("memory", "mem-soft", "memory-arch")
    found = graph(
        ARCH, memory("m-1", labels=soft), memory("m-4"), memory("m-3", labels=soft), memory("m-2")
    )
    assert list(bound(found)) == ["m-2", "m-4", "m-1", "m-3"]


def scoped(strength: object = "hard", **applies_to: object) -> Bead:
    return memory(
        "m",
        labels=("memory", f"mem-{strength}", "memory-arch"),
        metadata={"fabric": {"applies_to": applies_to}},
    )


@pytest.mark.parametrize(
    ("it", "yes", "no"),
    [
        pytest.param(
            scoped(issue_types=["bug", "feature"]),
            bead("w", labels=("memory-arch",), issue_type="bug"),
            bead("w", labels=("memory-arch",), issue_type="task"),
            id="types",
        ),
        pytest.param(
            scoped(labels=["api", "web"]),
            bead("w", labels=("memory-arch", "web")),
            bead("w", labels=("memory-arch", "webhook")),
            id="labels",
        ),
        pytest.param(
            scoped(labels="api,web"),
            bead("w", labels=("memory-arch", "web")),
            bead("w", labels=("memory-arch",)),
            id="labels as text",
        ),
        pytest.param(
            scoped(issue_types=["bug"], labels=["api"]),
            bead("w", labels=("memory-arch", "api"), issue_type="bug"),
            bead("w", labels=("memory-arch", "api"), issue_type="task"),
            id="types and labels, both must hold",
        ),
    ],
)
def test_a_memory_binds_the_work_it_names(it: Bead, yes: Bead, no: Bead) -> None:
    assert list(bound(graph(yes, it))) == ["m"]
    assert bound(graph(no, it)) == {}


@pytest.mark.parametrize(
    "empty", [{}, {"paths": []}, {"paths": [], "labels": [], "issue_types": []}]
)
def test_an_empty_scope_binds_all_work_of_the_domain(empty: dict[str, object]) -> None:
    assert bound(graph(ARCH, scoped(**empty))) == {"m": "domain memory-arch"}


@pytest.mark.parametrize(
    ("globs", "paths", "reason"),
    [
        (["src/**"], ("src/api/a.py",), "domain memory-arch, src/api/a.py is under src/**"),
        (["docs", "src/**"], ("x", "src/a.py"), "domain memory-arch, src/a.py is under src/**"),
        (["src/**"], ("src",), "domain memory-arch, src is under src/**"),
        (["src/**"], ("srcs/a.py",), ""),
        (["src/*.py"], ("src/api/a.py",), ""),
        (["src/**", "docs/**"], ("README.md", "lib/a.py"), ""),
    ],
)
@pytest.mark.parametrize("strength", ["hard", "soft"])
def test_a_memory_binds_the_paths_it_names(
    strength: str, globs: list[str], paths: tuple[str, ...], reason: str
) -> None:
    found = bound(graph(ARCH, scoped(strength, paths=globs)), paths=paths)
    assert found == ({"m": reason} if reason else {})


def test_with_no_path_known_a_hard_memory_binds_and_a_path_bound_soft_one_does_not() -> None:
    hard, soft = scoped("hard", paths=["src/**"]), scoped("soft", paths=["src/**"])
    assert bound(graph(ARCH, hard)) == {"m": "domain memory-arch, paths not known"}
    assert bound(graph(ARCH, soft)) == {}
    assert bound(graph(ARCH, scoped("soft"))) == {"m": "domain memory-arch"}


RECEIPT = {"at": "2026-03-02", "by": {"name": "ada"}, "paths": ["src/a.py"]}


def test_paths_come_from_the_last_receipt_unless_they_are_given() -> None:
    work = bead("w", labels=("memory-arch",), metadata={"fabric_receipt": RECEIPT})
    found = graph(work, scoped("soft", paths=["src/**"]))
    assert bearing_of(found, work) == Bearing(("memory-arch",), ("src/a.py",))
    assert bearing_of(found, work, ("docs",)) == Bearing(("memory-arch",), ("docs",))
    assert list(bound(found)) == ["m"]
    assert bound(found, paths=("docs/a.md",)) == {}


def test_a_receipt_that_cannot_be_read_gives_no_paths() -> None:
    work = bead("w", labels=("memory-arch",), metadata={"fabric_receipt": "garbage"})
    assert bearing_of(graph(work), work).paths == ()


def test_why_a_memory_would_bind_is_told_whether_or_not_it_is_in_force() -> None:
    retired = memory("m", labels=("mem-retired", "memory-arch"))
    found = graph(ARCH, retired)
    reason = binding_reason(found, found.memories["m"], ARCH, Bearing(("memory-arch",)))
    assert reason == "domain memory-arch"
    assert binding_reason(found, found.memories["m"], ARCH, Bearing(("memory-ux",))) == ""


def test_a_memory_is_reviewed_while_its_words_are_those_that_were_ratified() -> None:
    it = graph(memory("m")).memories["m"]
    assert is_reviewed(it, {"m": it.digest})
    assert not is_reviewed(it, {"m": "sha256:other"})
    assert not is_reviewed(it, {})

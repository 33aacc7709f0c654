"""What a bead is to us: the words of the design, row by row."""

import json
from pathlib import Path

import pytest

from fabric.graph.kinds import kind_of
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record
from fabric.models.settings import Settings, WorkSettings
from tests.graph.beads import bead, graph, memory

WORK_TYPES = Settings().work_types


def kind(labels: tuple[str, ...] = (), issue_type: str = "task", **fields: object) -> str:
    return kind_of(bead("a-1", labels=labels, issue_type=issue_type, **fields), WORK_TYPES)


ALL = ("memory", "mem-hard", "mem-canonical", "memory-arch")


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(kind(ALL, "decision", status="closed"), "memory", id="a canonical memory"),
        pytest.param(kind(("memory", "draft"), "decision"), "memory", id="an open draft"),
        pytest.param(kind(("memory",), "decision"), "memory", id="a decision, no strength"),
        pytest.param(kind(("memory", "mem-soft"), "epic"), "memory", id="no decision, a strength"),
        pytest.param(kind(("mem-retired",), "decision"), "memory", id="an ended memory"),
        pytest.param(kind(("memory", "mem-hard"), "weird"), "memory", id="a type nobody knows"),
        pytest.param(kind(("memory",), "epic"), "other", id="neither decision nor strength"),
        pytest.param(kind(("memory-leak",), "bug"), "work", id="a bug about a memory leak"),
        pytest.param(kind(("memory-leak",), "decision"), "other", id="a decision about a leak"),
        pytest.param(kind(("memory",), "bug"), "work", id="a bug that merely carries memory"),
        pytest.param(kind(("memory",), "bug", status="closed"), "work", id="the same, closed"),
        pytest.param(kind((), "decision", status="closed"), "other", id="an ordinary decision"),
        pytest.param(kind(ALL), "work", id="a task that inherited all labels of a memory"),
        pytest.param(kind(ALL, status="in_progress"), "work", id="the same, in progress"),
        pytest.param(kind(ALL, status="closed"), "memory", id="the same, closed: by its labels"),
        pytest.param(kind(("memory-anchor", "memory-arch"), "epic"), "anchor", id="an anchor"),
        pytest.param(
            kind(("memory-anchor", "memory-arch"), "epic", status="closed"),
            "anchor",
            id="a closed anchor",
        ),
        pytest.param(
            kind(("memory-anchor", *ALL), "epic"), "anchor", id="an anchor that carries more"
        ),
        pytest.param(
            kind(("memory-anchor", "memory-arch")), "work", id="a task that inherited an anchor's"
        ),
        pytest.param(
            kind(("memory-anchor", "memory-arch"), status="closed"),
            "work",
            id="the same, closed",
        ),
        pytest.param(kind(("memory-contract", "mem-hard")), "contract", id="a contract"),
        pytest.param(
            kind(("memory-contract", "mem-hard", "memory-arch"), status="closed"),
            "contract",
            id="a closed contract",
        ),
        pytest.param(
            kind(("memory-contract", "mem-hard", "memory"), "decision"),
            "contract",
            id="a hand-made contract of type decision",
        ),
        *(pytest.param(kind((), each), "work", id=each) for each in sorted(WORK_TYPES)),
        *(
            pytest.param(kind((), each), "other", id=each)
            for each in ("epic", "milestone", "event", "message", "gate", "agent", "merge-request")
        ),
        pytest.param(kind(is_template=True), "other", id="a template"),
        pytest.param(kind(ephemeral=True), "other", id="an ephemeral task"),
        pytest.param(kind(ALL, is_template=True), "other", id="a template with a memory's labels"),
        pytest.param(kind(status="tombstone"), "deleted", id="a tombstone"),
        pytest.param(kind(ALL, "decision", status="tombstone"), "deleted", id="a deleted memory"),
        pytest.param(
            kind(("memory-contract",), status="tombstone"), "deleted", id="a deleted contract"
        ),
        pytest.param(kind(status="weird"), "work", id="a status nobody knows"),
        pytest.param(kind(("mem-hard", "memory-arch")), "work", id="work with a domain"),
    ],
)
def test_what_a_bead_is(found: str, expected: str) -> None:
    assert found == expected


def test_which_types_are_work_is_configured() -> None:
    settings = Settings(work=WorkSettings(types=["task", "ticket"]))
    found = graph(
        bead("a-1", issue_type="ticket"), bead("a-2", issue_type="bug"), settings=settings
    )
    assert found.kinds == {"a-1": "work", "a-2": "other"}


def test_beads_of_a_kind_come_by_id() -> None:
    found = graph(memory("m-2"), bead("a-1"), memory("m-1"), bead("a-0", issue_type="epic"))
    assert [each.id for each in found.of_kind("memory")] == ["m-1", "m-2"]
    assert list(found.memories) == ["m-1", "m-2"]
    assert found.of_kind("contract") == []
    assert found.kind("a-1") == "work"
    assert found.kind("nobody") is None


ANCHORS = (
    bead("an-2", issue_type="epic", labels=("memory-anchor", "memory-arch"), title="Closed one"),
    bead(
        "an-1",
        issue_type="epic",
        labels=("memory-anchor", "memory-new"),
        title="Memory Anchor - Brand new",
    ),
    bead(
        "an-3",
        issue_type="epic",
        labels=("memory-anchor", "memory-board"),
        title="[MEMORY-ANCHOR] Board",
    ),
)


def test_domains_come_from_the_settings_and_from_anchors() -> None:
    found = graph(*ANCHORS, bead("a-1", labels=("memory-leak",))).domains
    assert {each.label: (each.display_title, each.anchor) for each in found} == {
        "memory-arch": ("Closed one", "an-2"),
        "memory-board": ("Board", "an-3"),
        "memory-new": ("Brand new", "an-1"),
        "memory-ux": ("Ux", ""),
        "memory-workflow": ("Workflow", ""),
    }


def test_of_two_anchors_the_open_one_is_the_domains() -> None:
    labels = ("memory-anchor", "memory-new")
    closed = bead("an-1", issue_type="epic", labels=labels, status="closed")
    opened = bead("an-2", issue_type="epic", labels=labels)
    for order in ((closed, opened), (opened, closed)):
        assert graph(*order).domains.named("new").anchor == "an-2"
    assert graph(closed).domains.named("new").anchor == "an-1"


def test_deleted_anchors_and_children_of_anchors_make_no_domain() -> None:
    labels = ("memory-anchor", "memory-new", "memory-contract", "memory")
    deleted = bead("an-1", issue_type="epic", labels=labels, status="tombstone")
    child = bead("an-1.1", labels=labels[:2])
    assert graph(deleted, child).domains.get("new") is None
    live = bead("an-1", issue_type="epic", labels=("memory", "memory-anchor", "memory-new"))
    assert graph(live).domains.labels - graph().domains.labels == {"memory-new"}


def sample(samples: Path, name: str) -> list[Bead]:
    text = (samples / "jsonl" / name).read_text(encoding="utf-8")
    records = [json.loads(line) for line in text.split("\n") if line.strip()]
    return [bead_from_record(record) for record in records if "id" in record]


def test_decisions_of_ordinary_projects_are_no_memories(samples: Path) -> None:
    for name in ("prompt-language-decisions.jsonl", "primary-supersedes.jsonl"):
        found = graph(*sample(samples, name), settings=Settings())
        assert any(each.issue_type == "decision" for each in found.beads.values())
        assert not found.memories
        assert not found.contracts


def test_tombstones_of_an_export_are_deleted(samples: Path) -> None:
    found = graph(*sample(samples, "beads-fleet-tombstones-external.jsonl"), settings=Settings())
    deleted = [bead_id for bead_id, each in found.kinds.items() if each == "deleted"]
    assert len(deleted) == 5
    assert all(found.is_absent(bead_id) for bead_id in deleted)


def test_odd_types_are_no_work(samples: Path) -> None:
    found = graph(*sample(samples, "town-odd-types.jsonl"), settings=Settings())
    odd = [each for each in found.beads.values() if each.issue_type in {"event", "agent"}]
    assert odd
    assert {found.kinds[each.id] for each in odd} == {"other"}


def test_an_id_that_is_given_twice_is_told(samples: Path) -> None:
    found = graph(*sample(samples, "beadslog-duplicate-id.jsonl"), settings=Settings())
    assert found.repeated == ("bd-d3e5",)
    assert graph(bead("a-1"), bead("a-2")).repeated == ()
    assert graph(bead("a-1"), bead("a-1", title="last")).beads["a-1"].title == "last"

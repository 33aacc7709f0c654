"""The memories of some domains: each store answers the same, outlined or whole."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fabric.models.bead import Bead
from fabric.models.domain import Domain, Domains
from fabric.models.instants import parse_instant
from fabric.models.memory import read_memory
from fabric.models.outline import Guidance, Outline
from fabric.ports import MemoryQuery, Store
from fabric.store.catalog import open_store
from tests.store.beads import WRITER, bead, edge, memory
from tests.store.conftest import Open
from tests.store.under_test import seeded

SOFT = ("mem-canonical", "mem-soft", "memory-arch")
KNOWN = frozenset({"memory-arch", "memory-ux"})
DOMAINS = Domains(Domain(label) for label in KNOWN)
PLAIN = memory(
    "m-1",
    *SOFT,
    title="[MEMORY][ARCH][SOFT] Small modules",
    description="Rule: Prefer small modules.",
    acceptance_criteria="Given a module, when it grows, then it is split",
    metadata={
        "effective_date": "2026-02-01",
        "supersedes": None,
        "superseded_by": "null",
        "fabric": {"digest": "sha256:00", "ratified_by": "ada@example.test"},
    },
    dependencies=(edge("m-1", "anchor-1"), edge("m-1", "w-1")),
)


def odd(number: int, **changes: object) -> Bead:
    return replace(PLAIN, id=f"m-{number}", dependencies=(), **changes)  # type: ignore[arg-type]  # tests name real fields


def said(**metadata: object) -> dict[str, object]:
    return {**PLAIN.metadata, **metadata}


ODD = [
    pytest.param(odd(2, labels=("mem-hard", *PLAIN.labels)), id="hard"),
    pytest.param(odd(2, labels=("memory", "memory-arch")), id="no strength as a label"),
    pytest.param(odd(2, labels=("draft", *PLAIN.labels)), id="a draft"),
    pytest.param(odd(2, labels=("mem-retired", *PLAIN.labels)), id="retired, label left"),
    pytest.param(odd(2, labels=("memory-ux", *PLAIN.labels)), id="of two domains"),
    pytest.param(odd(2, status="open"), id="open"),
    pytest.param(odd(2, issue_type="task"), id="a task"),
    pytest.param(odd(2, metadata=said(superseded_by="m-1")), id="superseded in words"),
    pytest.param(odd(2, metadata=said(supersedes=["m-1"])), id="supersedes in words"),
    pytest.param(odd(2, metadata=said(fabric={"applies_to": {"paths": ["a"]}})), id="bound to paths"),
    pytest.param(odd(2, metadata=said(fabric={"effective_until": "2026-03-01"})), id="ended"),
    pytest.param(odd(2, metadata=said(fabric='{"digest": "d"}')), id="ours as a text"),
    pytest.param(replace(odd(2), dependencies=(edge("m-2", "x", "supersedes"),)), id="on a line"),
]  # fmt: skip


def ask(store: Store, *domains: str) -> Guidance:
    return store.guidance(MemoryQuery(domains or ("memory-arch",), KNOWN))


def found(guidance: Guidance) -> list[str]:
    """All ids, each as often as it was found."""
    outlined = [each.id for each in guidance.outlines]
    return sorted([*outlined, *(each.id for each in guidance.beads)])


def test_each_memory_is_found_once_and_nothing_else(holding: Open) -> None:
    others = (
        bead("w-1", labels=("memory-arch",)),
        memory("u-1", "mem-soft", "memory-ux"),
        bead("e-1", labels=("mem-retired", "memory-arch"), issue_type="decision"),
    )
    store = holding(PLAIN, odd(2), odd(3, status="open"), *others)
    assert found(ask(store)) == ["m-1", "m-2", "m-3"]
    assert found(ask(store, "memory-arch", "memory-ux")) == ["m-1", "m-2", "m-3", "u-1"]
    assert found(ask(store, "memory-none")) == []


def test_an_outline_says_what_the_memory_says(holding: Open) -> None:
    guidance = ask(holding(PLAIN, odd(2, metadata={})))
    for each in guidance.outlines:
        whole = read_memory((PLAIN if each.id == "m-1" else odd(2, metadata={})), DOMAINS)
        assert (each.texts, each.domain) == (whole.texts, whole.domain)
        assert each.effective_from == whole.effective_from
        assert (whole.state, whole.is_hard, whole.applies_to) == ("canonical", False, None)


@pytest.mark.parametrize("one", ODD)
def test_what_is_not_plain_comes_whole(holding: Open, one: Bead) -> None:
    guidance = ask(holding(one))
    assert guidance.outlines == []
    assert [sorted(each.labels) for each in guidance.beads] == [sorted(one.labels)]


def test_what_another_says_it_succeeds_comes_whole(holding: Open) -> None:
    old = replace(bead("x-1"), dependencies=(edge("x-1", "m-1", "supersedes"),))
    assert [each.id for each in ask(holding(PLAIN, old)).beads] == ["m-1"]


def test_more_domains_than_an_outline_can_tell_apart_are_read_whole(holding: Open) -> None:
    many = [f"memory-d{n}" for n in range(60)]
    guidance = holding(PLAIN, odd(2)).guidance(MemoryQuery(("memory-arch", *many), KNOWN))
    assert [each.id for each in guidance.beads] == ["m-1", "m-2"]


def test_labels_of_no_meaning_change_nothing(holding: Open) -> None:
    store = holding(odd(2, labels=("half \ud800", "x", *PLAIN.labels)), PLAIN)
    assert found(ask(store)) == ["m-1", "m-2"]


def test_a_text_without_utf_8_comes_whole(holding: Open) -> None:
    store = holding(odd(2, title="half a pair \ud800"))
    assert [each.title for each in ask(store).beads] == ["half a pair \ud800"]


def test_the_embedded_store_outlines_plain_ones(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/fabric.db"
    with closing(open_store(url, writer_id=WRITER, create=True)) as store:
        guidance = ask(seeded(store, [PLAIN], {}))
    begin = parse_instant("2026-02-01")
    texts = (PLAIN.title, PLAIN.description, PLAIN.acceptance_criteria)
    assert guidance == Guidance([Outline("m-1", *texts, "memory-arch", begin)], [])

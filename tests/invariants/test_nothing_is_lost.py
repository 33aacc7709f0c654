"""Invariant 8: what we do not know survives every read and write."""

from dataclasses import replace

import pytest

from fabric.models.bead import Bead, Comment
from fabric.models.change_set import ChangeSet, ReplaceBead
from fabric.models.dependency import Dependency
from fabric.models.journal import JournalDraft
from fabric.ports import Store
from fabric.services.verbs.export import export_lines
from fabric.services.verbs.import_ import Source, import_
from tests.invariants.meddling import After, Meddling
from tests.invariants.story import Day
from tests.services.world import VERA, World

STRANGE_EXTRA = {"x_unknown": {"keep": [1, None, "ü"]}, "estimated_minutes": 5, "mol_type": "work"}
STRANGE_LABEL = "gt:agent, with a comma"
STRANGE_EDGE = "haunts"
STRANGE_METADATA = {"plan_refs": "docs/plan.md", "agent_state": {"deep": [True]}}
STRANGE_COMMENT = Comment("ghost", "Boo.", "2026-03-01T00:00:00Z", id="c-1", extra={"mood": 1})


def strange(bead: Bead) -> Bead:
    """The bead as another tool, a newer bd or a person may have left it."""
    return replace(
        bead,
        design="Somebody's design",
        owner="somebody",
        labels=tuple(sorted({*bead.labels, STRANGE_LABEL})),
        metadata={**bead.metadata, **STRANGE_METADATA},
        dependencies=(*bead.dependencies, Dependency(bead.id, "elsewhere-1", STRANGE_EDGE)),
        comments=(*bead.comments, STRANGE_COMMENT),
        extra=dict(STRANGE_EXTRA),
    )


def check(bead: Bead, step: str) -> None:
    said = f"{bead.id} after {step}"
    assert (bead.design, bead.owner) == ("Somebody's design", "somebody"), said
    assert bead.has(STRANGE_LABEL), said
    assert {key: bead.metadata.get(key) for key in STRANGE_METADATA} == STRANGE_METADATA, said
    assert STRANGE_EDGE in {edge.type for edge in bead.dependencies}, said
    assert STRANGE_COMMENT in bead.comments, said
    assert bead.extra == STRANGE_EXTRA, said


def live_strangely(world: World) -> set[str]:
    """Live a day in which every bead is made strange as soon as it is there; their ids."""
    day = Day()
    seen: set[str] = set()
    for name, act in day.steps():
        act(world)
        beads = list(world.store.all_beads())
        for bead in beads:
            if bead.id in seen:
                check(bead, name)
        world.put(*(strange(bead) for bead in beads if bead.id not in seen))
        seen |= {bead.id for bead in beads}
        world.clock.forward(hours=1)
    return seen


def test_no_verb_loses_anything(store: Store) -> None:
    assert len(live_strangely(World(store))) == 14


def forget_extra(store: Store, change_set: ChangeSet) -> None:
    """The fault: beads are written without what nobody knows."""
    beads = store.beads(change_set.bead_ids).values()
    plain = tuple(ReplaceBead(replace(bead, extra={})) for bead in beads)
    store.apply(ChangeSet(plain), JournalDraft("2026-03-02T09:00:00Z", VERA, "t", "t", ()))


def forget_metadata(store: Store, change_set: ChangeSet) -> None:
    """The fault: metadata is written whole from the keys that we know."""
    beads = store.beads(change_set.bead_ids).values()
    ours = tuple(
        ReplaceBead(
            replace(
                bead,
                metadata={k: v for k, v in bead.metadata.items() if k not in STRANGE_METADATA},
            )
        )
        for bead in beads
    )
    store.apply(ChangeSet(ours), JournalDraft("2026-03-02T09:00:00Z", VERA, "t", "t", ()))


FAULTS = [
    pytest.param(forget_extra, id="unknown fields are forgotten"),
    pytest.param(forget_metadata, id="unknown metadata is forgotten"),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_can_fail(fault: After, store: Store) -> None:
    with pytest.raises(AssertionError, match="after"):
        live_strangely(World(Meddling(store, after=_but_not_puts(fault))))


def _but_not_puts(fault: After) -> After:
    def after(store: Store, change_set: ChangeSet) -> None:
        if not all(isinstance(each, ReplaceBead) for each in change_set.operations):
            fault(store, change_set)

    return after


def test_a_day_survives_export_and_import(store: Store) -> None:
    world = World(store)
    live_strangely(world)
    beads = tuple(world.store.all_beads())
    after = World()
    answer = import_(after.context, Source("a.jsonl", beads, {}, {})).answer
    assert answer.not_taken == []
    assert list(export_lines(after.context)) == list(export_lines(world.context))

"""bd's own rule for its blocked flags, kept by us: whatever we change, bd has nothing to correct."""

import random

import pytest

from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddDependency,
    AddLabel,
    CloseBead,
    InsertBead,
    Operation,
    RemoveDependency,
    ReopenBead,
    SetStatus,
)
from fabric.ports import Store
from tests.live.test_dolt_store import apply, store
from tests.live.workspaces import ServerWorkspace
from tests.store.beads import bead, edge

__all__ = ["store"]


def _step(dice: random.Random, beads: dict[str, Bead]) -> Operation:
    ids = sorted(beads)
    one, other = dice.sample(ids, 2)
    mine = beads[one]
    if mine.is_closed:
        return ReopenBead(one)
    roll = dice.random()
    if roll < 0.35:
        return CloseBead(one, "done")
    if roll < 0.5:
        return SetStatus(one, dice.choice(("in_progress", "pinned", "open", "blocked")))
    there = [each for each in mine.dependencies if each.depends_on_id == other]
    if there:
        return RemoveDependency(one, other, there[0].type)
    if one < other:  # so that no cycle comes of it
        kind = dice.choice(("blocks", "parent-child", "waits-for", "conditional-blocks", "related"))
        gate = dice.choice(('{"gate": "any-children"}', '{"also_blocks": "true"}', "{}"))
        return AddDependency(edge(one, other, kind, metadata=gate if kind == "waits-for" else "{}"))
    return AddLabel(one, f"l-{dice.randrange(9)}")


@pytest.mark.parametrize("seed", range(4))
def test_after_any_changes_bd_has_no_blocked_flag_to_correct(
    seed: int, store: Store, server_workspace: ServerWorkspace
) -> None:
    dice = random.Random(seed)  # noqa: S311  # a repeatable choice
    apply(store, *(InsertBead(bead(f"live-{number}")) for number in range(8)))
    for number in range(1, 41):
        beads = {each.id: each for each in store.all_beads()}
        apply(store, _step(dice, beads))
        if number % 10 == 0:
            answer = server_workspace.bd("recompute-blocked", "--json").entry()
            assert answer["rows_corrected"] == 0

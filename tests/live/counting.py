"""One of our processes in a crowd: so many changes of one bead, each through the gateway."""

import sys

from fabric.machine.clock import SystemClock
from fabric.machine.identities import RandomIdentities
from fabric.models.actor import Actor
from fabric.models.change_set import AddLabel, InsertBead, SetMetadata
from fabric.services.context import Context, Tools
from fabric.services.gateway import Decision, carry_out
from fabric.store.catalog import open_store
from tests.services.world import (
    FakePerson,
    FakeRunner,
    FakeSecrets,
    FakeState,
    FakeWorktree,
    settings,
)
from tests.store.beads import WRITER, bead, edge

SHARED = "live-shared"


def main(url: str, name: str, count: int) -> None:
    """Count up in the shared bead, label it, and add a child that it does not wait for."""
    store = open_store(url, writer_id=WRITER)  # one machine: all processes write one chain
    tools = Tools(
        clock=SystemClock(),
        identities=RandomIdentities(),
        local=FakeState(),
        runner=FakeRunner(),
        worktree=FakeWorktree(),
        person=FakePerson(),
        secrets=FakeSecrets(),
    )
    context = Context(store, settings(), tools, Actor(name=f"{name}@example.test"))
    for number in range(count):
        carry_out(context, lambda number=number: _decide(context, f"{name}-{number}"))  # type: ignore[misc]


def _decide(context: Context, name: str) -> Decision[None]:
    shared = context.store.bead(SHARED)
    assert shared is not None
    counted = shared.metadata.get("count", 0)
    assert isinstance(counted, int)
    new = f"live-{name}"
    return Decision(
        verb="count",
        answer=None,
        operations=(
            SetMetadata(SHARED, "count", counted + 1),
            AddLabel(SHARED, name),
            InsertBead(bead(new, dependencies=(edge(new, SHARED, "blocks"),))),
        ),
        relies_on=(shared,),
        absent=(new,),
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))

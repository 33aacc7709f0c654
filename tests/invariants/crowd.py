"""One of many processes that write to one store: fifty verbs, then what it wrote, as JSON."""

import json
import random
import sys
from pathlib import Path

from fabric.errors import FabricError, Refused
from fabric.machine.clock import SystemClock
from fabric.machine.identities import RandomIdentities
from fabric.models.actor import Actor
from fabric.services.context import Context, Tools
from fabric.services.verbs.start import StartRequest, start
from fabric.services.verbs.work import WorkRequest, add_work, claim_work, close_work
from fabric.store.catalog import open_store
from tests.services.world import (
    FakePerson,
    FakeRunner,
    FakeSecrets,
    FakeState,
    FakeWorktree,
    settings,
)

VERBS = 50


class Worker:
    """One process; `done` says what it was told had been written."""

    def __init__(self, file: Path, number: int) -> None:
        store = open_store(f"sqlite:///{file}", writer_id=f"w-{number:02}", wait_seconds=60)
        tools = Tools(
            clock=SystemClock(),
            identities=RandomIdentities(),
            local=FakeState(),
            runner=FakeRunner(),
            worktree=FakeWorktree(),
            person=FakePerson(),
            secrets=FakeSecrets(),
        )
        self.context = Context(store, settings(), tools, Actor(name=f"agent-{number:02}"))
        self.dice = random.Random(number)  # noqa: S311  # a repeatable walk
        self.mine: list[str] = []
        self.done: dict[str, list[str]] = {"added": [], "started": [], "closed": [], "claimed": []}
        self.failed: list[str] = []

    def work(self, contested: list[str]) -> None:
        """Fifty verbs: adding, starting, closing, and claiming what all others want too."""
        for number in range(VERBS):
            try:
                self._verb(number, contested)
            except Refused:
                continue
            except FabricError as error:
                self.failed.append(f"{type(error).__name__}: {error.what}")

    def _verb(self, number: int, contested: list[str]) -> None:
        kind = number % 5
        if kind in {0, 1}:
            request = WorkRequest(f"Task {number}", ("arch",) if number < 10 else ("ux",))
            added = add_work(self.context, request).answer.id
            self.mine.append(added)
            self.done["added"].append(added)
        elif kind == 2:
            outcome = start(self.context, StartRequest(self.mine[-1]))
            if outcome.applied:
                self.done["started"].append(self.mine[-1])
        elif kind == 3:
            wanted = self.dice.choice(contested)
            if claim_work(self.context, wanted).applied:
                self.done["claimed"].append(wanted)
        elif close_work(self.context, self.mine[0]).applied:
            self.done["closed"].append(self.mine.pop(0))


def main(arguments: list[str]) -> None:
    """FILE NUMBER CONTESTED…"""
    file, number, *contested = arguments
    worker = Worker(Path(file), int(number))
    worker.work(contested)
    sys.stdout.write(json.dumps({"done": worker.done, "failed": worker.failed}))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Verbs in any order, many times: whatever is refused or done, what must hold holds and lint is green."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from fabric.errors import FabricError
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.ports import JournalQuery, Store
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.services.verbs.retire import RetireRequest, retire
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.services.verbs.work import WorkRequest, add_work, claim_work, close_work
from tests.invariants.test_memories_never_block import check as nothing_blocks
from tests.invariants.test_words_never_change import Words
from tests.services.world import World

STEPS = 70
MEANT = {"memory-budget"}  # hard rules may be many


@dataclass
class Walk:
    """A random walk through the verbs; names what it did, for when it goes wrong."""

    world: World
    dice: random.Random
    works: list[str] = field(default_factory=list)
    memories: list[str] = field(default_factory=list)
    did: list[str] = field(default_factory=list)

    def step(self) -> None:
        act = self.dice.choice(self.acts())
        name = act.__name__.strip("_")
        try:
            act()
        except FabricError as error:
            name = f"{name} ({error.what})"
        self.did.append(name)
        self.world.clock.forward(minutes=self.dice.choice((0, 1, 600)))

    def acts(self) -> list[Callable[[], object]]:
        often = [self._propose, self._ratify, self._ratify, self._add, self._start, self._start]
        return [
            *often,
            self._supersede,
            self._verify,
            self._close,
            self._claim,
            self._retire,
            self._reject,
        ]

    def _memory(self) -> str:
        return self.dice.choice(self.memories) if self.memories else "shop-none"

    def _work(self) -> str:
        return self.dice.choice(self.works) if self.works else "shop-none"

    def _propose(self) -> None:
        strength = self.dice.choice(("hard", "soft"))
        more: dict[str, object] = {}
        if self.dice.random() < 0.3:
            more["applies_to"] = {"paths": [self.dice.choice(("src/**", "docs/**"))]}
        if self.dice.random() < 0.3:
            more["commands"] = ("manual: look",)
        rule = f"Rule {self.dice.randrange(30)} of the house"
        self.memories.append(self.world.propose(rule, strength, **more))

    def _ratify(self) -> None:
        ratify(self.world.context, RatifyRequest(self._memory()))

    def _supersede(self) -> None:
        canonical = sorted(self.world.query("memory-arch"))
        old = self.dice.choice(canonical) if canonical else self._memory()
        if self.dice.random() < 0.5:
            rule = f"Better rule {self.dice.randrange(10_000)}"
            new = self.world.successor(old, rule)
            self.memories.append(new)
        else:
            new = self._memory()
        supersede(self.world.context, SupersedeRequest((old,), new, "Better."))

    def _retire(self) -> None:
        retire(self.world.context, RetireRequest(self._memory(), "Over."))

    def _reject(self) -> None:
        reject(self.world.context, RejectRequest(self._memory(), "No."))

    def _add(self) -> None:
        parent = self._work() if self.works and self.dice.random() < 0.3 else ""
        request = WorkRequest(f"Task {len(self.works)}", ("arch",), parent=parent)
        self.works.append(add_work(self.world.context, request).answer.id)

    def _start(self) -> None:
        paths = self.dice.choice(((), ("src/a.py",), ("docs/a.md",)))
        self.world.start(self._work(), paths=paths, claim=self.dice.random() < 0.8)

    def _claim(self) -> None:
        claim_work(self.world.context, self._work())

    def _verify(self) -> None:
        work = self._work()
        open_ones = [c.memory for c in self.world.status(work).clauses if c.status == "open"]
        attested = dict.fromkeys(open_ones, "Looked.") if self.dice.random() < 0.7 else {}
        self.world.verify(work, attested=attested)

    def _close(self) -> None:
        close_work(self.world.context, self._work())


def stock_query(world: World, step: str) -> None:
    graph = BeadGraph(world.store.all_beads(), world.context.settings, complete=True)
    lineage = Lineage(graph)
    canonical = {m.id for m in graph.memories.values() if lineage.state(m) == "canonical"}
    assert world.query("memory-arch") == canonical, step


def started(world: World, walk: Walk) -> None:
    """What was only claimed, became a parent or is older than a rule is mended by `start`."""
    for work in walk.works:
        bead = world.bead(work)
        if not bead.is_closed and (bead.status == "in_progress" or bead.metadata):
            world.start(work, claim=False)


def walk_and_look(store: Store, seed: int) -> None:
    world = World(store).begin()
    walk = Walk(world, random.Random(seed))  # noqa: S311  # a repeatable walk
    words = Words()
    for _ in range(STEPS):
        walk.step()
        said = f"{walk.did[-1]} (seed {seed})"
        words.look(world, said)
        nothing_blocks(world, said)
        stock_query(world, said)
    started(world, walk)
    before = len(world.store.journal(JournalQuery()))
    started(world, walk)
    assert len(world.store.journal(JournalQuery())) == before, "a second start wrote something"
    report = world.lint(everything=True)
    found = [
        f"{f.rule} {f.bead}: {f.message}"
        for f in report.findings
        if f.severity != "note" and f.rule not in MEANT
    ]
    assert found == [], "\n".join([*walk.did, *found])


@pytest.mark.parametrize("seed", range(4))
def test_what_must_hold_holds_in_any_order_of_verbs(seed: int, store: Store) -> None:
    walk_and_look(store, seed)

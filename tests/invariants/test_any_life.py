"""Random lives: whoever ends, waives, adopts, erases or repairs leaves nothing worse behind."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from typing_extensions import override

from fabric.models.change_set import RemoveDependency, SetFields
from fabric.models.instants import format_instant
from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery, Store
from fabric.services.verbs.adopt import AdoptRequest, adopt
from fabric.services.verbs.erase import EraseRequest, erase
from fabric.services.verbs.import_ import Source, import_
from fabric.services.verbs.index import index
from fabric.services.verbs.lint import LintRequest, fix
from fabric.services.verbs.repair import RepairRequest, repair
from fabric.services.verbs.waive import WaiveRequest, waive
from fabric.store.backends.memory import MemoryStore
from tests.invariants.test_any_order import MEANT, Walk, started, stock_query
from tests.invariants.test_memories_never_block import check as nothing_blocks
from tests.services.life import by_hand, put
from tests.services.world import World

STEPS = 60


@dataclass
class Life(Walk):
    """A walk through the later verbs too; `gone` holds words that were erased."""

    gone: list[str] = field(default_factory=list)
    made: int = 0

    @override
    def acts(self) -> list[Callable[[], object]]:
        ours = [self._adopt, self._erase, self._repair, self._index, self._waive, self._fix]
        return [*super().acts(), self._hand, self._tamper, self._unhook, *ours]

    @override
    def step(self) -> None:
        """One step; what ends, waives or mends makes no new finding."""
        before, count, then = problems(self.world), len(self.did), self.world.clock.now()
        super().step()
        harmless = ("retire", "reject", "adopt", "erase", "repair", "index", "waive", "fix")
        stood_still = self.world.clock.now() == then  # else rules and waivers come and go
        if self.did[count].startswith(harmless) and stood_still:
            new = problems(self.world) - before
            assert not new, (self.did[-1], sorted(new))

    def _hand(self) -> None:
        self.made += 1
        rule = f"Hand-made rule {self.made}"
        memory = by_hand(
            self.world,
            f"shop-hand{self.made}",
            title=f"[MEMORY][ARCH][HARD] {rule}",
            description=f"Scope: a\nOut of Scope: b\nRule: {rule}\nRationale: c\nFailure Mode: d",
            pinned=True,
        )
        self.memories.append(memory)
        adopt(self.world.context, AdoptRequest((memory,)))

    def _adopt(self) -> None:
        adopt(self.world.context, AdoptRequest((self._memory(),)))

    def _erase(self) -> None:
        memory = self._memory()
        found = self.world.store.bead(memory)
        words = found.description if found else ""
        erase(self.world.context, EraseRequest(memory, "Personal."))
        if "Rule: " in words:
            self.gone.append(words.partition("Rule: ")[2].partition("\n")[0])

    def _tamper(self) -> None:
        canonical = sorted(self.world.query("memory-arch"))
        if canonical:
            memory = self.dice.choice(canonical)
            put(self.world, SetFields(memory, {"description": "Rule: something else"}))
            repair(self.world.context, RepairRequest(memory))

    def _repair(self) -> None:
        repair(self.world.context, RepairRequest(self._memory()))

    def _unhook(self) -> None:
        canonical = sorted(self.world.query("memory-arch"))
        if canonical:
            memory = self.dice.choice(canonical)
            put(self.world, RemoveDependency("shop-anchor-arch", memory, "relates-to"))
            index(self.world.context, (memory,))

    def _index(self) -> None:
        index(self.world.context, (self._memory(),))

    def _waive(self) -> None:
        work = self._work()
        clauses = [c.memory for c in self.world.status(work).clauses if c.status == "open"]
        memory = self.dice.choice(clauses) if clauses else self._memory()
        until = format_instant(self.world.clock.now() + timedelta(days=self.dice.choice((1, 30))))
        waive(self.world.context, WaiveRequest(work, memory, "Later.", until))

    def _fix(self) -> None:
        fix(self.world.context, LintRequest(everything=True))


def problems(world: World) -> set[tuple[str, str, str]]:
    report = world.lint(everything=True)
    return {
        (f.rule, f.bead, f.missing)
        for f in report.findings
        if f.severity != "note" and f.rule not in MEANT
    }


def texts(world: World) -> Iterator[str]:
    """Everything that beads and journal say, one after the other."""
    yield from (str(bead) for bead in world.store.all_beads())
    payloads = world.store.journal_payloads(JournalQuery())
    assert verify_chain(world.store.journal(JournalQuery()), payloads) == []
    yield from (payload for payload in payloads.values() if payload)


def came_back_whole(world: World, said: str) -> None:
    """What is exported and taken into an empty store has the same findings, reviews aside."""
    beads = tuple(world.store.all_beads())
    other = World(MemoryStore(), world.context.settings)
    other.clock.time = world.clock.time
    answer = import_(other.context, Source("an export", beads, {}, {}), "restore").answer
    assert answer.not_taken == [], said
    assert {bead.id: bead for bead in other.store.all_beads()} == {b.id: b for b in beads}
    new = {each for each in problems(other) - problems(world) if each[0] != "unreviewed-memory"}
    assert not new, (said, sorted(new))


@pytest.mark.parametrize("seed", range(6))
def test_a_random_life_leaves_nothing_half_done(seed: int, store: Store) -> None:
    world = World(store).begin()
    life = Life(world, random.Random(seed))  # noqa: S311  # a repeatable walk
    for _ in range(STEPS):
        life.step()
        said = f"{life.did[-1]} (seed {seed})"
        nothing_blocks(world, said)
        stock_query(world, said)
    started(world, life)
    found = problems(world)
    assert not found, "\n".join([*life.did, *map(str, sorted(found))])
    came_back_whole(world, "\n".join(life.did))
    standing = {m.description for m in world.store.all_beads()}
    for words in set(life.gone):
        if not any(f"Rule: {words}" in each for each in standing):  # nobody proposed them again
            assert not any(f"Rule: {words}" in text for text in texts(world)), words

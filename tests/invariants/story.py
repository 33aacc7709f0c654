"""A day of work in steps: every writing verb is in it, and what must hold is looked at after each."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.services.verbs.adopt import AdoptRequest, adopt
from fabric.services.verbs.anchor import create_anchor
from fabric.services.verbs.import_ import Source, import_
from fabric.services.verbs.init import InitRequest, init
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.services.verbs.retire import RetireRequest, retire
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.services.verbs.work import claim_work, close_work
from tests.services.world import World

WRITES = "Every write goes through the service layer"
READS = "Every read goes through the cache"
SMALL = "Prefer small modules"
KEYS = "Every action has a key"

Step = Callable[[World], object]


def hand_made(bead_id: str = "bb-1") -> Bead:
    """A memory as people made them before there was a verb for it."""
    return Bead(
        bead_id,
        "[MEMORY][ARCH][HARD] Dependencies model execution order",
        description="Scope: The graph.\nRule: Dependencies encode execution order.",
        acceptance_criteria=(
            "Given a change, when it is queried, then it holds.\n"
            "Verification command(s): bd ready; bd blocked"
        ),
        issue_type="decision",
        status="closed",
        created_at="2026-03-01T00:00:00Z",
        updated_at="2026-03-01T00:00:00Z",
        closed_at="2026-03-01T00:00:00Z",
        pinned=True,
        labels=("mem-canonical", "mem-hard", "memory", "memory-arch"),
        metadata={
            "memory_version": 1,
            "memory_strength": "hard",
            "domain": "memory-arch",
            "effective_date": "2026-03-01",
            "owner": "team",
            "supersedes": "null",
            "superseded_by": "null",
        },
        dependencies=(Dependency(bead_id, "shop-anchor-arch", "relates-to"),),
    )


class Day:
    """The ids that the steps of a day leave behind, by name."""

    def __init__(self) -> None:
        self.ids: dict[str, str] = {}

    def steps(self) -> Iterator[tuple[str, Step]]:
        """Name and act of each step, in order."""
        yield "init", lambda w: init(w.context, InitRequest("shop", "fabric.toml"))
        yield "anchor create", lambda w: create_anchor(w.context, "data", "Data")
        yield "propose", self._propose
        yield "ratify", lambda w: ratify(w.context, RatifyRequest(self.ids["writes"]))
        yield "ratify a hint", lambda w: ratify(w.context, RatifyRequest(self.ids["small"]))
        yield (
            "ratify for April",
            lambda w: ratify(w.context, RatifyRequest(self.ids["reads"], effective="2026-04-01")),
        )
        yield "work add", self._add
        yield "work claim", lambda w: claim_work(w.context, self.ids["task"])
        yield "start", lambda w: w.start(self.ids["task"])
        yield "start a parent", lambda w: w.start(self.ids["parent"], claim=False)
        yield "verify", lambda w: w.verify(self.ids["task"])
        yield "import", self._import
        yield "adopt", lambda w: adopt(w.context, AdoptRequest(("bb-1",)))
        yield "refresh", lambda w: w.start(self.ids["task"])
        yield "propose a successor", self._successor
        yield "supersede", self._supersede
        yield "reject", lambda w: reject(w.context, RejectRequest(self.ids["keys"], "No."))
        yield "retire", lambda w: retire(w.context, RetireRequest(self.ids["small"], "Done."))
        yield "verify again", lambda w: w.verify(self.ids["task"])
        yield "work close", lambda w: close_work(w.context, self.ids["task"])

    def _propose(self, world: World) -> None:
        self.ids["writes"] = world.propose(WRITES)
        self.ids["reads"] = world.propose(READS)
        self.ids["small"] = world.propose(SMALL, "soft")
        self.ids["keys"] = world.propose(KEYS, "soft")

    def _add(self, world: World) -> None:
        self.ids["parent"] = world.work("Parent")
        self.ids["task"] = world.work("Add an export", parent=self.ids["parent"])

    def _import(self, world: World) -> None:
        import_(world.context, Source("a.jsonl", (hand_made(),), {"bb-1": 1}, {}), "restore")
        anchor = world.bead("shop-anchor-arch")
        edge = Dependency(anchor.id, "bb-1", "relates-to")
        world.put(replace(anchor, dependencies=(*anchor.dependencies, edge)))

    def _successor(self, world: World) -> None:
        self.ids["jobs"] = world.successor(self.ids["writes"])

    def _supersede(self, world: World) -> None:
        request = SupersedeRequest((self.ids["writes"],), self.ids["jobs"], "It missed the jobs.")
        supersede(world.context, request)


def live(world: World, look: Callable[[World, str], None], day: Day | None = None) -> Day:
    """Live a whole day and look after each step; an hour passes between two."""
    day = day or Day()
    for name, act in day.steps():
        act(world)
        look(world, name)
        world.clock.forward(hours=1)
    return day

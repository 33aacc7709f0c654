"""`start` and `supersede` on an embedded workspace, killed at every call of bd.

Before bd runs; once it has ended and before we hear of it; and, where it writes, together with bd as
soon as that has begun to write. How many calls there are, and which, an unkilled run tells.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.live.day import look
from tests.live.lanes import (
    LANES,
    Scene,
    Seen,
    Strike,
    insist_on_kill,
    insist_on_same,
    on_lanes,
    set_scene,
)
from tests.live.shim import WRITING, CallLane
from tests.live.workspaces import Workspace, copy_embedded


@pytest.fixture(scope="module")
def scene(
    embedded_template: Workspace, tmp_path_factory: pytest.TempPathFactory
) -> Scene[Workspace]:
    folder = tmp_path_factory.mktemp("scene")
    return set_scene(copy_embedded(embedded_template, folder / "place"), folder / "state")


@pytest.fixture(scope="module")
def lanes(
    scene: Scene[Workspace], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[CallLane]]:
    made = [CallLane(scene, tmp_path_factory.mktemp("lane")) for _ in range(LANES)]
    yield made
    for lane in made:
        lane.close()


@dataclass
class Series:
    """One command, the calls of an unkilled run and what that left, and how it is killed."""

    scene: Scene[Workspace]
    verb: str
    calls: list[str]
    begin: list[str]
    end: list[str]
    verbs: list[str]
    trusted: list[str]
    beside: set[str]
    kills: int = 0
    parts: int = 0
    seen: Seen = field(default_factory=Seen)

    def strikes(self) -> list[Strike]:
        """Every call, each in its ways."""
        ways = ("before", "after", "amid")
        return [
            Strike(number, when)
            for number, call in enumerate(self.calls, start=1)
            for when in (ways if call in WRITING else ways[:2])
        ]

    def kill(self, lane: CallLane, strike: Strike) -> None:
        """Kill, look, run it again, look again."""
        lane.expect(strike)
        insist_on_kill(lane.counted.run(*self.scene.words(self.verb)))
        self.kills += 1
        found, verbs = lane.picture(), lane.verbs()
        assert verbs == self.verbs[: len(verbs)]
        # Run again from each state in which more than times differs; and wherever bd itself was
        # killed, because only that tells whether its database is still a whole one.
        is_first = self.seen.first(found, lane.noted(), verbs, lane.remembered())
        if is_first:
            self.insist_on_being_told(lane, found)
        if is_first or strike.when == "amid":
            self.complete(lane)
        if is_first:
            bound = self.scene.bound(self.verb)
            lane.insist_on_health(bound[strike.number % len(bound)])
        lane.restore()

    def insist_on_being_told(self, lane: CallLane, found: list[str]) -> None:
        """What is neither whole nor not there is what lint finds."""
        if found not in (self.begin, self.end):
            self.parts += 1
            assert lane.day.run("lint", "--all").exit == 1

    def complete(self, lane: CallLane) -> None:
        """Run it to its end: all is there, and nothing is there twice."""
        lane.day(*self.scene.words(self.verb))
        insist_on_same(lane.picture(), self.end, "the rerun")
        assert (lane.verbs(), lane.trusted()) == (self.verbs, self.trusted)
        assert lane.beside() <= self.beside


def unkilled(lane: CallLane, verb: str) -> Series:
    """Run the command as a person does, with `python -m fabric`; see what it calls and leaves."""
    scene, begin = lane.scene, lane.picture()
    lane.expect()
    lane.counted.cold()(*scene.words(verb))
    series = Series(
        scene=scene,
        verb=verb,
        calls=lane.calls(),
        begin=begin,
        end=lane.picture(),
        verbs=lane.verbs(),
        trusted=lane.trusted(),
        beside=lane.beside() | {"bd.version"},
    )
    lane.insist_on_health(*scene.bound(verb))
    look(lane.workspace)
    lane.restore()
    return series


@pytest.mark.parametrize(
    ("verb", "verbs"),
    [("start", ["start"]), ("supersede", ["supersede", "supersede-move", "supersede-move"])],
)
def test_what_was_killed_between_two_calls_is_told_and_completed_by_running_it_again(
    verb: str, verbs: list[str], lanes: list[CallLane], capsys: pytest.CaptureFixture[str]
) -> None:
    series = unkilled(lanes[0], verb)
    assert series.verbs == verbs
    on_lanes(lanes, series.strikes(), series.kill)
    writing = sum(call in WRITING for call in series.calls)
    assert len(series.calls) > writing > len(verbs)
    assert series.kills == 2 * len(series.calls) + writing
    assert series.parts
    with capsys.disabled():
        told = f"{verb}: killed {series.kills} times at {len(series.calls)} calls of bd"
        sys.stdout.write(f"\n{told}, {writing} of them writing ")

"""`start` and `supersede` on a Dolt server, killed at every command that they send to it.

Before the server gets the command; and, where it is one that writes, once it has answered and
before we hear of it. How many commands there are, and which, an unkilled run tells.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.live.dolt_server import start_server
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
from tests.live.programs import Programs
from tests.live.server_lane import Picture, ServerLane
from tests.live.wire import Command
from tests.live.workspaces import ServerWorkspace, copy_server


@pytest.fixture(scope="module")
def scene(
    server_template: ServerWorkspace, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene[ServerWorkspace]]:
    folder = tmp_path_factory.mktemp("scene")
    workspace = copy_server(server_template, folder / "place", "live_scene")
    yield set_scene(workspace, folder / "state")
    workspace.server.rows(None, "DROP DATABASE live_scene")


@pytest.fixture(scope="module")
def lanes(
    scene: Scene[ServerWorkspace],
    live_programs: Programs,
    live_environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[list[ServerLane]]:
    folders = [tmp_path_factory.mktemp("lane") for _ in range(LANES)]
    given = {**live_environment, "GOGC": "800"}  # memory is cheaper here than time
    servers = [start_server(live_programs.dolt, each / "data", given) for each in folders]
    made = [ServerLane(scene, *both) for both in zip(folders, servers, strict=True)]
    yield made
    for lane in made:
        lane.close()
    for server in servers:
        server.stop()


@dataclass
class Series:
    """One command, what an unkilled run of it sent and left, and how it is killed.

    `whole` is what is committed before the first change set, after it, after the second, …
    """

    scene: Scene[ServerWorkspace]
    verb: str
    commands: list[Command]
    whole: list[Picture]
    local: Picture
    trusted: list[str]
    every: int = 1
    kills: int = 0
    seen: Seen = field(default_factory=Seen)

    def strikes(self) -> list[Strike]:
        """Every command that writes, and of the others every so many-th.

        Who says goodbye waits for no answer, and has written all by then.
        """
        numbered = [
            (n, each)
            for n, each in enumerate(self.commands, start=1)
            if each.is_answered and (each.writes or n % self.every == 0)
        ]
        late = [Strike(number, "after") for number, each in numbered if each.writes]
        return [*(Strike(number) for number, _ in numbered), *late]

    def kill(self, lane: ServerLane, strike: Strike) -> None:
        """Kill, look, run it again, look again."""
        insist_on_kill(lane.run(self.scene.words(self.verb), strike))
        self.kills += 1
        command = self.commands[strike.number - 1]
        assert (lane.dirty(), lane.locked()) == ([], []), command
        written = lane.commits() - lane.commits_before
        # Where not a bit differs, the kill at the next command is the next run. Otherwise it is run
        # again, from states in which nothing but times differs at least once.
        is_as_before = lane.hashes() == lane.before
        assert is_as_before == (not written), command
        if written:
            _insist(lane.committed(), self.whole[written], f"after {command}")
        is_first = self.seen.first(written, written and lane.local(), lane.remembered())
        if is_first or (written and command.writes):
            self.complete(lane, strike.number)
        if written or is_first:
            lane.restore()

    def complete(self, lane: ServerLane, number: int = 0) -> None:
        """Run it to its end: all is there, once, and well."""
        ran = lane.run(self.scene.words(self.verb))
        assert ran.exit == 0, ran
        _insist(lane.committed(), self.whole[-1], "after the rerun")
        _insist(lane.local(), self.local, "after the rerun")
        assert (lane.dirty(), lane.locked(), lane.trusted()) == ([], [], self.trusted)
        assert lane.commits() - lane.commits_before == len(self.whole) - 1
        bound = self.scene.bound(self.verb)
        lane.insist_on_health(bound[number % len(bound)])


def _insist(found: Picture, wanted: Picture, when: str) -> None:
    assert found.keys() == wanted.keys()
    for name, rows in found.items():
        insist_on_same(rows, wanted[name], f"{name} {when}")


def unkilled(lane: ServerLane, verb: str) -> Series:
    """Run the command as a person does, with `python -m fabric`; see what it sends and leaves."""
    scene = lane.scene
    lane.wire.expect()
    lane.wire.aim(0)
    lane.day.cold()(*scene.words(verb))
    lane.wire.hang_up()
    commands, count = list(lane.wire.commands), lane.commits() - lane.commits_before
    whole = [lane.committed(f"HEAD~{number}") for number in range(count, -1, -1)]
    series = Series(scene, verb, commands, whole, lane.local(), lane.trusted())
    lane.insist_on_health(*scene.bound(verb))
    lane.restore()
    return series


# Hundreds of commands of `supersede` only read: kills at each of them took minutes, and at each of
# those of `start` they are tried.
@pytest.mark.parametrize(("verb", "change_sets", "every"), [("start", 1, 1), ("supersede", 3, 5)])
def test_what_was_killed_is_whole_or_not_there_and_running_it_again_completes_it(
    verb: str,
    change_sets: int,
    every: int,
    lanes: list[ServerLane],
    capsys: pytest.CaptureFixture[str],
) -> None:
    series = unkilled(lanes[0], verb)
    series.every = every
    assert len(series.whole) == change_sets + 1
    for lane in lanes:  # to load all that there is to load
        series.complete(lane)
        lane.restore()
    strikes = series.strikes()
    on_lanes(lanes, strikes, series.kill)
    asked = sum(command.is_answered for command in series.commands)
    writing = sum(command.writes for command in series.commands)
    assert asked > writing > change_sets
    assert series.kills == len(strikes) >= (asked - writing) // every + 2 * writing
    with capsys.disabled():
        told = f"{verb}: killed {series.kills} times at {asked} commands, {writing} of them writing"
        sys.stdout.write(f"\n{told} ")

"""Many kills of one command, on lanes side by side: what all of them need, whatever the store."""

import json
import re
import shutil
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, Generic, TypeVar

from tests.live.day import Day, Ran
from tests.live.timeless import unnamed
from tests.live.warm import Warm, WarmDay
from tests.live.workspaces import Workspace

LANES: Final = 3
KILLED: Final = -9
QUICK: Final = {"GOGC": "off"}
"""For a bd that lives for a moment: it needs nobody to tidy up behind it."""

_HASH: Final = re.compile(r"(?<!sha256:)\b[0-9a-f]{64}\b")
"""Of a journal entry, and so of its instant; a digest of words says how it was made."""

Where = TypeVar("Where", bound=Workspace)
OnLane = TypeVar("OnLane", bound="Lane[Any]")


@dataclass(frozen=True, slots=True)
class Strike:
    """Kill at the step of this number.

    `before` the other side hears of it; `after` it is done, and only we do not know; `amid`: the
    other side dies too.
    """

    number: int
    when: str = "before"


@dataclass(frozen=True, slots=True)
class Scene(Generic[Where]):
    """A memory in force with two items under way below it, its successor, an item to be started."""

    workspace: Where
    state: Path
    old: str
    new: str
    works: tuple[str, ...]
    fresh: str

    def words(self, verb: str) -> tuple[str, ...]:
        """Return the command that is killed."""
        if verb == "start":
            return ("start", self.fresh)
        return ("supersede", self.old, "--with", self.new, "--reason", "It missed the jobs.")

    def bound(self, verb: str) -> tuple[str, ...]:
        """Return the items that the command leaves with an open contract."""
        return (self.fresh,) if verb == "start" else self.works


def set_scene(workspace: Where, state: Path) -> Scene[Where]:
    """Make the scene in a fresh workspace."""
    day = Day(workspace, state)
    day.begin()
    old = day.ratified()
    works = (day.started(old), day.started(old))
    rule = "Every write and every job goes through the service layer."
    new = day.id_of("propose", "--replaces", old, "--rule", rule)
    fresh = day.id_of("work", "add", "Add an export", "--domain", "arch")
    time.sleep(1.1)  # whole seconds: what comes now is later than all of the scene
    return Scene(workspace, state, old, new, works, fresh)


class Lane(ABC, Generic[Where]):
    """A copy of the scene in which one command at a time is killed, and that is then put back."""

    workspace: Where
    day: WarmDay

    def __init__(self, scene: Scene[Where], folder: Path) -> None:
        self.scene = scene
        self.place = folder / "place"
        self.state = folder / "state"
        self.warm = Warm(folder / "warm")

    @abstractmethod
    def restore(self) -> None:
        """Put everything back as the scene was set."""

    def restore_state(self) -> None:
        """Put back what this machine remembers."""
        shutil.rmtree(self.state, ignore_errors=True)
        shutil.copytree(self.scene.state, self.state)

    def insist_on_health(self, *bound: str) -> None:
        """What holds once a command came to its end: and bd itself refuses to close the work."""
        assert "no fault" in self.day("audit", "--verify").out
        assert self.day("lint", "--all").exit == 0
        for work in bound:
            reply = self.workspace.acting_as(self.day.actor).run("close", work)
            assert reply.exit != 0, reply

    def remembered(self) -> list[str]:
        """What this machine remembers: trust, what was seen, who writes; apart from where."""
        files = (each for each in self.state.rglob("*") if each.is_file())
        texts = ((each.parent.name, _HASH.sub("<hash>", each.read_text("utf-8"))) for each in files)
        return sorted(f"{kind}: {unnamed(text)}" for kind, text in texts)

    def trusted(self) -> list[str]:
        """The words whose commands this machine may run."""
        return [each for each in self.remembered() if each.startswith("trusted: ")]

    def close(self) -> None:
        """Let go of everything."""
        self.warm.close()


class Seen:
    """States from which a command was brought to its end once; safe for several threads."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._lock = threading.Lock()

    def first(self, *state: object) -> bool:
        """Whether nobody was here before."""
        key = json.dumps(state, sort_keys=True)
        with self._lock:
            is_first = key not in self._seen
            self._seen.add(key)
        return is_first


def on_lanes(
    lanes: Sequence[OnLane], strikes: Iterable[Strike], kill: Callable[[OnLane, Strike], None]
) -> None:
    """Kill at every point, one at a time on a lane; all that fail are told, not the first alone."""
    free: SimpleQueue[OnLane] = SimpleQueue()
    for lane in lanes:
        free.put(lane)

    def go(strike: Strike) -> str:
        lane = free.get()
        try:
            kill(lane, strike)
        except AssertionError as error:
            lane.restore()
            return f"{strike}: {error}"
        finally:
            free.put(lane)
        return ""

    with ThreadPoolExecutor(len(lanes)) as pool:
        told = [each for each in pool.map(go, strikes) if each]
    assert not told, "\n\n".join([f"{len(told)} kills left something behind", *told])


def insist_on_same(found: Sequence[str], wanted: Sequence[str], what: str) -> None:
    """Fail with what is too much and what is missing."""
    left = list(wanted)
    extra = []
    for each in found:
        if each in left:
            left.remove(each)
        else:
            extra.append(each)
    assert (extra, left) == ([], []), f"{what}: too much {extra}; missing {left}"


def insist_on_kill(ran: Ran) -> None:
    """Fail where the command came to its end, or ended otherwise."""
    assert ran.exit == KILLED, f"it was not killed: {ran}"

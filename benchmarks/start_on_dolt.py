"""How long `fabric start` takes on a Dolt server, beside the same steps typed as bd commands there.

Needs the built programs of `make live-tools`. Starts a server of its own on the loopback address,
makes a workspace with five hard memories in force, and starts items by turns: one by
`fabric start`, one by the commands that a careful person would type (look, claim, relate each
memory, make the contract, relate and block it, comment, keep the receipt). Both are cold processes.
`python -m benchmarks.start_on_dolt [--items N]` prints both medians and their ratio; the bar is 1/5.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.live.day import Day
from tests.live.dolt_server import start_server
from tests.live.programs import Bd, find_programs, quiet_environment
from tests.live.workspaces import ServerWorkspace, prepare_server

BAR: Final = 1 / 5
RULES: Final = tuple(f"Every {each} goes through the service layer." for each in
                     ("write", "read", "job", "mail", "payment"))  # fmt: skip


def main() -> None:
    """Run both ways by turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=5, help="items a way")
    arguments = parser.parse_args()
    programs = find_programs()
    if programs is None:
        sys.exit("bd and dolt are not built: run `make live-tools`")
    folder = Path(tempfile.mkdtemp(prefix="start-on-dolt-"))
    environment = quiet_environment(folder / "home", programs)
    server = start_server(programs.dolt, folder / "data", environment)
    try:
        program = programs.bd
        runner: Callable[[Path], Bd] = lambda directory: Bd(program, directory, environment)  # noqa: E731
        workspace = prepare_server(folder / "workspace", runner, server)
        measure(Day(workspace, folder / "state"), workspace, arguments.items)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def measure(day: Day, workspace: ServerWorkspace, items: int) -> None:
    """Print the medians of both ways."""
    day.begin()
    memories = [day.ratified(rule) for rule in RULES]
    ours, theirs = [], []
    for number in range(items + 1):
        first = day.id_of("work", "add", f"Ours {number}", "--domain", "arch")
        second = day.id_of("work", "add", f"Typed {number}", "--domain", "arch")
        ours.append(timed(lambda work=first: day("start", work)))  # type: ignore[misc]
        theirs.append(timed(lambda work=second: typed(workspace.bd, work, memories)))  # type: ignore[misc]
    own, other = (
        statistics.median(ours[1:]),
        statistics.median(theirs[1:]),
    )  # the first one warms up
    print(f"fabric start           {own:6.2f} s  (median of {items}, {len(memories)} memories)")
    print(f"the same as bd commands {other:5.2f} s")
    verdict = "kept" if own <= BAR * other else "BROKEN"
    print(f"ratio 1/{other / own:.1f}; the bar is 1/{1 / BAR:.0f}: {verdict}")


def typed(bd: Bd, work: str, memories: list[str]) -> None:
    """Start an item by bd commands, one process each."""
    contract = f"{work}-mc"
    bd("show", work, "--json")
    bd("query", "label=memory AND label=memory-arch AND status=closed", "--limit", "0", "--json")
    bd("update", work, "--claim")
    for memory in memories:
        bd("show", memory, "--json")
        bd("dep", "relate", work, memory)
    labels = "memory-contract,mem-hard,memory-arch"
    bd("create", f"Honour the memories of {work}", "--id", contract, "-l", labels, "--force")
    for memory in memories:
        bd("dep", "relate", contract, memory)
    bd("dep", "add", work, contract)
    bd("comment", work, f"Acknowledged {', '.join(memories)}")
    bd("update", work, "--metadata", '{"fabric_receipt": {"v": 1}}')


def timed(act: Callable[[], object]) -> float:
    """Return the seconds that something takes."""
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()

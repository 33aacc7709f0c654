"""Fixtures of the live tier: the real bd and Dolt, in workspaces of their own.

| fixture | gives |
|---|---|
| `embedded_workspace` | a fresh workspace on bd's embedded store: `.path`, `.bd(...)` |
| `server_workspace` | a fresh workspace on its own database: also `.url`, `.rows(sql, ...)` |
| `any_workspace` | both of them, one after the other: for what must hold in either mode |
| `dolt_server` | the running server of this session |
| `bd` | makes a runner for any directory: `bd(directory)` |
"""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.dolt_server import DoltServer, start_server
from tests.live.programs import MISSING, REQUIRED, Bd, Programs, find_programs, quiet_environment
from tests.live.workspaces import (
    RunBd,
    ServerWorkspace,
    Workspace,
    copy_embedded,
    copy_server,
    prepare_embedded,
    prepare_server,
)

_HERE = Path(__file__).parent


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark everything in this folder as live, so that `-m "not live"` leaves it out."""
    if _HERE in item.path.parents:
        item.add_marker(pytest.mark.live)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many live tests ran, and say it loudly when none did."""
    stats = terminalreporter.stats
    ran = [
        report
        for outcome in ("passed", "failed")
        for report in stats.get(outcome, [])
        if report.when == "call" and "live" in report.keywords
    ]
    terminalreporter.write_line(f"live tests run: {len(ran)}", green=bool(ran), bold=not ran)
    if not ran and "not live" not in str(terminalreporter.config.getoption("markexpr")):
        terminalreporter.write_line(f"NOTHING LIVE WAS TESTED. {MISSING}", red=True, bold=True)


@pytest.fixture(scope="session")
def live_programs() -> Programs:
    found = find_programs()
    if found is not None:
        return found
    if REQUIRED:
        pytest.fail(f"FABRIC_LIVE_REQUIRED is set, but {MISSING}", pytrace=False)
    pytest.skip(MISSING)


@pytest.fixture(scope="session")
def live_environment(
    live_programs: Programs, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    return quiet_environment(tmp_path_factory.mktemp("home"), live_programs)


@pytest.fixture(scope="session")
def bd(live_programs: Programs, live_environment: dict[str, str]) -> RunBd:
    return lambda directory: Bd(live_programs.bd, directory, live_environment)


@pytest.fixture(scope="session")
def embedded_template(bd: RunBd, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return prepare_embedded(tmp_path_factory.mktemp("embedded") / "template", bd)


@pytest.fixture
def embedded_workspace(embedded_template: Workspace, tmp_path: Path) -> Workspace:
    return copy_embedded(embedded_template, tmp_path / "embedded")


@pytest.fixture(scope="session")
def dolt_server(
    live_programs: Programs,
    live_environment: dict[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[DoltServer]:
    data = tmp_path_factory.mktemp("dolt") / "data"
    server = start_server(live_programs.dolt, data, live_environment)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def server_template(
    bd: RunBd, dolt_server: DoltServer, tmp_path_factory: pytest.TempPathFactory
) -> ServerWorkspace:
    return prepare_server(tmp_path_factory.mktemp("server") / "template", bd, dolt_server)


@pytest.fixture
def server_workspace(server_template: ServerWorkspace, tmp_path: Path) -> Iterator[ServerWorkspace]:
    name = f"live_{uuid.uuid4().hex[:12]}"  # noqa: TID251  (a fresh name for each test)
    workspace = copy_server(server_template, tmp_path / "server", name)
    yield workspace
    workspace.server.rows(None, f"DROP DATABASE `{name}`")


@pytest.fixture(params=["embedded", "server"])
def any_workspace(request: pytest.FixtureRequest) -> Workspace:
    workspace = request.getfixturevalue(f"{request.param}_workspace")
    assert isinstance(workspace, Workspace)
    return workspace
